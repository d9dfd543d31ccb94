/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repeated runs and their median. */
#ifndef GAPS_MEDIAN_H
#define GAPS_MEDIAN_H

#include "gaps/gaps.h"

/* Returns the end of the repeated runs that begin at first: adjacent runs of one build, machine and
 * number of processors. */
size_t gap_repeated_end(const struct gap_table *t, size_t first);
/* Returns the run with the median cycles among the runs first to end - 1; of an even number, the
 * lower one of the two in the middle. Cycles are those of all measured loops, without loops inside
 * measured loops. */
size_t gap_median_run(struct arena *a, const struct gap_table *t, size_t first, size_t end);
/* Returns the runs first to end - 1 combined: the run with the median cycles, but each loop from
 * the run with its median cycles per iteration, so that one interruption has no effect. Of an even
 * number, the lower one of the two in the middle. A single run is returned unchanged. Allocated in
 * a. */
struct gap_run gap_run_of_medians(struct arena *a, const struct gap_table *t, size_t first,
                                  size_t end);

#endif
