/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/record-writer.h"

void record_writer_write(struct record_writer *w, const struct sample *s)
{
    uint8_t bytes[SAMPLE_RESOURCE_BYTES], elements[2 * SAMPLE_RESOURCE_BYTES];
    size_t n = sample_pack(bytes, s);
    if (!w->network) {
        fwrite(bytes, 1, n, w->out);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        uint16_t element = element_of(bytes[i], i + 1 == n);
        elements[2 * i] = (uint8_t)element;
        elements[2 * i + 1] = (uint8_t)(element >> 8);
    }
    fwrite(elements, 2, n, w->out);
}
