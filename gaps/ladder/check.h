/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: what does not fit in a row of the table, in words. */
#ifndef GAPS_CHECK_H
#define GAPS_CHECK_H

#include "gaps/ladder/model.h"

/* Notes where a rung is above the next one, or a bound above the measurement,
 * with the reason as far as the facts show it. weighted: skipped blocks were
 * taken off. */
void check_ladder(struct arena *a, const struct model_loop *l, struct gap_loop *row, bool weighted);

#endif
