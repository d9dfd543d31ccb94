/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flow of least cost of one unit from a source to a sink, with a least flow on each arc. */
#ifndef GAPS_LADDER_FLOW_H
#define GAPS_LADDER_FLOW_H

#include <stdbool.h>
#include <stddef.h>

struct flow_arc {
    int from, to;
    double cost;  /* of a unit, >= 0 */
    double least; /* 0 to 1 */
    double flow;  /* result */
};

/* Sets the flow of the n arcs, which have no cycle, between nodes 0 to n_nodes - 1. The unit goes
 * from node 0 to the last node. False where no flow reaches the least of every arc, or none was
 * found in a number of steps that grows with n. */
bool flow_solve(struct flow_arc *arcs, size_t n, size_t n_nodes);

#endif
