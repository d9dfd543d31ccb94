/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a trace: it is analysed, with consistent results, or there are messages. */
#include "lab/trace/analysis.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t count_all(struct trace_reader *r, struct diag *d)
{
    const struct trace_event *events;
    uint64_t sum = 0;
    size_t n;

    for (unsigned c = 0; c < trace_cells(r); c++)
        while ((n = trace_next(r, c, &events, d)) > 0) {
            for (size_t i = 0; i < n; i++)
                if (events[i].kind >= TRACE_KINDS ||
                    (events[i].kind < TRACE_FIRST_MARK) != (events[i].bytes > 0))
                    abort();
            sum += n;
        }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct analysis_options o = {.ways = 12, .seed = 1};
    struct diag d = {.quiet = true};
    struct trace_reader *r = trace_open_bytes("f", data, size, &d);

    if (!r) {
        if (d.errors == 0)
            abort();
        return 0;
    }
    if (count_all(r, &d) != trace_events(r) && d.errors == 0)
        abort();
    trace_rewind(r);
    struct analysis *a = analysis_of(r, "f", &o, &d);
    if (a) {
        if (a->counts[COUNT_LOCAL] > a->counts[COUNT_READS] + a->counts[COUNT_WRITES])
            abort();
        analysis_free(a);
    }
    trace_reader_free(r);
    return 0;
}
