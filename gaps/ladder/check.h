/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: what does not fit in a row of the table, in words. */
#ifndef GAPS_CHECK_H
#define GAPS_CHECK_H

#include "gaps/ladder/model.h"

/* Notes where a rung is above the next one, or a bound above the measurement,
 * with the reason as far as the facts show it. M is above MA for one reason only: weigh.c checks
 * that both are of the same flops. */
void check_ladder(struct arena *a, const struct model_loop *l, struct gap_loop *row);

#endif
