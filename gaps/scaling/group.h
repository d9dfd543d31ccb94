/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/scaling: the runs of a table, grouped by build and machine, with the rows of
 * their loops. */
#ifndef GAPS_SCALING_GROUP_H
#define GAPS_SCALING_GROUP_H

#include "gaps/scaling/scaling.h"

/* Measured runs of one build and machine, sorted by processors; runs on equally many processors
 * keep the order of the table. */
struct run_group {
    const struct gap_run **runs;
    size_t n;
    const char **loops; /* the measured loops of all runs, each once */
    size_t n_loops;
    const struct gap_loop **rows; /* [l * n + r]: loop l in run r; NULL = none, or not measured */
};
struct run_groups {
    struct run_group *at;
    size_t n;
};
/* Returns the groups of the measured runs of t, allocated in a. */
struct run_groups group_runs(struct arena *a, const struct gap_table *t);

/* Returns the index after the last run with as many processors as run first. */
size_t repetitions_end(const struct run_group *g, size_t first);

/* Returns the number of loop l of g (l = n_loops: of the program) in run r. It is also missing if
 * lost samples make it only a lower limit. */
struct quantity number_in(const struct run_group *g, size_t l, size_t r,
                          enum gap_repeats_number what);

/* Returns the scaling of a group, allocated in a. */
struct gap_scaling scale_group(struct arena *a, const struct run_group *g, double efficiency);
/* Returns the statistics of the repeated runs first to end - 1 of g, allocated in a. */
struct gap_repeats repeat_runs(struct arena *a, const struct run_group *g, size_t first,
                               size_t end);

#endif
