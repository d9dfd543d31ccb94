/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A region tree while its bounds are computed, for gaps/regions/ alone. */
#ifndef GAPS_REGIONS_EVALUATION_H
#define GAPS_REGIONS_EVALUATION_H

#include "gaps/read.h"
#include "gaps/regions/team.h"
#include "runs/regions/regions.h"

/* The cycles of a region that runs alone. */
struct span {
    struct region_bounds bound;
    struct quantity measured;
    long thread; /* the least that runs in it; -1 = none is known */
};
struct evaluation {
    const struct gaps *g;
    struct arena *a;
    const struct gap_run *run;
    const struct table_row *of;
    const struct region_tree *t;
    struct gap_regions *to;
    int *root, *first, *next;        /* of each region: its root, first child, next sibling */
    int *first_caller, *next_caller; /* calls of a routine */
    struct quantity *calls;          /* of each root, in the run */
    bool *counted, *reported;        /* of each root; of each region */
    struct known_routine **known_of; /* of each root */
    bool failed;                     /* the database does */
};

/* ---- the tree: structure.c ---- */

void link_tree(struct evaluation *e);
/* How often a program or routine is executed in the run. */
struct quantity executions_of(struct evaluation *e, int root);
/* The part of what the run as a whole did that one execution of the region is. */
struct quantity part_of_run(struct evaluation *e, int i);

/* ---- loops: work.c ---- */

/* The threads of a loop in one execution of the region around it, and their sum. */
struct work {
    struct team team;
    struct quantity sum[REGION_RUNGS], measured;
};
/* Of the loop region i. */
struct work work_of(struct evaluation *e, int i);
/* Index of the loop in its build; the build's number of loops = it is not stored. */
size_t place_of_loop(const struct evaluation *e, const char *loop);
/* A region of the tree is this loop. */
bool loop_is_named(const struct region_tree *t, const char *loop);

/* ---- parallel regions: parallel.c ---- */

/* Eq. 4.17, 4.18. p: the processors that share it out. */
struct span closed_parallel(struct evaluation *e, int i, struct quantity p);

/* ---- any region: bounds.c ---- */

/* Returns the work of the threads in a region that all of them run. */
struct team spread_region(struct evaluation *e, int i, struct quantity p);
struct span span_of_nothing(void);
/* The cycles that the region file gives; else q. */
struct quantity measured_or_given(const struct evaluation *e, int i, struct quantity q);
/* The least number of its threads; -1 = there are none. */
long least_thread(const struct team *t);

#endif
