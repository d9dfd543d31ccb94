/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops without samples that execute iterations of a sampled source loop. */
#ifndef HOTSPOTS_VERSIONS_H
#define HOTSPOTS_VERSIONS_H

#include "hotspots/files.h"
#include "hotspots/frequencies.h"

/* Returns for each loop of the scan whether it gets a row, in a: it has samples, or it is an
 * innermost loop that the counted program executed and whose source lines are also those of an
 * innermost loop with samples, such as the remainder of a vectorized loop. of->counts: NULL = only
 * loops with samples. */
bool *select_hot_loops(struct arena *a, const struct counted_code *of,
                       const struct row_samples *samples);

#endif
