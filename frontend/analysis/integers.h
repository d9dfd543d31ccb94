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
    ROW_WATCHED,  /* says nothing; its value is looked at afterwards */
};
struct row {
    enum row_kind kind;
    int watch; /* WATCHED: the caller's number for it; rows change places */
    int64_t constant, at[UNKNOWNS_MOST];
};
struct integers {
    int unknowns, n;
    bool rational; /* no reasoning that only whole numbers allow */
    bool full;     /* a row or unknown did not fit, or a number became too large */
    struct row row[ROWS_MOST];
};

enum solution {
    SOLUTION_NONE,     /* certain */
    SOLUTION_POSSIBLE, /* none was ruled out */
    SOLUTION_EXISTS,   /* certain */
};

/* A new unknown; a new row of zeroes, of which the caller sets the coefficients.
 * Past the room for them full is set, and the answer is POSSIBLE. */
int integers_unknown(struct integers *s);
struct row *integers_row(struct integers *s, enum row_kind kind);
/* Uses up the rows. WATCHED rows then hold their value where it is constant
 * (watched_constant) by the equations alone. */
enum solution integers_solve(struct integers *s);
bool watched_constant(const struct integers *s, const struct row *r, int64_t *value);

#endif
