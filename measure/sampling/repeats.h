/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One profile of several runs of a command. */
#ifndef MEASURE_SAMPLING_REPEATS_H
#define MEASURE_SAMPLING_REPEATS_H

#include "measure/sampling/profile.h"

/* Returns whether the runs can be merged: they were sampled by the same method, with the same unit,
 * and both with or both without the kernel. */
bool profile_is_repeat(const struct profile *first, const struct profile *other);

/* Merges n >= 1 runs for which profile_is_repeat() holds. Texts remain those of the runs; arrays
 * are in a. In *to
 * - times, numbers of page faults and of instructions are means of the runs, missing if that of a
 *   run is missing;
 * - samples, lost records and threads are those of all runs; rate is the number of samples divided
 *   by the sum of the CPU times;
 * - clock is the 5th percentile of the runs' 5th percentiles, the median of the medians, and the
 *   95th percentile of the 95th percentiles;
 * - status, stop_signal and left are those of the last run, the memory of page faults and the
 *   remaining members those of the first one;
 * - repeats has an element for each run, also if there is only one. */
void profile_merge(struct arena *a, const struct profile *runs, size_t n, struct profile *to);

#endif
