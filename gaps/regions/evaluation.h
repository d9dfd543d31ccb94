/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation of a region tree; internal to gaps/regions. */
#ifndef GAPS_REGIONS_EVALUATION_H
#define GAPS_REGIONS_EVALUATION_H

#include "gaps/read.h"
#include "gaps/regions/team.h"
#include "runs/regions/regions.h"

/* The cycles of a region that runs in sequence with others. */
struct span {
    struct region_bounds bound;
    struct quantity measured;
    long thread; /* the lowest number of its threads; -1 = none is known */
};
struct evaluation {
    const struct gaps *g;
    struct arena *a;
    const struct gap_run *run;
    const struct table_row *of;
    const struct region_tree *t;
    struct gap_regions *to;
    int *root, *first, *next;        /* of each region: its root, first child, next sibling */
    int *first_caller, *next_caller; /* lists of the calls of a routine */
    struct quantity *calls;          /* of each root: its calls in the run */
    bool *counted;                   /* of each root: calls is set */
    bool *reported;                  /* of each region: its results are set */
    struct known_routine **known_of; /* of each root */
    bool failed;                     /* an error of the database occurred */
};

/* ---- the tree: structure.c ---- */

/* Sets the links of e from its tree. */
void link_tree(struct evaluation *e);
/* Returns the number of executions of a program or routine in the run. */
struct quantity executions_of(struct evaluation *e, int root);
/* Returns the share of the run's work that one execution of the region does: 1 / executions. */
struct quantity part_of_run(struct evaluation *e, int i);

/* ---- loops: work.c ---- */

/* The work of a loop's threads in one execution of the region around it, and its sum. */
struct work {
    struct team team;
    struct quantity sum[REGION_RUNGS], measured;
};
/* Returns the work of loop region i. */
struct work work_of(struct evaluation *e, int i);
/* Returns the index of the loop in its build; the number of loops if it is not stored. */
size_t index_of_loop(const struct evaluation *e, const char *loop);
/* Returns whether a region of the tree is this loop. */
bool loop_is_named(const struct region_tree *t, const char *loop);

/* ---- parallel regions: parallel.c ---- */

/* Evaluates parallel region i (eq. 4.17, 4.18). p: the processors that share its work. */
struct span parallel_span(struct evaluation *e, int i, struct quantity p);

/* ---- any region: bounds.c ---- */

/* Returns the work of the threads of a team in region i, which all of them run. */
struct team team_of_region(struct evaluation *e, int i, struct quantity p);
/* Returns a span of 0 cycles. */
struct span span_of_nothing(void);
/* Returns the cycles of region i from the region file; without them, q. */
struct quantity measured_or_given(const struct evaluation *e, int i, struct quantity q);
/* Returns the lowest thread number of the team; -1 = no threads. */
long lowest_thread(const struct team *t);

#endif
