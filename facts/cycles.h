/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The greatest cycle ratio of a flow graph: what a recurrence costs (t_d,
 * eq. 4.7 generalized to any number of operations and iterations). */
#ifndef FACTS_CYCLES_H
#define FACTS_CYCLES_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { FLOW_EDGES_MOST = 1 << 24 }; /* of a graph */

/* A value flows from one operation to another. */
struct flow_edge {
    int from, to;   /* nodes, from 0 */
    double latency; /* cycles from issue of from to issue of to; 0 to 1e6, six decimals count */
    long distance;  /* iterations or passes the value waits; 0 to 1e9 */
    bool addend;    /* to takes it as the addend of a linked pair; only passed on */
};

/* A cycle of the graph. */
struct flow_cycle {
    size_t *edges;  /* indices of edges in order of flow, from the cycle's lowest node */
    size_t n;       /* 0 = the graph has no cycle */
    double latency; /* sum over the edges, cycles */
    long distance;  /* sum over the edges, >= 1 */
};

/* The cycle with the greatest latency / distance, in a. Exact: ratios are
 * compared as fractions. The answer depends on the order of nodes and edges
 * only; of equal ratios, one in the strongly connected part with the lowest
 * node. Parallel edges and edges from a node to itself are welcome. A cycle
 * whose distance is 0 cannot be in a program: it is a bug of the caller, as
 * are nodes, latencies and distances out of range, and more than FLOW_EDGES_MOST edges.
 * Howard's policy iteration: a few passes over the edges in practice. */
struct flow_cycle greatest_cycle(struct arena *a, int nodes, const struct flow_edge *edges,
                                 size_t n);

/* Of each node the least distance of a cycle through it, into least: so many iterations in a row
 * can have it done at once. 0 = there is none, or its distance is most or more. In a part of the
 * graph with very many nodes some other cycle through the node may stand for the least one. */
void least_cycles(int nodes, const struct flow_edge *edges, size_t n, long most, long *least);

#endif
