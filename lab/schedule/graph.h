/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dependence graph of a block's instructions, with distances. */
#ifndef LAB_SCHEDULE_GRAPH_H
#define LAB_SCHEDULE_GRAPH_H

#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"
#include "lab/schedule/memory.h"

/* Node `to` must be issued at least `pairs` pairs after the arc's source. */
struct arc {
    uint32_t to;
    int pairs;
};
/* One instruction, or a movout8 and its movin8, which are issued together. */
struct node {
    const struct lab_inst *inst, *with; /* with: the movin8 of a movout8; NULL = none */
    uint8_t halves;                     /* LAB_LEFT, LAB_RIGHT or both */
    struct effects effects, with_effects;
    uint64_t reads[4], writes[4]; /* bits of the row, followed by those of webs */
    struct memory_use memory;
    ARRAY(struct arc) arcs;
    int earliest; /* first pair of the block in which it may be issued */
    int tail;     /* least number of pairs from it to the block's end */
    int before;   /* number of predecessors */
};
struct graph {
    const struct machine *m;
    struct node *nodes; /* in order; the branch is not among them */
    size_t n;
    struct node branch; /* inst = NULL: none */
    int lead;           /* pairs of nops at the block's begin */
};

/* Returns a block's nodes. They belong to a, except their arcs (graph_free()). */
struct graph graph_of(struct arena *a, const struct lab_flow_block *b, const struct machine *m);
void graph_free(struct graph *g);
/* Returns the least number of pairs from a to b, which is later in program order, by registers;
 * -1 = independent. */
int node_distance(const struct machine *m, const struct node *a, const struct node *b);
/* Adds the arcs between all nodes. */
void graph_connect(struct graph *g);

/* Stores a node in a pair. */
void node_put(struct lab_pair *p, const struct node *n);

#endif
