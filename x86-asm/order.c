/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders the blocks of loops: each loop is contiguous and begins with its start, and all edges
 * except those back to a start lead forward. The text-based algorithm of appendix A then gives the
 * loops of the control flow. The fall-through successor of a block directly follows it where
 * possible. */
#include "x86-asm/flow.h"

#include <stdlib.h>

struct visit {
    uint32_t node;        /* number of a block, or blocks.n + the number of a loop */
    uint32_t block, edge; /* next edge to visit, and its block */
};

/* A loop's own blocks and its direct inner loops, each as one node. A node is named by its
 * block or by the start of its loop. */
struct ordering {
    struct x86_flow *f;
    uint32_t *state; /* of each node; 0 = not visited */
    ARRAY(struct visit) visits;
    ARRAY(uint32_t) done; /* nodes in reverse order */
};

/* Returns true if the loop contains the block; X86_NO_INDEX: the whole routine. */
static bool contains_block(const struct x86_flow *f, uint32_t loop, uint32_t block)
{
    return block != X86_NO_INDEX && (loop == X86_NO_INDEX || x86_loop_has(f, loop, block));
}

/* Returns the node in `loop` that contains the block; X86_NO_INDEX: in the routine. */
static uint32_t node_of(const struct x86_flow *f, uint32_t loop, uint32_t block)
{
    uint32_t l = f->blocks.at[block].loop;
    if (l == loop)
        return block;
    while (f->loops.at[l].parent != loop)
        l = f->loops.at[l].parent;
    return f->blocks.n + l;
}

/* Returns the number of blocks whose edges belong to the node. */
static uint32_t node_size(const struct x86_flow *f, uint32_t node)
{
    return node < f->blocks.n ? 1 : f->loops.at[node - f->blocks.n].n_blocks;
}

static uint32_t node_block(const struct x86_flow *f, uint32_t node, uint32_t i)
{
    return node < f->blocks.n ? node : f->members.at[f->loops.at[node - f->blocks.n].blocks + i];
}

/* Finds the next unvisited successor of a node within the loop. Taken jumps come first, so that the
 * fall-through successor is visited last and follows directly. */
static bool next_node(struct ordering *o, uint32_t loop, struct visit *v, uint32_t *next)
{
    const struct x86_flow *f = o->f;
    uint32_t start = loop == X86_NO_INDEX ? X86_NO_INDEX : f->loops.at[loop].start;
    for (; v->block < node_size(f, v->node); v->block++, v->edge = 0) {
        uint32_t from = node_block(f, v->node, v->block);
        while (v->edge < f->blocks.at[from].n_edges) {
            uint32_t to = x86_edges(f, from)[v->edge++].to;
            if (to == start || !contains_block(f, loop, to))
                continue;
            *next = node_of(f, loop, to);
            if (*next != v->node && !o->state[*next])
                return true;
        }
    }
    return false;
}

static void order_loop(struct ordering *o, uint32_t loop);

static void put_node(struct ordering *o, uint32_t node)
{
    struct x86_flow *f = o->f;
    if (node >= f->blocks.n) {
        order_loop(o, node - f->blocks.n);
        return;
    }
    f->place[node] = (uint32_t)f->order.n;
    *array_push(&f->order) = node;
}

static void visit_node(struct ordering *o, uint32_t node)
{
    o->state[node] = 1;
    *array_push(&o->visits) = (struct visit){node, 0, 0};
}

/* Orders the nodes of a loop, or of the routine (X86_NO_INDEX), that control reaches from the
 * block. */
static void order_from(struct ordering *o, uint32_t loop, uint32_t start)
{
    size_t from = o->done.n, visits = o->visits.n;
    visit_node(o, node_of(o->f, loop, start));
    while (o->visits.n > visits) {
        uint32_t next;
        struct visit *v = &o->visits.at[o->visits.n - 1];
        if (next_node(o, loop, v, &next)) {
            visit_node(o, next);
        } else {
            *array_push(&o->done) = v->node;
            o->visits.n--;
        }
    }
    while (o->done.n > from)
        put_node(o, o->done.at[--o->done.n]);
}

/* Recursion is as deep as the loops are nested. */
static void order_loop(struct ordering *o, uint32_t loop)
{
    struct x86_nest *l = &o->f->loops.at[loop];
    l->from = (uint32_t)o->f->order.n;
    order_from(o, loop, l->start);
    l->to = (uint32_t)o->f->order.n;
}

/* Orders all blocks of loops; routine: first the blocks that control reaches from the routine's
 * entry. */
static void order_flow(struct x86_flow *f, bool routine)
{
    struct ordering o = {.f = f};
    size_t nodes = (size_t)f->blocks.n + f->loops.n + 1;
    o.state = ARENA_ARRAY(&f->blocks.arena, uint32_t, nodes);
    f->order.n = 0;
    for (uint32_t b = 0; b < f->blocks.n; b++)
        f->place[b] = X86_NO_INDEX;
    if (routine)
        order_from(&o, X86_NO_INDEX, 0);
    f->routine_end = (uint32_t)f->order.n;
    for (uint32_t i = 0; i < f->loops.n; i++)
        if (f->loops.at[i].parent == X86_NO_INDEX && !o.state[f->blocks.n + i])
            order_loop(&o, i);
    array_free(&o.visits);
    array_free(&o.done);
}

void x86_order_blocks(struct x86_flow *f)
{
    f->place = ARENA_ARRAY(&f->blocks.arena, uint32_t, f->blocks.n + 1);
    order_flow(f, false);
}

void x86_order_routine(struct x86_flow *f)
{
    if (f->routine_end == 0 && f->blocks.n)
        order_flow(f, true);
}
