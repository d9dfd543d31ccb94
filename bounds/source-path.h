/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shortest path through an iteration of a source loop. */
#ifndef BOUNDS_SOURCE_PATH_H
#define BOUNDS_SOURCE_PATH_H

#include "bounds/bounds.h"

/* Returns the loop with the counts, flops and recurrences of an iteration along the shortest path,
 * in a. The path skips all conditional blocks, but executes one arm of an IF or SELECT CASE that
 * has an arm for each case: so that MA is least, and of several paths the number of operations.
 * With more than 8 such constructs each arm is chosen by itself. Returns s if it has no blocks, no
 * bound, or if the machine's schedule is static: the bounds of the KSR1 include all blocks.
 * A recurrence with an operation in a skipped block is left out; others of the loop are unknown. */
const struct source_loop *source_on_shortest_path(struct arena *a, const struct machine *m,
                                                  const struct source_loop *s, bool reassociate,
                                                  struct quantity k);

/* Returns the share of iterations that skip each block on that path, 0 or 1, in a; a block in a
 * skipped one has 0. NULL if source_on_shortest_path() would return s. */
double *shares_of_shortest_path(struct arena *a, const struct machine *m,
                                const struct source_loop *s, bool reassociate, struct quantity k);
/* Returns the loop with the counts and flops of an average iteration for such shares, 0 to 1, and
 * the recurrences without operations in blocks that any iteration skips, in a. */
const struct source_loop *source_with_shares(struct arena *a, const struct source_loop *s,
                                             bool reassociate, const double *skipped);
/* Returns a recurrence of the loop; none if it has an operation in a block that any iteration skips:
 * the others then wait for fewer operations. A machine with a static schedule executes all of them.
 * skipped: shares of iterations, 0 to 1; NULL = no block is skipped. */
struct recurrence recurrence_with_shares(const struct machine *m, const struct source_loop *s,
                                         const struct recurrence *r, const double *skipped);

#endif
