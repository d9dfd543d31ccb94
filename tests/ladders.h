/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of ladders without a run database. */
#ifndef TESTS_LADDERS_H
#define TESTS_LADDERS_H

#include "gaps/gaps.h"

#include <string.h>

static inline void set_times(struct gap_loop *l, long processors, const struct gap_run *one)
{
    static const double iterations = 1e6;
    l->measured = is_known(l->cpl.measured);
    l->iterations = known(iterations);
    l->muf = q_div(l->cpl.macs, l->cpl.measured, "measured is 0");
    l->cycles = q_mul(l->cpl.measured, l->iterations);
    l->time = q_div(l->cycles, known((double)processors), "no processors");
    l->base_time = missing("no run on 1 processor");
    for (size_t i = 0; one && i < one->n; i++)
        if (strcmp(one->loops[i].loop, l->loop) == 0)
            l->base_time = one->loops[i].time;
    l->speedup = q_div(l->base_time, l->time, "no time");
}

static inline void set_run(struct gap_run *r, const struct gap_run *one)
{
    struct quantity macs = known(0), measured = known(0);
    r->time = known(0);
    for (size_t i = 0; i < r->n; i++) {
        struct gap_loop *l = &r->loops[i];
        set_times(l, r->processors, one);
        if (!l->measured)
            continue;
        r->time = q_add(r->time, l->time);
        macs = q_add(macs, l->cpl.macs);
        measured = q_add(measured, l->cpl.measured);
    }
    r->muf = q_div(macs, measured, "measured is 0");
    r->base_time = one ? one->time : missing("no run on 1 processor");
    r->speedup = q_div(r->base_time, r->time, "no time");
}

/* Times, MUF and speed-ups of the n runs from their ladders: each loop has a
 * million iterations, spread evenly; speed-ups are against the first run on 1
 * processor. */
static inline void set_ladder_times(struct gap_run *runs, size_t n)
{
    const struct gap_run *one = NULL;
    for (size_t i = 0; i < n && !one; i++)
        if (runs[i].processors == 1)
            one = &runs[i];
    for (size_t i = 0; i < n; i++)
        set_run(&runs[i], one);
}

#endif
