/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Execution shares of the basic blocks of a compiled loop, from the counts of skipped source
 * blocks. */
#ifndef GAPS_LADDER_PATHS_H
#define GAPS_LADDER_PATHS_H

#include "gaps/ladder/model.h"

struct paths;

/* Returns the basic blocks of a compiled loop with one iteration per pass, for a machine with a
 * static schedule; allocated in a. Returns NULL if the loop has no area, or its pairs are not in
 * the database or too many. */
const struct paths *paths_make(struct arena *a, const struct model_loop *l);

/* Finds the shortest average pass that is consistent with block[], the share of iterations that
 * skip each source block. Sets area[j] to the share of passes that take the branch of area j.
 * Returns false if no pass is consistent; area is then that of the shortest pass. */
bool paths_shares(struct arena *a, const struct paths *p, const double *block, double *area);

#endif
