/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: the runs of a table by build and machine, and what their
 * loops are in each. */
#ifndef GAPS_SCALING_GROUP_H
#define GAPS_SCALING_GROUP_H

#include "gaps/scaling/scaling.h"

/* Measured runs of one build and machine, by processors, else as the table has
 * them. */
struct run_group {
    const struct gap_run **runs;
    size_t n;
    const char **loops; /* each that one of them has a row of, as the first has them */
    size_t n_loops;
    const struct gap_loop *
        *rows; /* of loop l in run r: [l * n + r]; NULL = none, or not measured */
};
struct run_groups {
    struct run_group *at;
    size_t n;
};
struct run_groups group_runs(struct arena *a, const struct gap_table *t);

/* Where the runs behind first that have as many processors end. */
size_t alike_end(const struct run_group *g, size_t first);

/* The number of loop l of g (l = n_loops: of the program) in run r; missing
 * also where it is a lower limit only, for samples were lost. */
struct quantity number_in(const struct run_group *g, size_t l, size_t r,
                          enum gap_repeats_number what);

/* Rows of one group each; made in a. */
struct gap_scaling scale_group(struct arena *a, const struct run_group *g, double efficiency);
/* Runs first to end - 1 of g, which are alike. */
struct gap_repeats repeat_runs(struct arena *a, const struct run_group *g, size_t first,
                               size_t end);

#endif
