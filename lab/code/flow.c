/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/code/flow.h"

#include <string.h>

/* ---- blocks ---- */
static void number_blocks(struct ir_procedure *p)
{
    for (size_t i = 0; i < p->blocks.n; i++)
        p->blocks.at[i]->id = (uint32_t)i;
}

/* Marks a block and all blocks reachable from it. */
static void mark_reachable(struct ir_block *from, struct ir_block **stack, bool *reached)
{
    size_t n = 0;

    stack[n++] = from;
    reached[from->id] = true;
    while (n > 0) {
        const struct ir_block *b = stack[--n];
        for (int e = 0; e < flow_next(b); e++)
            if (!reached[b->next[e]->id]) {
                reached[b->next[e]->id] = true;
                stack[n++] = b->next[e];
            }
    }
}

/* Marks the blocks that loops with a reached head refer to, and the blocks reachable from these.
 * Returns whether new blocks were marked. */
static bool mark_loop_blocks(const struct ir_procedure *p, struct ir_block **stack, bool *reached)
{
    bool more = false;

    for (size_t l = 0; l < p->loops.n; l++) {
        const struct ir_loop *o = &p->loops.at[l];
        struct ir_block *own[] = {o->before, o->latch};
        bool any = o->head && reached[o->head->id];
        for (int i = 0; i < 2 && any; i++)
            if (own[i] && !reached[own[i]->id]) {
                mark_reachable(own[i], stack, reached);
                more = true;
            }
    }
    return more;
}

static void find_reached(const struct ir_procedure *p, bool *reached)
{
    struct ir_block **stack = xmalloc((p->blocks.n + 1) * sizeof(*stack));

    if (p->blocks.n > 0)
        mark_reachable(p->blocks.at[0], stack, reached);
    while (mark_loop_blocks(p, stack, reached))
        ;
    array_release(stack);
}

static int new_loop_index(const int *now, int loop)
{
    while (loop >= 0 && now[loop] < 0)
        loop = -2 - now[loop];
    return loop < 0 ? -1 : now[loop];
}

/* Removes loops whose head is unreachable, and references to unreachable blocks after loops. now:
 * for each loop its new index, or -2 - the index of its parent if it is removed. */
static void remove_loops(struct ir_procedure *p, const bool *reached)
{
    size_t n = 0;
    int *now = xmalloc((p->loops.n + 1) * sizeof *now);

    for (size_t l = 0; l < p->loops.n; l++) {
        const struct ir_block *head = p->loops.at[l].head;
        bool stays = head && reached[head->id];
        now[l] = stays ? (int)n++ : -2 - p->loops.at[l].parent;
    }
    for (size_t b = 0; b < p->blocks.n; b++)
        p->blocks.at[b]->loop = new_loop_index(now, p->blocks.at[b]->loop);
    for (size_t l = 0; l < p->loops.n; l++)
        if (now[l] >= 0) {
            p->loops.at[now[l]] = p->loops.at[l];
            p->loops.at[now[l]].parent = new_loop_index(now, p->loops.at[now[l]].parent);
            if (p->loops.at[now[l]].after && !reached[p->loops.at[now[l]].after->id])
                p->loops.at[now[l]].after = NULL;
        }
    p->loops.n = n;
    array_release(now);
}

void flow_remove_unreachable(struct ir_procedure *p)
{
    size_t n = 0;
    bool *reached = xmalloc(p->blocks.n + 1);

    memset(reached, 0, p->blocks.n + 1);
    number_blocks(p);
    find_reached(p, reached);
    remove_loops(p, reached);
    for (size_t i = 0; i < p->blocks.n; i++)
        if (reached[i])
            p->blocks.at[n++] = p->blocks.at[i];
        else
            array_free(&p->blocks.at[i]->code);
    p->blocks.n = n;
    number_blocks(p);
    array_release(reached);
}

/* ---- edges and dominators ---- */
static void find_predecessors(struct flow *f)
{
    f->before = ARENA_ARRAY(&f->arena, struct flow_edges, f->n_blocks);
    for (size_t i = 0; i < f->n_blocks; i++)
        for (int e = 0; e < flow_next(f->p->blocks.at[i]); e++)
            f->before[f->p->blocks.at[i]->next[e]->id].n++;
    for (size_t i = 0; i < f->n_blocks; i++) {
        f->before[i].at = ARENA_ARRAY(&f->arena, struct ir_block *, f->before[i].n);
        f->before[i].n = 0;
    }
    for (size_t i = 0; i < f->n_blocks; i++)
        for (int e = 0; e < flow_next(f->p->blocks.at[i]); e++) {
            struct flow_edges *b = &f->before[f->p->blocks.at[i]->next[e]->id];
            b->at[b->n++] = f->p->blocks.at[i];
        }
}

/* The dominator tree. Its root is virtual: its children are the entry and blocks without
 * predecessors. The order of a block is its position in reverse postorder; the root comes first.
 * 0: a block of a cycle that cannot be entered. */
struct tree {
    struct flow *f;
    struct arena arena;
    struct ir_block **at; /* by order */
    uint32_t *order, *immediate;
    uint32_t root;
    uint8_t *edges; /* of each block: number of successors visited */
};

static bool is_root(const struct flow *f, const struct ir_block *b)
{
    return b->id == 0 || f->before[b->id].n == 0;
}

/* Orders the blocks reachable from a block, before those ordered so far. */
static void order_from(struct tree *t, struct ir_block **stack, struct ir_block *from)
{
    size_t n = 0;

    stack[n++] = from;
    t->order[from->id] = 1;
    while (n > 0) {
        struct ir_block *b = stack[n - 1];
        if (t->edges[b->id] == flow_next(b)) {
            t->at[t->root] = b;
            t->order[b->id] = t->root--;
            n--;
            continue;
        }
        struct ir_block *to = b->next[t->edges[b->id]++];
        if (t->order[to->id] == 0) {
            t->order[to->id] = 1;
            stack[n++] = to;
        }
    }
}

static void order_blocks(struct tree *t)
{
    struct ir_block **stack = ARENA_ARRAY(&t->arena, struct ir_block *, t->f->n_blocks + 1);

    t->edges = ARENA_ARRAY(&t->arena, uint8_t, t->f->n_blocks);
    t->root = (uint32_t)t->f->n_blocks + 1;
    for (size_t b = 0; b < t->f->n_blocks; b++)
        if (is_root(t->f, t->f->p->blocks.at[b]) && t->order[b] == 0)
            order_from(t, stack, t->f->p->blocks.at[b]);
}

/* Returns the nearest common dominator of two blocks. */
static uint32_t common_dominator(const struct tree *t, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = t->immediate[a];
        else
            b = t->immediate[b];
    return a;
}

static uint32_t dominator_of(const struct tree *t, const struct ir_block *b)
{
    const struct flow_edges *e = &t->f->before[b->id];
    uint32_t now = 0;

    if (is_root(t->f, b))
        return t->root;
    for (size_t k = 0; k < e->n; k++) {
        uint32_t from = t->order[e->at[k]->id];
        if (from != 0 && t->immediate[from] != 0)
            now = now == 0 ? from : common_dominator(t, now, from);
    }
    return now;
}

/* Algorithm: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001. */
static void find_immediate(struct tree *t)
{
    bool changed = true;

    t->immediate[t->root] = t->root;
    while (changed) {
        changed = false;
        for (size_t i = t->root + 1; i <= t->f->n_blocks + 1; i++) {
            uint32_t now = dominator_of(t, t->at[i]);
            changed |= t->immediate[i] != now;
            t->immediate[i] = now;
        }
    }
}

/* Numbers the blocks so that each block is followed by the blocks that it dominates. */
static void number_dominator_tree(struct tree *t)
{
    uint32_t n = (uint32_t)t->f->n_blocks + 1;
    uint32_t *below = ARENA_ARRAY(&t->arena, uint32_t, n + 1);
    uint32_t *next = ARENA_ARRAY(&t->arena, uint32_t, n + 1);

    for (uint32_t i = n; i > t->root; i--)
        below[t->immediate[i]] += below[i] + 1;
    next[t->root] = 1;
    for (uint32_t i = t->root + 1; i <= n; i++) {
        uint32_t *free = &next[t->immediate[i]];
        t->f->dominated[t->at[i]->id] = (struct flow_dominated){*free, *free + below[i]};
        next[i] = *free + 1;
        *free += below[i] + 1;
    }
}

static void find_dominators(struct flow *f)
{
    struct tree t = {.f = f};

    f->dominated = ARENA_ARRAY(&f->arena, struct flow_dominated, f->n_blocks);
    t.at = ARENA_ARRAY(&t.arena, struct ir_block *, f->n_blocks + 2);
    t.order = ARENA_ARRAY(&t.arena, uint32_t, f->n_blocks);
    t.immediate = ARENA_ARRAY(&t.arena, uint32_t, f->n_blocks + 2);
    order_blocks(&t);
    find_immediate(&t);
    number_dominator_tree(&t);
    arena_free(&t.arena);
}

void flow_edges(struct flow *f, struct ir_procedure *p)
{
    *f = (struct flow){.p = p};
    flow_remove_unreachable(p);
    f->n_blocks = p->blocks.n;
    f->register_words = p->n_virtual / 64 + 1;
    find_predecessors(f);
    find_dominators(f);
}

void flow_analyze(struct flow *f, struct ir_procedure *p)
{
    flow_edges(f, p);
    flow_find_live(f);
}

void flow_free(struct flow *f)
{
    for (size_t b = 0; f->live_in && b < f->n_blocks; b++)
        array_free(&f->live_in[b]);
    arena_free(&f->arena);
}
