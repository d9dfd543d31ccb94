/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow of a routine, and its loops by it: what textual order hides (cold blocks moved out,
 * loops entered at their test at the bottom) is undone before the loop finder sees them. */
#ifndef X86_ASM_FLOW_H
#define X86_ASM_FLOW_H

#include "x86-asm/unit.h"

/* ---- blocks ---- */

struct x86_edge {
    uint32_t to;  /* block; X86_NOWHERE = out of the routine, or not known */
    bool taken;   /* by a jump; else control falls through */
    bool through; /* by a jump through a table */
};
struct x86_block {
    uint32_t first, last; /* steps */
    uint32_t edges, n_edges;
    uint32_t loop; /* the innermost loop that it is in; X86_NOWHERE */
};
struct x86_blocks {
    struct arena arena;
    struct x86_block *at;
    uint32_t n;
    ARRAY(struct x86_edge) edges; /* by block; of a conditional branch the taken one first */
};
/* The blocks of u; those before are freed first. */
void x86_blocks_of(const struct x86_unit *u, struct x86_blocks *b);
void x86_blocks_free(struct x86_blocks *b);

/* ---- loops ---- */

/* A loop is what control can run in a circle: a strongly connected part of the blocks, and inside
 * it, with the edges into its header left out, further ones. */
struct x86_nest {
    uint32_t parent; /* X86_NOWHERE = none */
    uint32_t header; /* block where it is entered */
    uint32_t start;  /* block that it is listed from: the target of a backward jump, if it is in
                        every pass; mostly its header */
    uint32_t blocks, n_blocks; /* in members, those of loops in it as well */
    uint32_t child, sibling;   /* the first loop within it, the next one beside it; X86_NOWHERE */
    uint32_t from, to;         /* it takes the places from <= p < to of the order */
    bool several_entries;      /* no single header: control enters it in several places */
    bool too_deep;             /* what is within was not looked into */
};
enum { X86_NEST_DEPTH = 64 };

struct x86_flow {
    const struct x86_unit *unit;
    struct x86_blocks blocks;
    ARRAY(struct x86_nest) loops; /* outer ones before those within */
    ARRAY(uint32_t) members;
    ARRAY(uint32_t)
    order;           /* blocks of loops: each loop in one piece, from its start on, all edges
                        but those to a loop's start going forward */
    uint32_t *place; /* of a block in order; X86_NOWHERE */
};
/* Finds them all; f is empty, or was filled before. */
void x86_flow_of(const struct x86_unit *u, struct x86_flow *f);
void x86_flow_free(struct x86_flow *f);

/* Whether loop has block among its own or those of loops within. */
bool x86_loop_has(const struct x86_flow *f, uint32_t loop, uint32_t block);

static inline const struct x86_edge *x86_edges(const struct x86_flow *f, uint32_t block)
{
    return f->blocks.edges.at + f->blocks.at[block].edges;
}

/* Of loops, not in any header of other files. */
void x86_order_blocks(struct x86_flow *f);

#endif
