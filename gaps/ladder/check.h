/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: checks the consistency of a row of the table. */
#ifndef GAPS_CHECK_H
#define GAPS_CHECK_H

#include "gaps/ladder/model.h"

/* Adds a problem for each rung above the next one and for a bound above the measured time, with its
 * possible cause. M exceeds MA for one reason only: weigh.c checks that both are computed from the
 * same flops. */
void check_ladder(struct arena *a, const struct model_loop *l, struct gap_loop *row);

#endif
