/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gap P divided by counters, for gaps/ alone. */
#ifndef GAPS_CAUSES_DIVISION_H
#define GAPS_CAUSES_DIVISION_H

#include "gaps/read.h"

/* Sets division of each row of a run, and problems with it. Requires all rows with their gaps.
 * False after a message of the database. */
bool divide_gaps(struct arena *a, struct runs *r, const struct table_row *of, struct gap_run *to);

#endif
