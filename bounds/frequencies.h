/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often a pass of a loop body runs its blocks and edges, and passes drawn with these
 * frequencies. */
#ifndef BOUNDS_FREQUENCIES_H
#define BOUNDS_FREQUENCIES_H

#include "bounds/sequence.h"

/* Where frequencies of blocks determine those of edges, they are exact. Of other solutions, the one
 * with the greatest entropy is used: the edge of a block is chosen independently of how the pass
 * came there. Edges that leave the loop get nothing that the counts do not require. */

/* Returns frequencies in a. block: executions of each block per pass. trip: passes of an execution
 * of the loop, if it is counted; otherwise 0: then it follows from the edges that leave the loop,
 * if the counts of blocks require any. */
struct body_frequencies find_frequencies(struct arena *a, const struct instruction_body *b,
                                         const double *block, double trip);
/* Returns frequencies for shares (0 to 1) of the passes that run each of n areas; NULL = 1. */
struct body_frequencies frequencies_of_areas(struct arena *a, const struct instruction_body *b,
                                             const double *share, size_t n);

/* Returns how many of these passes make a whole one. If a loop tests at its top, and only jumps
 * back at its end, a pass that leaves it at its first block is none: of n + 1 passes of an
 * execution, n are whole. 1 in other loops. */
double passes_of_whole_one(const struct instruction_body *b, const struct body_frequencies *f);

/* Draws n passes in a. The draws are the same each time, and each edge occurs as often as its
 * frequency requires, except for rounding. With a known trip, executions of the loop have that
 * number of passes, rounded up or down, and their last pass leaves the loop if an edge leads out.
 * Trip INFINITY: no pass leaves the loop if another path exists. */
struct body_path *draw_paths(struct arena *a, const struct instruction_body *b,
                             const struct body_frequencies *f, long n);

#endif
