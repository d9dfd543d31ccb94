/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: checks the consistency of a row of the table. */
#ifndef GAPS_CHECK_H
#define GAPS_CHECK_H

#include "gaps/ladder/above.h"

/* Relative error of a measurement that is tolerated: the clock of a core varies by 1 to 2 %, and
 * the overhead of begin and end events is not known more exactly. */
extern const double measuring_error;

/* Adds a problem for each rung above the next one and for a bound above the measured time, with its
 * possible cause; sets row->above if that is known. M exceeds MA for one reason only: weigh.c
 * checks that both are computed from the same flops. */
void check_ladder(struct arena *a, const struct model_loop *l, const struct measuring *of,
                  struct gap_loop *row);

#endif
