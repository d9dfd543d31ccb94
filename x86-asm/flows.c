/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value flows in a body: through registers, including flags, and through memory where the addresses
 * are known. Alternative blocks (then and else) do not feed each other. If some passes skip a
 * block, a value that it writes can also come from before the block: both flows have the same
 * location. Values that an inner loop writes come from no operation. From one call of a routine to
 * the next, only the stack pointer is a dependence. */
#include "x86-asm/body.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* Operations that may have written a register last. */
struct writers {
    int n;
    struct writer {
        int op;
        long distance;
    } at[];
};
enum { WRITERS_MOST = 64 }; /* of a register at one point; further ones are omitted */

struct tracing {
    struct arena a; /* sets of writers */
    const struct x86_body *b;
    struct instruction_body *to;
    struct arena *out;
    size_t room;
    ARRAY(struct value_flow) flows;
    const struct writers **at_end; /* block * X86_REGISTERS + register */
    const struct writers *now[X86_REGISTERS];
    struct {
        uint32_t *at;
        uint32_t n;
    } * before; /* of a block: its predecessors in the same pass */
};

/* ---- blocks ---- */

static void add_before(struct tracing *t, uint32_t block, uint32_t from)
{
    t->before[block].at =
        arena_grow(&t->a, t->before[block].at, t->before[block].n, sizeof *t->before[block].at);
    t->before[block].at[t->before[block].n++] = from;
}

static void find_predecessors(struct tracing *t)
{
    const struct x86_body *b = t->b;
    for (uint32_t p = 0; p < b->n_blocks; p++)
        for (uint32_t i = 0; i < b->blocks[p].n_edges; i++)
            if (b->blocks[p].edges[i].to < X86_NEXT_PASS)
                add_before(t, b->blocks[p].edges[i].to, p);
}

/* ---- sets of writers ---- */

static const struct writers *single_writer(struct tracing *t, int op, long distance)
{
    struct writers *w = arena_alloc(&t->a, sizeof *w + sizeof w->at[0]);
    w->n = 1;
    w->at[0].op = op;
    w->at[0].distance = distance;
    return w;
}

static const struct writers *merge_writers(struct tracing *t, const struct writers *a,
                                           const struct writers *b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    struct writers *w = arena_alloc(&t->a, sizeof *w + WRITERS_MOST * sizeof w->at[0]);
    *w = (struct writers){.n = 0};
    for (int i = 0; i < a->n + b->n; i++) {
        struct writer x = i < a->n ? a->at[i] : b->at[i - a->n];
        bool known = w->n == WRITERS_MOST;
        for (int k = 0; k < w->n && !known; k++)
            known = w->at[k].op == x.op && w->at[k].distance == x.distance;
        if (!known)
            w->at[w->n++] = x;
    }
    return w;
}

static const struct writers *one_iteration_later(struct tracing *t, const struct writers *a)
{
    if (!a)
        return NULL;
    struct writers *w = arena_alloc(&t->a, sizeof *w + (size_t)a->n * sizeof w->at[0]);
    memcpy(w, a, sizeof *w + (size_t)a->n * sizeof w->at[0]);
    for (int i = 0; i < w->n; i++)
        w->at[i].distance++;
    return w;
}

/* ---- registers ---- */

/* The location of a value in memory; those of registers are 1 + register. */
enum { IN_MEMORY = 1 + X86_REGISTERS };

static void add_flow(struct tracing *t, struct writer from, size_t to, enum flow_input input,
                     bool exact, int location)
{
    *array_push(&t->flows) =
        (struct value_flow){from.op, (int)to, from.distance, input, exact, location};
}

static void read_registers(struct tracing *t, size_t op)
{
    struct x86_use use[X86_USES];
    int n = x86_uses(&t->b->at[op].step->is, use);
    for (int u = 0; u < n; u++) {
        const struct writers *w = t->now[use[u].reg];
        for (int i = 0; w && i < w->n; i++)
            add_flow(t, w->at[i], op, use[u].input, false, 1 + use[u].reg);
    }
}

/* A call's results come from the callee, which no bound includes. */
static void write_registers(struct tracing *t, size_t op)
{
    const struct x86_instruction *is = &t->b->at[op].step->is;
    uint8_t reg[X86_DEFS];
    if (x86_control(is) == X86_CALLS) {
        for (int r = 0; r < X86_REGISTERS; r++)
            t->now[r] = x86_clobbered_by_calls(r) ? NULL : t->now[r];
        return;
    }
    int n = x86_defs(is, reg);
    const struct writers *w = n ? single_writer(t, (int)op, 0) : NULL;
    for (int d = 0; d < n; d++)
        t->now[reg[d]] = w;
}

static void enter_block(struct tracing *t, uint32_t block, const struct writers *const *top)
{
    memcpy(t->now, top, sizeof t->now);
    for (uint32_t i = 0; i < t->before[block].n; i++) {
        const struct writers **from = t->at_end + (size_t)t->before[block].at[i] * X86_REGISTERS;
        for (int r = 0; r < X86_REGISTERS; r++)
            t->now[r] = i ? merge_writers(t, t->now[r], from[r]) : from[r];
    }
    const bool *writes = t->b->blocks[block].writes;
    for (int r = 0; writes && r < X86_REGISTERS; r++)
        t->now[r] = writes[r] ? NULL : t->now[r];
}

static void trace_iteration(struct tracing *t, const struct writers *const *top, bool tell)
{
    for (uint32_t p = 0; p < t->b->n_blocks; p++) {
        const struct x86_body_block *block = &t->b->blocks[p];
        enter_block(t, p, top);
        for (uint32_t i = block->first; i < block->first + block->n; i++) {
            if (tell)
                read_registers(t, i);
            write_registers(t, i);
        }
        memcpy(t->at_end + (size_t)p * X86_REGISTERS, t->now, sizeof t->now);
    }
}

/* Collects the writers at the ends of the blocks that lead back. */
static void collect_end_writers(struct tracing *t, const struct writers **end)
{
    memset(end, 0, sizeof *end * X86_REGISTERS);
    for (uint32_t p = 0; p < t->b->n_blocks; p++)
        for (int r = 0; t->b->blocks[p].leads_back && r < X86_REGISTERS; r++)
            end[r] = merge_writers(t, end[r], t->at_end[(size_t)p * X86_REGISTERS + (size_t)r]);
}

static void register_flows(struct tracing *t)
{
    const struct writers *top[X86_REGISTERS] = {NULL};
    t->at_end = ARENA_ARRAY(&t->a, const struct writers *, (size_t)t->b->n_blocks *X86_REGISTERS);
    trace_iteration(t, top, false);
    collect_end_writers(t, top);
    bool routine = t->b->loop == X86_NO_INDEX;
    for (int r = 0; r < X86_REGISTERS; r++)
        top[r] = routine && r != X86_RSP ? NULL : one_iteration_later(t, top[r]);
    trace_iteration(t, top, true);
}

/* ---- memory ---- */

enum { FARTHEST_PASS = 1000000 };

static int64_t floor_divided(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

/* Computes the smallest number of passes from the store to a load of any of its bytes. Returns
 * false if there is none, or it can't be proved. Passes of a routine are independent. */
static bool passes_between(const struct x86_body *b, size_t store, size_t load, long *distance,
                           bool *exact)
{
    const struct x86_operation *s = &b->at[store], *l = &b->at[load];
    struct x86_sum by;
    int64_t apart, stored = s->fact.store_bytes, loaded = l->fact.load_bytes, first;
    if (!s->has_address || !x86_difference(&l->address, &s->address, &apart) || !stored || !loaded)
        return false;
    int64_t least = store < load ? 0 : 1;
    bool steady = x86_advance(b, &l->address, &by);
    int64_t step = steady && by.n == 0 ? by.plus : 0;
    bool still = steady && by.n == 0;
    first = least; /* apart + d * step > -loaded and < stored */
    if (step > 0)
        first = floor_divided(-loaded - apart, step) + 1;
    else if (step < 0)
        first = floor_divided(stored - apart, step) + 1;
    first = first > least ? first : least;
    if (!still && first > 0)
        return false;
    if (first > FARTHEST_PASS || (first > 0 && b->loop == X86_NO_INDEX))
        return false;
    int64_t at = apart + first * step;
    *distance = (long)first;
    *exact = at >= 0 && at + loaded <= stored;
    return at > -loaded && at < stored;
}

/* A store that may have written a loaded value last. */
struct source_store {
    struct writer from;
    bool exact;
};

/* Returns true if x runs after y. Requires that both run in their passes. */
static bool runs_later(const struct source_store *x, const struct source_store *y)
{
    if (x->from.distance != y->from.distance)
        return x->from.distance < y->from.distance;
    return x->from.op > y->from.op;
}

/* Inserts a store into n of them, the latest one first. Returns their new number: stores before one
 * that every pass runs are dropped, as are all but the latest WRITERS_MOST. */
static size_t insert_store(const struct x86_body *b, struct source_store *found, size_t n,
                           struct source_store x)
{
    size_t at = n;
    for (; at > 0 && runs_later(&x, &found[at - 1]); at--)
        if (at < WRITERS_MOST)
            found[at] = found[at - 1];
    if (at == WRITERS_MOST)
        return n;
    found[at] = x;
    if (b->at[x.from.op].area < 0)
        return at + 1;
    return n < WRITERS_MOST ? n + 1 : n;
}

/* Adds the flows to a load, the latest store first, up to one that every pass runs. */
static void load_flows(struct tracing *t, const size_t *stores, size_t n, size_t load)
{
    struct source_store found[WRITERS_MOST], x;
    size_t n_found = 0;
    for (size_t i = 0; i < n; i++) {
        x.from.op = (int)stores[i];
        if (passes_between(t->b, stores[i], load, &x.from.distance, &x.exact))
            n_found = insert_store(t->b, found, n_found, x);
    }
    for (size_t i = 0; i < n_found; i++)
        add_flow(t, found[i].from, load, FLOW_MEMORY, found[i].exact, IN_MEMORY);
}

static void memory_flows(struct tracing *t)
{
    const struct x86_body *b = t->b;
    size_t *stores = ARENA_ARRAY(&t->a, size_t, b->n + 1), n = 0;
    for (size_t i = 0; i < b->n; i++)
        if (x86_stores(&b->at[i].step->is) && b->at[i].has_address)
            stores[n++] = i;
    for (size_t i = 0; i < b->n && n; i++)
        if (x86_loads(&b->at[i].step->is) && b->at[i].has_address &&
            !x86_inner_loop_stores(b, &b->at[i]))
            load_flows(t, stores, n, i);
}

/* ---- all flows ---- */

static int by_place(const void *a, const void *b)
{
    const struct value_flow *x = a, *y = b;
    int to = ORDER_OF(x->to, y->to), from = ORDER_OF(x->from, y->from);
    int order = to ? to : from ? from : ORDER_OF(x->distance, y->distance);
    order = order ? order : ORDER_OF(x->input, y->input);
    return order ? order : ORDER_OF(x->location, y->location);
}

void x86_find_flows(struct arena *a, const struct x86_body *b, struct instruction_body *to)
{
    struct tracing t = {.b = b, .to = to, .out = a};
    t.before = arena_alloc(&t.a, sizeof *t.before * (b->n_blocks + 1));
    find_predecessors(&t);
    register_flows(&t);
    memory_flows(&t);
    array_sort(&t.flows, by_place);
    to->flows = ARENA_ARRAY(a, struct value_flow, t.flows.n + 1);
    for (size_t i = 0; i < t.flows.n; i++)
        if (i == 0 || by_place(&t.flows.at[i - 1], &t.flows.at[i]) != 0)
            to->flows[to->n_flows++] = t.flows.at[i];
    array_free(&t.flows);
    arena_free(&t.a);
}
