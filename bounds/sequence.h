/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop body without branches that runs given passes of a body one after the other. */
#ifndef BOUNDS_SEQUENCE_H
#define BOUNDS_SEQUENCE_H

#include "facts/facts.h"

/* A path of a pass: the edges that control takes, beginning in the first block. The last one ends
 * the pass. */
struct body_path {
    const int *edges;
    size_t n;
};

/* Returns the passes along the paths as one body, in a. The passes are repeated forever: after the
 * last one follows the first one. Each flow comes from the source that ran last. A pass that leaves
 * the loop is followed by the first pass of another execution of the loop, which gets no values
 * from earlier passes. b may be returned if it has a single block. */
const struct instruction_body *body_sequence(struct arena *a, const struct instruction_body *b,
                                             const struct body_path *paths, size_t n);

/* Returns the target of an edge. */
static inline int edge_target(const struct instruction_body *b, int edge)
{
    return b->edges[edge].to;
}

#endif
