/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work of the threads of a parallel region between two barriers; internal to gaps/regions. */
#ifndef GAPS_REGIONS_TEAM_H
#define GAPS_REGIONS_TEAM_H

#include "gaps/regions/regions.h"

struct team_thread {
    long thread;
    double cycles[REGION_RUNGS], measured;
};
struct team {
    struct team_thread *at; /* sorted by number */
    size_t n;
    struct quantity balanced[REGION_RUNGS]; /* balanced bound of the work */
    const char *no_cycles[REGION_RUNGS];    /* NULL, or why the threads' cycles are unknown */
    const char *no_measured;                /* NULL, or why the measured cycles are unknown */
};

/* Returns a team without work. */
struct team team_begin(void);
/* Adds the work of more, factor times, to to. Memory is allocated in a. */
void team_add(struct arena *a, struct team *to, const struct team *more, double factor);
/* Returns the bound of the slowest thread. */
struct quantity team_cycles(const struct team *t, enum region_rung rung);
/* Returns the measured cycles of the slowest thread. */
struct quantity team_measured(const struct team *t);

#endif
