/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples N [THREADS]: writes N trace samples to standard output, as a program records them that
 * runs a nest of two loops (regions 1 and 2) on that many threads (default: 4). The buffers of the
 * threads, of 512 samples each, are written in turn. A nest has the samples: loop enter; ten times
 * loop enter, iterations, loop exit; iterations, loop exit. */
#include "measure/multikron/sample.h"

#include <stdio.h>
#include <stdlib.h>

enum { BUFFER = 512, THREADS = 64, INNER = 30, CYCLE = INNER + 3 };

static struct mark mark_at(unsigned long step)
{
    unsigned at = (unsigned)(step % CYCLE);
    if (at == 0)
        return (struct mark){MARK_LOOP_ENTER, 1, 0};
    if (at > INNER)
        return at == INNER + 1 ? (struct mark){MARK_ITERATIONS, 1, 10}
                               : (struct mark){MARK_LOOP_EXIT, 1, 0};
    return at % 3 == 1   ? (struct mark){MARK_LOOP_ENTER, 2, 0}
           : at % 3 == 2 ? (struct mark){MARK_ITERATIONS, 2, 100}
                         : (struct mark){MARK_LOOP_EXIT, 2, 0};
}

int main(int argc, char **argv)
{
    unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, step[THREADS] = {0};
    unsigned long threads = argc > 2 ? strtoul(argv[2], NULL, 10) : 4, thread = 0;
    uint8_t bytes[SAMPLE_RESOURCE_BYTES];
    if (!n || !threads || threads > THREADS) {
        fprintf(stderr, "usage: samples N [THREADS]\n");
        return 2;
    }
    for (unsigned long i = 0; i < n; i++) {
        struct sample s = {.kind = SAMPLE_TRACE,
                           .source = (uint32_t)thread,
                           .timestamp = 100 * step[thread] + thread,
                           .user = mark_pack(mark_at(step[thread]))};
        fwrite(bytes, 1, sample_pack(bytes, &s), stdout);
        if (++step[thread] % BUFFER == 0)
            thread = (thread + 1) % threads;
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
