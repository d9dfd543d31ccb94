/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cheapest way to send one unit from a source to a sink, where some arcs need a least flow. */
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

/* Sets flow of the n arcs, which have no cycle, between nodes 0 to n_nodes - 1. The unit goes from
 * node 0 to the last one. False: no flow has the least that all arcs need, or none was found in the
 * number of steps that the size allows. */
bool flow_solve(struct flow_arc *arcs, size_t n, size_t n_nodes);

#endif
