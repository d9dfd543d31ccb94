/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds compared with each other, in numbers and words: the facts of the chart waterfall, for
 * tables. */
#ifndef PLOTS_COMPARE_H
#define PLOTS_COMPARE_H

#include "gaps/gaps.h"

struct compared_loop {
    const char *loop;          /* id */
    struct quantity *measured; /* cycles per iteration in each build */
};
/* Builds on one machine and number of processors, each by its run of median cycles. */
struct comparison {
    const char *machine;
    long processors;
    bool repeated; /* some build has several runs */
    const char **builds;
    size_t n, left_out;          /* builds that are shown; that are not */
    struct compared_loop *loops; /* that are known in two builds */
    size_t n_loops;
    size_t whole;         /* loops of which every build knows all rungs */
    const char **answers; /* of each build but the first: what it changes there against that one;
                             n - 1 of them, none where whole is 0 */
};

/* All of the table, *n of them; made in a. */
struct comparison *compare_builds(struct arena *a, const struct gap_table *t, size_t *n);

#endif
