/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which passes of a compiled loop run what: its basic blocks, and the least that the counts of
 * skipped source blocks leave for each of them. */
#ifndef GAPS_LADDER_PATHS_H
#define GAPS_LADDER_PATHS_H

#include "gaps/ladder/model.h"

struct paths;

/* The basic blocks of a compiled loop whose pass is one iteration, of a machine whose schedule is
 * static; in a. NULL where it has no area, or its pairs are not in the database, or there are too
 * many of them. */
const struct paths *paths_make(struct arena *a, const struct model_loop *l);

/* Of passes on average that agree with the shares of the iterations that skip each source block,
 * the shortest: to area[j] the share that takes the branch of area j. False where no passes agree:
 * area is then of the shortest pass. */
bool paths_shares(struct arena *a, const struct paths *p, const double *block, double *area);

#endif
