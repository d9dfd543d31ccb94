/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repeated runs, and the one that represents them. */
#ifndef GAPS_MEDIAN_H
#define GAPS_MEDIAN_H

#include "gaps/gaps.h"

/* The end of the runs alike, which stand together: of one build, machine and number of
 * processors; the first of them is at first. */
size_t gap_alike_end(const struct gap_table *t, size_t first);
/* The one of median cycles among the runs from first on, before end; of an even number the lower
 * one of the two in the middle. Cycles: of all measured loops, those within others left out. */
size_t gap_median_run(struct arena *a, const struct gap_table *t, size_t first, size_t end);
/* The runs from first on, before end, as one: that of median cycles, but each of its loops as it
 * was in the run where an iteration of it took the median of all that measured it, so that what
 * interrupted a loop once does not count. Of an even number the lower one of the two in the middle.
 * A run alone is itself. Made in a. */
struct gap_run gap_run_of_medians(struct arena *a, const struct gap_table *t, size_t first,
                                  size_t end);

#endif
