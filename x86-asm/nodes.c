/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of a body and the edges between them. An inner loop is one block without operations,
 * through which control passes. */
#include "x86-asm/body.h"

#include <string.h>

struct node_builder {
    struct arena *a;
    struct arena scratch;
    struct x86_body *b;
    uint32_t from, to; /* places of the body in the order of the flow */
    uint32_t *node;    /* of a place, from 0: its block of the body; X86_NO_INDEX = none */
    uint32_t
        *entered; /* of a target and whether it is by a jump: 1 + the last block with that edge */
};

/* ---- blocks ---- */

/* Returns the inner loop directly within the body that contains the block; X86_NO_INDEX = none. */
static uint32_t inner_loop_of(const struct x86_body *b, uint32_t block)
{
    const struct x86_flow *f = b->flow;
    uint32_t l = f->blocks.at[block].loop;
    if (l == b->loop)
        return X86_NO_INDEX;
    while (f->loops.at[l].parent != b->loop)
        l = f->loops.at[l].parent;
    return l;
}

static void collect_blocks(struct node_builder *n)
{
    const struct x86_flow *f = n->b->flow;
    for (uint32_t p = n->from; p < n->to;) {
        uint32_t id = f->order.at[p], inner = inner_loop_of(n->b, id);
        uint32_t end = inner == X86_NO_INDEX ? p + 1 : f->loops.at[inner].to;
        n->b->blocks[n->b->n_blocks] = (struct x86_body_block){.id = id, .inner = inner};
        for (; p < end; p++)
            n->node[p - n->from] = n->b->n_blocks;
        n->b->n_blocks++;
    }
}

/* ---- edges ---- */

/* Returns the block of the body that contains a block of the flow; X86_NO_INDEX = none. */
static uint32_t node_of(const struct node_builder *n, uint32_t block)
{
    uint32_t p = block == X86_NO_INDEX ? X86_NO_INDEX : n->b->flow->place[block];
    return p == X86_NO_INDEX || p < n->from || p >= n->to ? X86_NO_INDEX : n->node[p - n->from];
}

/* Returns the place of an edge in `entered`. */
static size_t edge_place(const struct node_builder *n, struct x86_body_edge e)
{
    size_t to = e.to == X86_LEAVES      ? n->b->n_blocks
                : e.to == X86_NEXT_PASS ? (size_t)n->b->n_blocks + 1
                                        : e.to;
    return 2 * to + e.taken;
}

static void add_edge(struct node_builder *n, uint32_t i, struct x86_body_edge e)
{
    struct x86_body_block *from = &n->b->blocks[i];
    uint32_t *entered = &n->entered[edge_place(n, e)];
    if (*entered == i + 1)
        return;
    *entered = i + 1;
    *ARENA_PUSH(n->a, from->edges, from->n_edges) = e;
}

/* Adds an edge from block i of the body to a block of the flow. Edges within an inner loop are
 * omitted. An edge back other than to the start, to an inner loop that was not searched for, ends
 * the pass as well. */
static void add_loop_edge(struct node_builder *n, uint32_t i, const struct x86_edge *e)
{
    struct x86_body_block *from = &n->b->blocks[i];
    uint32_t to = node_of(n, e->to);
    bool start = e->to == n->b->flow->loops.at[n->b->loop].start;
    if (to == i && from->inner != X86_NO_INDEX)
        return;
    from->leads_back |= start;
    if (to != X86_NO_INDEX && to <= i)
        to = X86_NEXT_PASS;
    add_edge(n, i, (struct x86_body_edge){to, e->taken});
}

/* The same in a routine. A jump out of it ends the pass; control does not continue after its last
 * instruction. */
static void add_routine_edge(struct node_builder *n, uint32_t i, const struct x86_edge *e)
{
    struct x86_body_block *from = &n->b->blocks[i];
    uint32_t to = node_of(n, e->to);
    bool leaves = e->to == X86_NO_INDEX && e->taken;
    if (to == i)
        return;
    from->leads_back |= leaves;
    add_edge(n, i, (struct x86_body_edge){leaves ? X86_NEXT_PASS : to, e->taken});
}

/* Adds the edges of a block of the flow, which is in block i of the body. */
static void add_edges(struct node_builder *n, uint32_t i, uint32_t id)
{
    const struct x86_flow *f = n->b->flow;
    const struct x86_block *b = &f->blocks.at[id];
    enum x86_control c = x86_control(&f->unit->steps.at[b->last].is);
    bool routine = n->b->loop == X86_NO_INDEX;
    for (uint32_t k = 0; k < b->n_edges; k++)
        if (routine)
            add_routine_edge(n, i, &x86_edges(f, id)[k]);
        else
            add_loop_edge(n, i, &x86_edges(f, id)[k]);
    if (routine && (c == X86_RETURNS || (c == X86_JUMPS_INDIRECT && b->n_edges == 0)))
        add_routine_edge(n, i, &(struct x86_edge){.to = X86_NO_INDEX, .taken = true});
}

/* Returns the blocks of the flow that a block of the body contains. */
static const uint32_t *members_of(const struct x86_body *b, const struct x86_body_block *at,
                                  uint32_t *n)
{
    const struct x86_nest *l = at->inner == X86_NO_INDEX ? NULL : &b->flow->loops.at[at->inner];
    *n = l ? l->n_blocks : 1;
    return l ? b->flow->members.at + l->blocks : &at->id;
}

static void connect_blocks(struct node_builder *n)
{
    n->entered = ARENA_ARRAY(&n->scratch, uint32_t, 2 * ((size_t)n->b->n_blocks + 2));
    for (uint32_t i = 0; i < n->b->n_blocks; i++) {
        uint32_t count;
        const uint32_t *id = members_of(n->b, &n->b->blocks[i], &count);
        for (uint32_t k = 0; k < count; k++)
            add_edges(n, i, id[k]);
    }
}

/* ---- blocks that end the program ---- */

/* Returns true if control can leave the routine from the block. leaves: the same of later blocks.
 */
static bool can_leave(const struct x86_body_block *b, const bool *leaves)
{
    bool can = b->leads_back;
    for (uint32_t k = 0; k < b->n_edges; k++)
        can |= b->edges[k].to < X86_NEXT_PASS && leaves[b->edges[k].to];
    return can;
}

/* Removes the blocks from which control does not leave the routine: they end the program, or raise
 * an exception. */
static void remove_endless_blocks(struct node_builder *n)
{
    struct x86_body *b = n->b;
    uint32_t *now = ARENA_ARRAY(&n->scratch, uint32_t, b->n_blocks + 1), kept = 0;
    bool *leaves = ARENA_ARRAY(&n->scratch, bool, b->n_blocks + 1);
    for (uint32_t i = b->n_blocks; i-- > 0;)
        leaves[i] = can_leave(&b->blocks[i], leaves);
    for (uint32_t i = 0; i < b->n_blocks; i++) {
        now[i] = leaves[i] ? kept : X86_LEAVES;
        if (leaves[i])
            b->blocks[kept++] = b->blocks[i];
    }
    b->n_blocks = kept;
    for (uint32_t i = 0; i < kept; i++)
        for (uint32_t k = 0; k < b->blocks[i].n_edges; k++) {
            uint32_t *to = &b->blocks[i].edges[k].to;
            *to = *to < X86_NEXT_PASS ? now[*to] : *to;
        }
}

/* ---- inner loops ---- */

static void add_written(const struct x86_instruction *i, bool *writes)
{
    uint8_t reg[X86_DEFS];
    bool calls = x86_control(i) == X86_CALLS;
    int n = calls ? 0 : x86_defs(i, reg);
    for (int d = 0; d < n; d++)
        writes[reg[d]] = true;
    for (int r = 0; calls && r < X86_REGISTERS; r++)
        writes[r] |= x86_clobbered_by_calls(r);
}

/* Finds the registers that an inner loop writes. */
static const bool *registers_written(struct node_builder *n, const struct x86_body_block *at)
{
    const struct x86_flow *f = n->b->flow;
    bool *writes = ARENA_ARRAY(n->a, bool, X86_REGISTERS);
    uint32_t count;
    const uint32_t *id = members_of(n->b, at, &count);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t s = f->blocks.at[id[k]].first; s <= f->blocks.at[id[k]].last; s++)
            add_written(&f->unit->steps.at[s].is, writes);
    return writes;
}

void x86_find_blocks(struct arena *a, struct x86_body *b)
{
    bool routine = b->loop == X86_NO_INDEX;
    struct node_builder n = {.a = a, .b = b, .from = routine ? 0 : b->flow->loops.at[b->loop].from};
    n.to = routine ? b->flow->routine_end : b->flow->loops.at[b->loop].to;
    n.node = ARENA_ARRAY(&n.scratch, uint32_t, n.to - n.from + 1);
    b->blocks = ARENA_ARRAY(a, struct x86_body_block, n.to - n.from + 1);
    collect_blocks(&n);
    connect_blocks(&n);
    if (routine)
        remove_endless_blocks(&n);
    for (uint32_t i = 0; i < b->n_blocks; i++)
        if (b->blocks[i].inner != X86_NO_INDEX)
            b->blocks[i].writes = registers_written(&n, &b->blocks[i]);
    arena_free(&n.scratch);
}

size_t x86_routine_length(const struct x86_flow *f)
{
    size_t n = 0;
    for (uint32_t p = 0; p < f->routine_end; p++) {
        const struct x86_block *b = &f->blocks.at[f->order.at[p]];
        n += b->loop == X86_NO_INDEX ? b->last - b->first + 1 : 0;
    }
    return n;
}
