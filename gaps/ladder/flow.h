/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minimum-cost flow of one unit from a source to a sink, with a lower limit on each arc. */
#ifndef GAPS_LADDER_FLOW_H
#define GAPS_LADDER_FLOW_H

#include <stdbool.h>
#include <stddef.h>

struct flow_arc {
    int from, to;
    double cost;  /* per unit, >= 0 */
    double least; /* lower limit, 0 to 1 */
    double flow;  /* result */
};

/* Computes the flow of the n arcs between nodes 0 to n_nodes - 1. The unit flows from node 0 to the
 * last node. Requires a graph without cycles. Returns false if no flow satisfies all lower limits,
 * or none is found within a number of steps proportional to n. */
bool flow_solve(struct flow_arc *arcs, size_t n, size_t n_nodes);

#endif
