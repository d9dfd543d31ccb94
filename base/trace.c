/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/trace.h"

#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void trace_pass(struct trace *t, const char *pass)
{
    if (!t->on)
        return;
    double at = now();
    if (t->pass)
        fprintf(stderr, "time: %-24s %10.3f ms\n", t->pass, 1e3 * (at - t->since));
    t->pass = pass;
    t->since = at;
}
