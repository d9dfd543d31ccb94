/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: the page faults of the loops of a sampled run. */
#ifndef GAPS_HOT_TOUCH_H
#define GAPS_HOT_TOUCH_H

#include "gaps/hot/references.h"

/* Sets gap_loop.touch of the rows that are loops, and of the source loops that are sums of such
 * rows. Requires the final unit of all rows. */
void set_touches(struct joined_run *j);

#endif
