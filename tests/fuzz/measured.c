/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as measured.csv. Checks that rows are within their limits, or that there is a
 * message. */
#include "runs/measured/measured.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source s;
    struct names names = {0};
    struct diag d = {.quiet = true};
    struct measured m;
    struct measured_row row;
    source_from_bytes(&s, "f", (const char *)data, size);
    if (measured_open(&m, &s, &names, &d))
        while (measured_next(&m, &row)) {
            const struct timing *t = &row.timing;
            if (m.kind == MEASURED_SAMPLES &&
                (!t->run || !t->loop || t->processors < 1 || t->thread < 0 ||
                 !(t->iterations >= 0 && t->iterations <= 1e18) ||
                 !(t->cycles >= 0 && t->cycles <= 1e18)))
                abort();
            if (m.kind == MEASURED_SKIPS &&
                (!row.skip.run || !row.skip.loop || !row.skip.block || row.skip.thread < 0 ||
                 !(row.skip.skipped >= 0 && row.skip.skipped <= 1e18)))
                abort();
            const struct counter_reading *c = &row.reading;
            if (m.kind == MEASURED_COUNTERS &&
                (!c->run || !c->loop || !c->counter || c->thread < 0 ||
                 !(c->value >= 0 && c->value <= 1e18)))
                abort();
        }
    measured_free(&m);
    names_free(&names);
    source_free(&s);
    return 0;
}
