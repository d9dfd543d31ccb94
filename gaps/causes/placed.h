/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: the rows of a run by the loops that they are of, and how those nest. */
#ifndef GAPS_CAUSES_PLACED_H
#define GAPS_CAUSES_PLACED_H

#include "gaps/ladder/model.h"

/* By index in the build's loops. */
struct placed_rows {
    struct gap_loop **row; /* NULL = the run has none */
    long *parent;          /* the loop around it; -1 = none */
};
/* Made in a. */
struct placed_rows place_rows(struct arena *a, const struct model_build *b, struct gap_run *run);

/* The row of loop m, if it was measured; else NULL. */
static inline struct gap_loop *measured_row(const struct placed_rows *p, long m)
{
    return p->row[m] && p->row[m]->measured ? p->row[m] : NULL;
}

#endif
