/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: inconsistencies, each with a code. */
#ifndef GAPS_CAUSES_PROBLEMS_H
#define GAPS_CAUSES_PROBLEMS_H

#include "gaps/ladder/model.h"

enum problem_kind {
#define PROBLEM(NAME, code, meaning) PROBLEM_##NAME,
#include "gaps/causes/problems.def"
#undef PROBLEM
    PROBLEM_KINDS
};

/* Returns the code for scripts. */
const char *problem_code(enum problem_kind kind);

/* Formats a text in a, and adds it to the problems and the notes of a loop. */
void add_problem(struct arena *a, struct gap_loop *row, enum problem_kind kind, const char *fmt,
                 ...) __attribute__((format(printf, 4, 5)));

/* The same for a run. */
void add_run_problem(struct arena *a, struct gap_run *run, enum problem_kind kind, const char *fmt,
                     ...) __attribute__((format(printf, 4, 5)));

/* Checks the counts of skipped areas against the passes of the compiled loop. */
void check_skips(struct arena *a, const struct model_loop *l, const struct loop_samples *s,
                 struct gap_loop *row);
/* Checks the iterations of measured loops against k, the constant trip count, and the enclosing
 * loops. Requires all rows of the run. */
void check_iterations(struct arena *a, const struct model_build *b, struct gap_run *run);

#endif
