/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: what does not fit, with a code each. */
#ifndef GAPS_CAUSES_PROBLEMS_H
#define GAPS_CAUSES_PROBLEMS_H

#include "gaps/ladder/model.h"

enum problem_kind {
#define PROBLEM(NAME, code, meaning) PROBLEM_##NAME,
#include "gaps/causes/problems.def"
#undef PROBLEM
    PROBLEM_KINDS
};

const char *problem_code(enum problem_kind kind);

/* Appends a text made in a to the problems of a loop and to its notes. */
void add_problem(struct arena *a, struct gap_loop *row, enum problem_kind kind, const char *fmt,
                 ...) __attribute__((format(printf, 4, 5)));

/* The same for a run. */
void add_run_problem(struct arena *a, struct gap_run *run, enum problem_kind kind, const char *fmt,
                     ...) __attribute__((format(printf, 4, 5)));

/* Skips of areas against the passes of the compiled loop that its iterations make. */
void check_skips(struct arena *a, const struct model_loop *l, const struct loop_samples *s,
                 struct gap_loop *row);
/* Iterations of a measured loop against k, the constant trip count, and the trip counts of the
 * loops inside (run's other rows). Requires all rows of the run. */
void check_iterations(struct arena *a, const struct model_build *b, struct gap_run *run);

#endif
