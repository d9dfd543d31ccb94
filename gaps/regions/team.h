/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/regions: what the threads of a parallel region do between two barriers. */
#ifndef GAPS_REGIONS_TEAM_H
#define GAPS_REGIONS_TEAM_H

#include "gaps/regions/regions.h"

struct team_thread {
    long thread;
    double cycles[REGION_RUNGS], measured;
};
struct team {
    struct team_thread *at; /* by number */
    size_t n;
    struct quantity balanced[REGION_RUNGS]; /* of all of it */
    const char *no_cycles[REGION_RUNGS];    /* NULL, or why the threads' cycles are not known */
    const char *no_measured;                /* likewise */
};

/* A team that has done nothing. */
struct team team_begin(void);
/* Adds what more did, factor times. Made in a. */
void team_add(struct arena *a, struct team *to, const struct team *more, double factor);
/* Cycles of the slowest thread. */
struct quantity team_cycles(const struct team *t, enum region_rung rung);
struct quantity team_measured(const struct team *t);

#endif
