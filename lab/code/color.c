/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Register allocation by graph coloring with optimistic spilling (Briggs). Registers of low
 * degree are removed first and colored last; otherwise the one with the lowest spill cost is
 * removed. A register gets, of the free ones: one that it is moved from or to; else the next one
 * in cyclic order, so that consecutive values do not wait for the same register. Callee-saved
 * registers are used only if no other is free, or in loops from -O2 on. */
#include "lab/code/allocate.h"
#include "base/util.h"

#include <stdlib.h>

struct graph {
    struct allocation *s;
    ARRAY(uint32_t) * next; /* neighbours of each register */
    uint64_t *edges;        /* hash set of pairs + 1 */
    size_t n_edges, room;
    uint32_t *degree;
    bool *removed; /* removed from the graph */
    uint32_t *order;
    size_t n_order;
    uint32_t rotation[UNITS]; /* where the next search for a free register starts */
};

static size_t edge_slot(const struct graph *g, uint64_t key)
{
    size_t at = hash_word(0, key) & (g->room - 1);
    while (g->edges[at] != 0 && g->edges[at] != key)
        at = (at + 1) & (g->room - 1);
    return at;
}

static void grow_edges(struct graph *g)
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

static void add_edge(struct graph *g, uint32_t a, uint32_t b)
{
    if (a == b || lab_reg_unit(g->s->v[a].reg) != lab_reg_unit(g->s->v[b].reg))
        return;
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    uint64_t key = ((uint64_t)low << 32 | high) + 1;
    if (g->n_edges * 2 >= g->room)
        grow_edges(g);
    size_t at = edge_slot(g, key);
    if (g->edges[at] != 0)
        return;
    g->edges[at] = key;
    g->n_edges++;
    *array_push(&g->next[a]) = b;
    *array_push(&g->next[b]) = a;
}

static void add_live_edges(struct graph *g, lab_reg d, const uint64_t *live, lab_reg but)
{
    if (!is_virtual(d) || g->s->v[virtual_index(d)].slot != 0)
        return;
    for (size_t w = 0; w < bits_words(g->s->n); w++)
        for (uint64_t rest = live[w]; rest != 0; rest &= rest - 1) {
            uint32_t other = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(rest);
            if (g->s->v[other].reg != but)
                add_edge(g, virtual_index(d), other);
        }
}

/* Forbids the registers that a call may change for all values live after it, except its result. */
static void forbid_clobbered(struct allocation *s, const uint64_t *live, lab_reg but)
{
    for (size_t w = 0; w < bits_words(s->n); w++)
        for (uint64_t rest = live[w]; rest != 0; rest &= rest - 1) {
            struct virtual *v = &s->v[w * 64 + (size_t)__builtin_ctzll(rest)];
            if (v->reg != but)
                v->forbidden |= ~s->preserved[lab_reg_unit(v->reg)];
        }
}

static void visit_inst(struct allocation *s, const struct ir_inst *i, const uint64_t *live,
                       void *with)
{
    struct lab_inst copy = i->inst;
    struct operand at[OPERANDS];

    if (i->op == IR_CALL) {
        forbid_clobbered(s, live, i->inst.d);
        if (i->inst.d != 0)
            add_live_edges(with, i->inst.d, live, 0);
        return;
    }
    int n = i->op == IR_INST ? inst_operands(&copy, at) : 0;
    for (int k = 0; k < n; k++)
        if (at[k].written)
            add_live_edges(with, *at[k].reg, live, copy.op == LAB_MOV8 ? copy.s[0] : 0);
}

/* Adds the interferences of parameters, which all have their values at the entry. */
static void add_parameter_edges(struct graph *g)
{
    const struct ir_procedure *p = g->s->p;
    bits live = xmalloc(bits_words(g->s->n) * sizeof *live + 1);

    allocation_walk(g->s, 0, NULL, live);
    for (uint32_t k = 0; k < p->n_params; k++)
        if (p->params[k] != 0 && g->s->v[virtual_index(p->params[k])].slot == 0)
            bits_add(live, virtual_index(p->params[k]));
    for (uint32_t k = 0; k < p->n_params; k++)
        if (p->params[k] != 0)
            add_live_edges(g, p->params[k], live, 0);
    if (p->params_more != 0)
        add_live_edges(g, p->params_more, live, 0);
    free(live);
}

static void build_graph(struct graph *g)
{
    struct allocation *s = g->s;

    g->next = xmalloc(s->n * sizeof *g->next + 1);
    for (uint32_t v = 0; v < s->n; v++)
        g->next[v].at = NULL, g->next[v].n = g->next[v].room = 0;
    grow_edges(g);
    for (size_t b = 0; b < s->p->blocks.n; b++)
        allocation_walk(s, b, visit_inst, g);
    add_parameter_edges(g);
}

static int count_registers(const struct allocation *s, const struct virtual *v)
{
    return __builtin_popcountll(s->allocatable[lab_reg_unit(v->reg)] & ~v->forbidden);
}

static void remove_node(struct graph *g, uint32_t v)
{
    g->removed[v] = true;
    g->order[g->n_order++] = v;
    for (size_t i = 0; i < g->next[v].n; i++)
        g->degree[g->next[v].at[i]]--;
}

/* Returns the register with the lowest spill cost relative to its degree. */
static uint32_t cheapest_to_spill(const struct graph *g)
{
    uint32_t best = g->s->n;
    double least = 0;

    for (uint32_t v = 0; v < g->s->n; v++) {
        const struct virtual *t = &g->s->v[v];
        if (g->removed[v])
            continue;
        double cost = t->temporary ? 1e30 : t->cost / (g->degree[v] + 1);
        if (best == g->s->n || cost < least)
            best = v, least = cost;
    }
    return best;
}

/* Determines the order of removal; registers are colored in reverse order. */
static void order_graph(struct graph *g)
{
    const struct allocation *s = g->s;
    size_t left = 0;
    bool again = true;

    for (uint32_t v = 0; v < s->n; v++) {
        g->degree[v] = (uint32_t)g->next[v].n;
        g->removed[v] = s->v[v].reg == 0 || s->v[v].slot != 0;
        left += !g->removed[v];
    }
    while (left > g->n_order) {
        again = false;
        for (uint32_t v = s->n; v-- > 0;)
            if (!g->removed[v] && (int)g->degree[v] < count_registers(s, &s->v[v])) {
                remove_node(g, v);
                again = true;
            }
        if (!again)
            remove_node(g, cheapest_to_spill(g));
    }
}

static uint64_t neighbour_registers(const struct graph *g, uint32_t v)
{
    uint64_t taken = 0;
    for (size_t i = 0; i < g->next[v].n; i++) {
        lab_reg r = g->s->v[g->next[v].at[i]].real;
        if (r != 0)
            taken |= UINT64_C(1) << lab_reg_number(r);
    }
    return taken;
}

static int preferred_register(const struct allocation *s, const struct virtual *v, uint64_t open)
{
    for (size_t i = 0; i < COUNT_OF(v->preferred); i++) {
        lab_reg r = v->preferred[i];
        if (r != 0 && is_virtual(r))
            r = s->v[virtual_index(r)].real;
        if (r != 0 && lab_reg_unit(r) == lab_reg_unit(v->reg) && open >> lab_reg_number(r) & 1)
            return (int)lab_reg_number(r);
    }
    return -1;
}

/* Returns the next free register in the unit's cyclic order. */
static uint32_t next_in_rotation(struct graph *g, enum lab_unit unit, uint64_t open)
{
    uint64_t later = open & ~((UINT64_C(1) << g->rotation[unit]) - 1);
    uint32_t r = (uint32_t)__builtin_ctzll(later != 0 ? later : open);

    g->rotation[unit] = (r + 1) % 64;
    return r;
}

/* Returns whether a callee-saved register may be used in a loop, to avoid reuse that restricts
 * the scheduler. */
static bool may_spread(const struct allocation *s, const struct virtual *v)
{
    enum { IN_A_LOOP = 10 }; /* cost of one access in a loop */
    return s->options->level >= 2 && v->cost >= IN_A_LOOP;
}

static bool assign_register(struct graph *g, uint32_t at)
{
    struct allocation *s = g->s;
    struct virtual *v = &s->v[at];
    enum lab_unit unit = lab_reg_unit(v->reg);
    uint64_t open = s->allocatable[unit] & ~v->forbidden & ~neighbour_registers(g, at);
    uint64_t saved = s->is_main ? 0 : s->preserved[unit];

    if (open == 0)
        return false;
    int best = preferred_register(s, v, open & (~saved | s->used[unit]));
    if (!may_spread(s, v) && (open & ~saved) != 0)
        open &= ~saved;
    else if (!may_spread(s, v) && (open & s->used[unit]) != 0)
        open &= s->used[unit];
    uint32_t r = best >= 0 ? (uint32_t)best : next_in_rotation(g, unit, open);
    v->real = lab_register(unit, r);
    s->used[unit] |= UINT64_C(1) << r;
    return true;
}

static void add_preference(struct virtual *v, lab_reg r)
{
    for (size_t i = 0; i < COUNT_OF(v->preferred); i++)
        if (v->preferred[i] == 0 || v->preferred[i] == r) {
            v->preferred[i] = r;
            return;
        }
}

static void add_mutual_preference(struct allocation *s, lab_reg a, lab_reg b)
{
    if (a == 0 || b == 0 || lab_reg_unit(a) != lab_reg_unit(b))
        return;
    if (is_virtual(a))
        add_preference(&s->v[virtual_index(a)], b);
    if (is_virtual(b))
        add_preference(&s->v[virtual_index(b)], a);
}

static lab_reg ipu(uint32_t n)
{
    return lab_register(LAB_IPU, n);
}

static void collect_inst_preferences(struct allocation *s, const struct ir_inst *i)
{
    if (i->op == IR_INST && i->inst.op == LAB_MOV8)
        add_mutual_preference(s, i->inst.d, i->inst.s[0]);
    if (i->op == IR_RETURN)
        add_mutual_preference(s, i->inst.s[0], ipu(0));
    if (i->op != IR_CALL)
        return;
    add_mutual_preference(s, i->inst.d, ipu(0));
    for (uint32_t k = 0; k < i->n_args && k < ARGUMENT_REGISTERS; k++)
        add_mutual_preference(s, i->args[k], ipu(FIRST_ARGUMENT + k));
}

static void collect_preferences(struct allocation *s)
{
    const struct ir_procedure *p = s->p;

    for (uint32_t k = 0; k < p->n_params && k < ARGUMENT_REGISTERS; k++)
        add_mutual_preference(s, p->params[k], ipu(FIRST_ARGUMENT + k));
    for (size_t b = 0; b < p->blocks.n; b++)
        for (size_t i = 0; i < p->blocks.at[b]->code.n; i++)
            collect_inst_preferences(s, &p->blocks.at[b]->code.at[i]);
}

static void free_graph(struct graph *g)
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
    build_graph(&g);
    collect_preferences(s);
    g.degree = ARENA_ARRAY(&a, uint32_t, s->n);
    g.order = ARENA_ARRAY(&a, uint32_t, s->n);
    g.removed = ARENA_ARRAY(&a, bool, s->n);
    order_graph(&g);
    for (size_t i = g.n_order; i-- > 0;)
        if (!assign_register(&g, g.order[i])) {
            struct virtual *v = &s->v[g.order[i]];
            if (v->temporary)
                bug("register allocation of %s: no register for a spilled value", s->p->name);
            v->slot = v->remat ? -1 : ++s->slots;
            all = false;
        }
    free_graph(&g);
    arena_free(&a);
    return all;
}
