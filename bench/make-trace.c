/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-trace FILE CELLS ITERATIONS: writes a trace of memory references of daxpy on that many
 * cells, in the format of ksr1 --trace: 3 references per iteration, a subcache miss every 8
 * iterations. */
#include "lab/trace/trace.h"

#include <stdlib.h>

static void daxpy(struct trace_writer *w, unsigned cell, uint64_t iterations)
{
    const uint64_t y = 0x30000000;
    uint64_t clock = 0;

    for (uint64_t i = 0; i < iterations; i++) {
        uint64_t at = 0x10000000 + 8 * (cell * iterations + i);
        trace_reference(w, cell, TRACE_READ, at, 8, clock += i % 8 == 0 ? 20 : 1);
        trace_reference(w, cell, TRACE_READ, at + y, 8, clock += 1);
        trace_reference(w, cell, TRACE_WRITE, at + y, 8, clock += 4);
    }
}

int main(int argc, char **argv)
{
    struct diag d = {.tool = "make-trace"};

    if (argc != 4)
        return 2;
    unsigned cells = (unsigned)atoi(argv[2]);
    struct trace_writer *w = trace_create(argv[1], cells, "data x 0x10000000 8000000 8\n", &d);
    if (!w)
        return 1;
    for (unsigned c = 0; c < cells; c++)
        daxpy(w, c, (uint64_t)atoll(argv[3]));
    return !trace_close(w, &d);
}
