/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frequencies of a loop body from the counted executions of its blocks. */
#ifndef BOUNDS_COUNTED_H
#define BOUNDS_COUNTED_H

#include "facts/facts.h"

/* Computes unknown counts (negative ones) from those of other blocks, as far as the edges of the
 * body determine them. Returns the number of blocks that remain unknown. */
size_t derive_block_counts(const struct instruction_body *b, double *count);

/* Sets frequencies and passes of a loop with a body, in a. count: executions of each block, all
 * known; that of the first one is positive. entries: counted executions of the loop; 0 = unknown.
 * Adds a note if the counts contradict the edges. */
void set_counted_frequencies(struct arena *a, struct compiled_loop *l, const double *count,
                             double entries);

#endif
