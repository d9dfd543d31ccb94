/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow of a routine, and its loops. The order of blocks that the loop finder receives is
 * independent of code layout (cold blocks moved out of the loop, loops entered at a test at the
 * bottom). */
#ifndef X86_ASM_FLOW_H
#define X86_ASM_FLOW_H

#include "x86-asm/unit.h"

/* ---- blocks ---- */

struct x86_edge {
    uint32_t to;  /* block; X86_NO_INDEX = outside the routine, or unknown */
    bool taken;   /* by a jump; otherwise control falls through */
    bool through; /* by a jump through a table */
};
struct x86_block {
    uint32_t first, last; /* steps */
    uint32_t edges, n_edges;
    uint32_t loop; /* the innermost loop that contains it; X86_NO_INDEX */
};
struct x86_blocks {
    struct arena arena;
    struct x86_block *at;
    uint32_t n;
    ARRAY(struct x86_edge) edges; /* by block; the taken edge of a conditional branch first */
};
/* Finds the blocks of u. Frees the previous contents of b. */
void x86_blocks_of(const struct x86_unit *u, struct x86_blocks *b);
void x86_blocks_free(struct x86_blocks *b);

/* ---- loops ---- */

/* A loop is a strongly connected component of the blocks. Its inner loops are the components that
 * remain after the edges into its header are removed. */
struct x86_nest {
    uint32_t parent; /* X86_NO_INDEX = none */
    uint32_t header; /* block where control enters the loop */
    uint32_t start;  /* block that begins its listing: the target of a backward jump, if every pass
                        executes it; usually its header */
    uint32_t blocks, n_blocks; /* in members, including those of inner loops */
    uint32_t child,
        sibling;       /* the first inner loop, the next loop with the same parent; X86_NO_INDEX */
    uint32_t from, to; /* it occupies the places from <= p < to of the order */
    bool several_entries; /* control enters it at several blocks: no single header */
    bool too_deep;        /* its inner loops were not searched for */
};
enum { X86_NEST_DEPTH = 64 };

struct x86_flow {
    const struct x86_unit *unit;
    struct x86_blocks blocks;
    ARRAY(struct x86_nest) loops; /* outer loops before their inner loops */
    ARRAY(uint32_t) members;
    ARRAY(uint32_t)
    order; /* blocks of loops: each loop is contiguous and begins with its start; all edges except
              those to a loop's start lead forward */
    uint32_t *place;      /* of a block: its position in order; X86_NO_INDEX */
    uint32_t routine_end; /* after x86_order_routine, the blocks that control reaches from the
                             routine's entry are at the places before this one; otherwise 0 */
};
/* Finds all loops of u. f is empty, or was filled before. */
void x86_flow_of(const struct x86_unit *u, struct x86_flow *f);
void x86_flow_free(struct x86_flow *f);

/* Returns true if the loop or one of its inner loops contains the block. */
bool x86_loop_has(const struct x86_flow *f, uint32_t loop, uint32_t block);

static inline const struct x86_edge *x86_edges(const struct x86_flow *f, uint32_t block)
{
    return f->blocks.edges.at + f->blocks.at[block].edges;
}

/* For flow.c only: orders the blocks of loops. */
void x86_order_blocks(struct x86_flow *f);
/* Also orders the blocks outside loops: from the routine's entry on, each after its predecessors.
 * The order within loops does not change. */
void x86_order_routine(struct x86_flow *f);

#endif
