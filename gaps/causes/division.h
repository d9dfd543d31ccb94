/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: gap P divided by counters. */
#ifndef GAPS_CAUSES_DIVISION_H
#define GAPS_CAUSES_DIVISION_H

#include "gaps/read.h"

/* Sets division of each row of a run, and its problems. Requires all rows with their gaps. Returns
 * false after a message of the database. */
bool divide_gaps(struct arena *a, struct runs *r, const struct table_row *of, struct gap_run *to);

#endif
