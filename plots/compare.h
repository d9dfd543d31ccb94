/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of builds: the facts of the chart waterfall, for tables. */
#ifndef PLOTS_COMPARE_H
#define PLOTS_COMPARE_H

#include "gaps/gaps.h"

struct compared_loop {
    const char *loop;          /* id */
    struct quantity *measured; /* cycles per iteration in each build */
};
/* Builds with the same machine and number of processors; each is represented by its run with the
 * median of the cycles. */
struct comparison {
    const char *machine;
    long processors;
    bool repeated; /* at least one build has several runs */
    const char **builds;
    size_t n, left_out;          /* builds that are shown; builds that are not */
    struct compared_loop *loops; /* loops that are known in at least two builds */
    size_t n_loops;
    size_t complete_loops;  /* loops with all rungs in every build */
    const char **summaries; /* n - 1 texts: the change of the complete loops from the first build to
                               each other one; unset if complete_loops is 0 */
};

/* Returns all comparisons of the table, *n of them, allocated in a. */
struct comparison *compare_builds(struct arena *a, const struct gap_table *t, size_t *n);

#endif
