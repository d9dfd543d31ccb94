/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The maximum cycle ratio of a flow graph, which is the bound of a recurrence (t_d, eq. 4.7
 * generalized to any number of operations and iterations). */
#ifndef FACTS_CYCLES_H
#define FACTS_CYCLES_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { FLOW_EDGES_MOST = 1 << 24 }; /* limit of the edges of a graph */

/* The flow of a value from one operation to another. */
struct flow_edge {
    int from, to;   /* nodes, from 0 */
    double latency; /* cycles between the issue of from and to; 0 to 1e6, rounded to 1e-6 */
    long distance;  /* iterations or passes between from and to; 0 to 1e9 */
    bool addend;    /* the value is the addend of a linked pair; not used by these functions */
};

/* A cycle of the graph. */
struct flow_cycle {
    size_t *edges;  /* indices of edges in order of flow, starting at the lowest node */
    size_t n;       /* 0 = the graph has no cycle */
    double latency; /* sum over the edges, cycles */
    long distance;  /* sum over the edges, >= 1 */
};

/* Returns the cycle with the largest latency / distance, allocated in a, by Howard's policy
 * iteration, which needs a few passes over the edges in practice. Ratios are compared exactly, as
 * fractions. The result is deterministic: of equal ratios, a cycle in the strongly connected
 * component with the lowest node. Parallel edges and self-loops are allowed. Cycles with distance
 * 0, values out of range, and more than FLOW_EDGES_MOST edges are internal errors. */
struct flow_cycle greatest_cycle(struct arena *a, int nodes, const struct flow_edge *edges,
                                 size_t n);

/* Sets least[v] to the smallest distance of a cycle through node v: that number of consecutive
 * iterations is independent. 0 = no cycle, or its distance is at least most. In a very large
 * component the distance of a larger cycle may be used. */
void least_cycles(int nodes, const struct flow_edge *edges, size_t n, long most, long *least);

#endif
