/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Register allocation by graph coloring with optimistic spilling (Briggs). Registers of low
 * degree are removed first and colored last; otherwise the one with the lowest spill cost is
 * removed. A register gets, of the free ones: one that it is moved from or to; else the next one
 * in cyclic order, so that consecutive values do not wait for the same register. Callee-saved
 * registers are used only if no other is free, or in loops from -O2 on. */
#include "lab/code/allocate.h"

#include <stdlib.h>

struct graph {
    struct allocation *s;
    ARRAY(uint32_t) * next; /* neighbours of each register */
    uint64_t *edges;        /* hash set of pairs + 1 */
    size_t n_edges, room;
    uint32_t *degree;
    bool *away; /* removed from the graph */
    uint32_t *order;
    size_t n_order;
    uint32_t turn[UNITS]; /* where the next search for a free register starts */
};

static size_t edge_slot(const struct graph *g, uint64_t key)
{
    size_t at = hash_word(0, key) & (g->room - 1);
    while (g->edges[at] != 0 && g->edges[at] != key)
        at = (at + 1) & (g->room - 1);
    return at;
}

static void edges_grow(struct graph *g)
{
    uint64_t *old = g->edges;
    size_t n = g->room;

    g->room = n == 0 ? 1024 : n * 2;
    g->edges = xmalloc(g->room * sizeof *g->edges);
    for (size_t i = 0; i < g->room; i++)
        g->edges[i] = 0;
    for (size_t i = 0; i < n; i++)
        if (old[i] != 0)
            g->edges[edge_slot(g, old[i])] = old[i];
    free(old);
}

static void join(struct graph *g, uint32_t a, uint32_t b)
{
    if (a == b || lab_reg_unit(g->s->v[a].reg) != lab_reg_unit(g->s->v[b].reg))
        return;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    uint64_t key = ((uint64_t)low << 32 | high) + 1;
    if (g->n_edges * 2 >= g->room)
        edges_grow(g);
    size_t at = edge_slot(g, key);
    if (g->edges[at] != 0)
        return;
    g->edges[at] = key;
    g->n_edges++;
    *array_push(&g->next[a]) = b;
    *array_push(&g->next[b]) = a;
}

static void join_live(struct graph *g, lab_reg d, const uint64_t *live, lab_reg but)
{
    if (!is_virtual(d) || g->s->v[virtual_index(d)].slot != 0)
        return;
    for (size_t w = 0; w < bits_words(g->s->n); w++)
        for (uint64_t rest = live[w]; rest != 0; rest &= rest - 1) {
            uint32_t other = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(rest);
            if (g->s->v[other].reg != but)
                join(g, virtual_index(d), other);
        }
}

/* Forbids the registers that a call may change for all values live after it, except its result. */
static void forbid(struct allocation *s, const uint64_t *live, lab_reg but)
{
    for (size_t w = 0; w < bits_words(s->n); w++)
        for (uint64_t rest = live[w]; rest != 0; rest &= rest - 1) {
            struct virtual *v = &s->v[w * 64 + (size_t)__builtin_ctzll(rest)];
            if (v->reg != but)
                v->forbidden |= ~s->preserved[lab_reg_unit(v->reg)];
        }
}

static void visit(struct allocation *s, const struct ir_inst *i, const uint64_t *live, void *with)
{
    struct lab_inst copy = i->inst;
    struct operand at[OPERANDS];

    if (i->op == IR_CALL) {
        forbid(s, live, i->inst.d);
        if (i->inst.d != 0)
            join_live(with, i->inst.d, live, 0);
        return;
    }
    int n = i->op == IR_INST ? inst_operands(&copy, at) : 0;
    for (int k = 0; k < n; k++)
        if (at[k].written)
            join_live(with, *at[k].reg, live, copy.op == LAB_MOV8 ? copy.s[0] : 0);
}

/* Adds the interferences of parameters, which all have their values at the entry. */
static void join_parameters(struct graph *g)
{
    const struct ir_procedure *p = g->s->p;
    bits live = xmalloc(bits_words(g->s->n) * sizeof *live + 1);

    allocation_walk(g->s, 0, NULL, live);
    for (uint32_t k = 0; k < p->n_params; k++)
        if (p->params[k] != 0 && g->s->v[virtual_index(p->params[k])].slot == 0)
            bits_add(live, virtual_index(p->params[k]));
    for (uint32_t k = 0; k < p->n_params; k++)
        if (p->params[k] != 0)
            join_live(g, p->params[k], live, 0);
    if (p->params_more != 0)
        join_live(g, p->params_more, live, 0);
    free(live);
}

static void graph_build(struct graph *g)
{
    struct allocation *s = g->s;

    g->next = xmalloc(s->n * sizeof *g->next + 1);
    for (uint32_t v = 0; v < s->n; v++)
        g->next[v].at = NULL, g->next[v].n = g->next[v].room = 0;
    edges_grow(g);
    for (size_t b = 0; b < s->p->blocks.n; b++)
        allocation_walk(s, b, visit, g);
    join_parameters(g);
}

static int registers_of(const struct allocation *s, const struct virtual *v)
{
    return __builtin_popcountll(s->may[lab_reg_unit(v->reg)] & ~v->forbidden);
}

static void take_out(struct graph *g, uint32_t v)
{
    g->away[v] = true;
    g->order[g->n_order++] = v;
    for (size_t i = 0; i < g->next[v].n; i++)
        g->degree[g->next[v].at[i]]--;
}

/* Returns the register with the lowest spill cost relative to its degree. */
static uint32_t cheapest(const struct graph *g)
{
    uint32_t best = g->s->n;
    double least = 0;

    for (uint32_t v = 0; v < g->s->n; v++) {
        const struct virtual *t = &g->s->v[v];
        if (g->away[v])
            continue;
        double cost = t->temporary ? 1e30 : t->cost / (g->degree[v] + 1);
        if (best == g->s->n || cost < least)
            best = v, least = cost;
    }
    return best;
}

/* Determines the order of removal; registers are colored in reverse order. */
static void graph_order(struct graph *g)
{
    const struct allocation *s = g->s;
    size_t left = 0;
    bool again = true;

    for (uint32_t v = 0; v < s->n; v++) {
        g->degree[v] = (uint32_t)g->next[v].n;
        g->away[v] = s->v[v].reg == 0 || s->v[v].slot != 0;
        left += !g->away[v];
    }
    while (left > g->n_order) {
        again = false;
        for (uint32_t v = s->n; v-- > 0;)
            if (!g->away[v] && (int)g->degree[v] < registers_of(s, &s->v[v])) {
                take_out(g, v);
                again = true;
            }
        if (!again)
            take_out(g, cheapest(g));
    }
}

static uint64_t taken_by_neighbours(const struct graph *g, uint32_t v)
{
    uint64_t taken = 0;
    for (size_t i = 0; i < g->next[v].n; i++) {
        lab_reg r = g->s->v[g->next[v].at[i]].real;
        if (r != 0)
            taken |= UINT64_C(1) << lab_reg_number(r);
    }
    return taken;
}

static int wanted(const struct allocation *s, const struct virtual *v, uint64_t open)
{
    for (size_t i = 0; i < sizeof v->wanted / sizeof *v->wanted; i++) {
        lab_reg r = v->wanted[i];
        if (r != 0 && is_virtual(r))
            r = s->v[virtual_index(r)].real;
        if (r != 0 && lab_reg_unit(r) == lab_reg_unit(v->reg) && open >> lab_reg_number(r) & 1)
            return (int)lab_reg_number(r);
    }
    return -1;
}

/* Returns the next free register in the unit's cyclic order. */
static uint32_t next_round(struct graph *g, enum lab_unit unit, uint64_t open)
{
    uint64_t behind = open & ~((UINT64_C(1) << g->turn[unit]) - 1);
    uint32_t r = (uint32_t)__builtin_ctzll(behind != 0 ? behind : open);

    g->turn[unit] = (r + 1) % 64;
    return r;
}

/* Returns whether a callee-saved register may be used in a loop, to avoid reuse that restricts
 * the scheduler. */
static bool is_spread(const struct allocation *s, const struct virtual *v)
{
    enum { IN_A_LOOP = 10 }; /* cost of one access in a loop */
    return s->options->level >= 2 && v->cost >= IN_A_LOOP;
}

static bool give(struct graph *g, uint32_t at)
{
    struct allocation *s = g->s;
    struct virtual *v = &s->v[at];
    enum lab_unit unit = lab_reg_unit(v->reg);
    uint64_t open = s->may[unit] & ~v->forbidden & ~taken_by_neighbours(g, at);
    uint64_t saved = s->is_main ? 0 : s->preserved[unit];

    if (open == 0)
        return false;
    int best = wanted(s, v, open & (~saved | s->used[unit]));
    if (!is_spread(s, v) && (open & ~saved) != 0)
        open &= ~saved;
    else if (!is_spread(s, v) && (open & s->used[unit]) != 0)
        open &= s->used[unit];
    uint32_t r = best >= 0 ? (uint32_t)best : next_round(g, unit, open);
    v->real = lab_register(unit, r);
    s->used[unit] |= UINT64_C(1) << r;
    return true;
}

static void want(struct virtual *v, lab_reg r)
{
    for (size_t i = 0; i < sizeof v->wanted / sizeof *v->wanted; i++)
        if (v->wanted[i] == 0 || v->wanted[i] == r) {
            v->wanted[i] = r;
            return;
        }
}

static void want_both(struct allocation *s, lab_reg a, lab_reg b)
{
    if (a == 0 || b == 0 || lab_reg_unit(a) != lab_reg_unit(b))
        return;
    if (is_virtual(a))
        want(&s->v[virtual_index(a)], b);
    if (is_virtual(b))
        want(&s->v[virtual_index(b)], a);
}

static lab_reg ipu(uint32_t n)
{
    return lab_register(LAB_IPU, n);
}

static void wants_of_inst(struct allocation *s, const struct ir_inst *i)
{
    if (i->op == IR_INST && i->inst.op == LAB_MOV8)
        want_both(s, i->inst.d, i->inst.s[0]);
    if (i->op == IR_RETURN)
        want_both(s, i->inst.s[0], ipu(0));
    if (i->op != IR_CALL)
        return;
    want_both(s, i->inst.d, ipu(0));
    for (uint32_t k = 0; k < i->n_args && k < ARGUMENT_REGISTERS; k++)
        want_both(s, i->args[k], ipu(FIRST_ARGUMENT + k));
}

static void wants(struct allocation *s)
{
    const struct ir_procedure *p = s->p;

    for (uint32_t k = 0; k < p->n_params && k < ARGUMENT_REGISTERS; k++)
        want_both(s, p->params[k], ipu(FIRST_ARGUMENT + k));
    for (size_t b = 0; b < p->blocks.n; b++)
        for (size_t i = 0; i < p->blocks.at[b]->code.n; i++)
            wants_of_inst(s, &p->blocks.at[b]->code.at[i]);
}

static void graph_free(struct graph *g)
{
    for (uint32_t v = 0; v < g->s->n; v++)
        array_free(&g->next[v]);
    free(g->next);
    free(g->edges);
}

bool allocation_color(struct allocation *s)
{
    struct arena a = {0};
    struct graph g = {.s = s};
    bool all = true;

    for (int u = 0; u < UNITS; u++)
        s->used[u] = 0;
    graph_build(&g);
    wants(s);
    g.degree = ARENA_ARRAY(&a, uint32_t, s->n);
    g.order = ARENA_ARRAY(&a, uint32_t, s->n);
    g.away = ARENA_ARRAY(&a, bool, s->n);
    graph_order(&g);
    for (size_t i = g.n_order; i-- > 0;)
        if (!give(&g, g.order[i])) {
            struct virtual *v = &s->v[g.order[i]];
            if (v->temporary)
                bug("register allocation of %s: no register for a spilled value", s->p->name);
            v->slot = v->again != NULL ? -1 : ++s->slots;
            all = false;
        }
    graph_free(&g);
    arena_free(&a);
    return all;
}
