/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as samples in text, JSON and CSV. Checks that each sample fits in a record. */
#include "measure/multikron/stream/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take(void *to, const struct sample *s)
{
    uint8_t bytes[SAMPLE_RESOURCE_BYTES];
    struct sample back;
    size_t n = sample_pack(bytes, s);
    if (sample_unpack(&back, bytes, n) != n || back.kind != s->kind || back.cpu != s->cpu ||
        back.timestamp != s->timestamp || back.source != s->source || back.user != s->user ||
        (s->kind == SAMPLE_RESOURCE && memcmp(back.counters, s->counters, sizeof back.counters)))
        abort();
    ++*(size_t *)to;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t samples = 0;
    for (enum text_form form = TEXT_DETECT; size && form <= TEXT_CSV; form++) {
        struct diag d = {.quiet = true};
        FILE *in = fmemopen((void *)(uintptr_t)data, size, "rb");
        struct text_reader r = {.in = in,
                                .name = "f",
                                .form = form,
                                .process_bits = 16,
                                .d = &d,
                                .accept_sample = take,
                                .context = &samples};
        if (!in)
            abort();
        text_read(&r);
        fclose(in);
    }
    return 0;
}
