/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: the rows of a run by loop, and the nesting of the loops. */
#ifndef GAPS_CAUSES_PLACED_H
#define GAPS_CAUSES_PLACED_H

#include "gaps/ladder/model.h"

/* By index in the build's loops. */
struct placed_rows {
    struct gap_loop **row; /* NULL = the run has no row */
    long *parent;          /* the enclosing loop; -1 = none */
};
/* Returns the rows of run by index in the loops of b; allocated in a. */
struct placed_rows place_rows(struct arena *a, const struct model_build *b, struct gap_run *run);

/* Returns the row of loop m if it was measured, otherwise NULL. */
static inline struct gap_loop *measured_row(const struct placed_rows *p, long m)
{
    return p->row[m] && p->row[m]->measured ? p->row[m] : NULL;
}

#endif
