/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether linear equations and inequalities have a solution in whole numbers:
 * equations are solved by unimodular changes of the unknowns (W. Pugh, "The Omega
 * test", Supercomputing '91, section 2), inequalities by Fourier-Motzkin
 * elimination, exact where a coefficient is 1 (section 2.3), else in the rationals
 * with the constants rounded; where that leaves a doubt, the values of an unknown
 * that has few are tried one by one. */
#ifndef ANALYSIS_INTEGERS_H
#define ANALYSIS_INTEGERS_H

#include <stdbool.h>
#include <stdint.h>

enum { UNKNOWNS_MOST = 96, ROWS_MOST = 320 };

enum row_kind {
    ROW_ZERO,     /* sum + constant = 0 */
    ROW_POSITIVE, /* sum + constant >= 0 */
    ROW_WATCHED,  /* no constraint; its value is read afterwards */
};
struct row {
    enum row_kind kind;
    int watch; /* WATCHED: the caller's number for the row, because rows are reordered */
    int64_t constant, at[UNKNOWNS_MOST];
};
struct integers {
    int unknowns, n;
    bool rational; /* do not use reasoning that holds for integers only */
    bool full;     /* a row or unknown did not fit, or a number became too large */
    struct row row[ROWS_MOST];
};

enum solution {
    SOLUTION_NONE,     /* certain */
    SOLUTION_POSSIBLE, /* not excluded */
    SOLUTION_EXISTS,   /* certain */
};

/* Adds an unknown; adds a row of zeroes, whose coefficients the caller sets. When the tables
 * overflow, full is set and the answer is POSSIBLE. */
int integers_unknown(struct integers *s);
struct row *integers_row(struct integers *s, enum row_kind kind);
/* Solves the system, which destroys the rows. WATCHED rows then contain their value if the
 * equations alone make it constant (watched_constant). */
enum solution integers_solve(struct integers *s);
bool watched_constant(const struct integers *s, const struct row *r, int64_t *value);

#endif
