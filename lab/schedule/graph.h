/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions of a block and what has to come before what, and how far. */
#ifndef LAB_SCHEDULE_GRAPH_H
#define LAB_SCHEDULE_GRAPH_H

#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"
#include "lab/schedule/memory.h"

/* `to` is issued at least `pairs` behind the node that the arc is of, and not before it. */
struct arc {
    uint32_t to;
    int pairs;
};
/* What is issued as one. */
struct node {
    const struct lab_inst *inst, *with; /* with: the movin8 of a movout8; NULL = none */
    uint8_t halves;                     /* LAB_LEFT, LAB_RIGHT or both */
    struct effects effects, with_effects;
    uint64_t reads[4], writes[4]; /* bits of the row, and of webs behind it */
    struct memory_use memory;
    ARRAY(struct arc) arcs;
    int earliest; /* pair of the block that it may be issued in */
    int tail;     /* pairs from it to the block's end, at least */
    int before;   /* nodes that have to come before it */
};
struct graph {
    const struct machine *m;
    struct node *nodes; /* in order; the branch is not among them */
    size_t n;
    struct node branch; /* inst = NULL: there is none */
    int lead;           /* pairs of nops that the block begins with */
};

/* A block's nodes; they live in a, but for arcs. */
struct graph graph_of(struct arena *a, const struct lab_flow_block *b, const struct machine *m);
void graph_free(struct graph *g);
/* Least pairs from a to b, of which a is first in order, by registers; -1 = no matter. */
int node_distance(const struct machine *m, const struct node *a, const struct node *b);
/* Arcs between all nodes, from the first to the last. */
void graph_connect(struct graph *g);

/* Puts a node into a pair. */
void node_put(struct lab_pair *p, const struct node *n);

#endif
