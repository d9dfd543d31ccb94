/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reference traces for benchmarks: "make FILE CELLS PASSES" writes one of daxpy on that many cells,
 * 3 references a pass, a subcache miss every 8 passes; "read FILE" reads it and prints how many
 * events it has and a sum of their addresses. */
#include "lab/trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int make(const char *path, unsigned cells, uint64_t passes)
{
    struct diag d = {.tool = "traces"};
    struct trace_writer *w = trace_create(path, cells, "data x 0x10000000 8000000 8\n", &d);

    if (w == NULL)
        return 1;
    for (unsigned c = 0; c < cells; c++) {
        uint64_t clock = 0;
        for (uint64_t i = 0; i < passes; i++) {
            uint64_t at = 0x10000000 + 8 * (c * passes + i);
            trace_reference(w, c, TRACE_READ, at, 8, clock += i % 8 == 0 ? 20 : 1);
            trace_reference(w, c, TRACE_READ, at + 0x10000000, 8, clock += 1);
            trace_reference(w, c, TRACE_WRITE, at + 0x10000000, 8, clock += 4);
        }
    }
    return !trace_close(w, &d);
}

static int read_all(const char *path)
{
    struct diag d = {.tool = "traces"};
    struct trace_reader *r = trace_open(path, &d);
    const struct trace_event *events;
    uint64_t n = 0, sum = 0;
    size_t more;

    if (r == NULL)
        return 1;
    for (unsigned c = 0; c < trace_cells(r); c++)
        while ((more = trace_next(r, c, &events, &d)) > 0) {
            for (size_t k = 0; k < more; k++)
                sum += events[k].address;
            n += more;
        }
    printf("%" PRIu64 " %" PRIu64 "\n", n, sum);
    trace_reader_free(r);
    return diag_exit_status(&d);
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "make") == 0)
        return make(argv[2], (unsigned)atoi(argv[3]), (uint64_t)atoll(argv[4]));
    if (argc == 3 && strcmp(argv[1], "read") == 0)
        return read_all(argv[2]);
    return 2;
}
