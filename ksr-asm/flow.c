/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value flows in a loop, through registers, and through memory where the addresses are known. They
 * determine the recurrence in MAC. Every pair of the loop is assumed to run, as in its counts. */
#include "facts/cycles.h"
#include "ksr-asm/body.h"

#include <string.h>

/* The last writer of a register. */
struct writer {
    int op; /* -1 = no operation in the loop */
    long distance;
};
struct graph {
    const struct machine *m;
    const struct ksr_body *b;
    struct writer of[KSR_REGISTERS];
    ARRAY(struct flow_edge) edges;
    const char *missing; /* a latency that is missing in the machine file */
};

/* ---- latencies ---- */

/* Returns the latency key of a result, as in the machine file. A store and a load of the same word
 * both use the right half: they are at least one pair apart. */
static enum latency_key key_of(const struct ksr_operation *from, const struct ksr_operation *to,
                               long distance)
{
    if (distance == 0 && from->step == to->step)
        return LATENCY_PAIR; /* a move reads the result of its own pair */
    switch (from->opcode->kind) {
    case KSR_MOVE_BETWEEN:
        return LATENCY_TRANSFER;
    case KSR_STORE:
        return LATENCY_STORE;
    case KSR_DIVIDE:
        return LATENCY_DIVIDE;
    case KSR_SQRT:
        return LATENCY_SQUARE_ROOT;
    case KSR_MULTIPLY:
        return LATENCY_MULTIPLY_INTEGER;
    case KSR_QUOTIENT:
        return LATENCY_DIVIDE_INTEGER;
    default:
        return LATENCY_CLASS;
    }
}

static void add_edge(struct graph *g, struct writer from, size_t to, bool addend)
{
    const struct ksr_operation *producer = &g->b->at[from.op], *consumer = &g->b->at[to];
    struct quantity q = machine_latency_by(g->m, key_of(producer, consumer, from.distance),
                                           producer->class, consumer->class, addend);
    if (!is_known(q)) {
        g->missing = g->missing ? g->missing : q.missing;
        return;
    }
    *array_push(&g->edges) = (struct flow_edge){from.op, (int)to, q.value, from.distance, addend};
}

/* ---- registers ---- */

static void read_registers(struct graph *g, size_t op, size_t reader)
{
    struct ksr_use uses[KSR_WORDS + 2];
    int n = ksr_uses(&g->b->at[op], uses);
    for (int u = 0; u < n; u++)
        if (g->of[uses[u].reg].op >= 0)
            add_edge(g, g->of[uses[u].reg], reader, uses[u].addend);
}

static void write_registers(struct graph *g, size_t op)
{
    int regs[KSR_WORDS + 1], n = ksr_defs(&g->b->at[op], regs);
    for (int r = 0; r < n; r++)
        g->of[regs[r]] = (struct writer){(int)op, 0};
}

/* A pair reads before it writes, except in the two moves between units. */
static void flow_of_pair(struct graph *g, size_t first, size_t n)
{
    const struct ksr_operation *left = &g->b->at[first], *right = left + n - 1;
    bool joined =
        n == 2 && left->opcode->kind == KSR_MOVE_IN && right->opcode->kind == KSR_MOVE_OUT;
    bool late = n == 2 && right->opcode->kind == KSR_MOVE_BETWEEN;
    read_registers(g, first, first);
    if (late)
        write_registers(g, first);
    if (n == 2)
        read_registers(g, first + 1, joined ? first : first + 1);
    if (!late)
        write_registers(g, first);
    if (n == 2)
        write_registers(g, first + 1);
}

static void register_flow(struct graph *g)
{
    const struct ksr_body *b = g->b;
    for (int r = 0; r < KSR_REGISTERS; r++)
        g->of[r].op = -1;
    for (size_t i = 0; i < b->n; i++)
        write_registers(g, i);
    for (int r = 0; r < KSR_REGISTERS; r++)
        g->of[r].distance = 1; /* a value at the end of a pass is read in the next */
    for (size_t i = 0, n; i < b->n; i += n) {
        n = i + 1 < b->n && b->at[i + 1].step == b->at[i].step ? 2 : 1;
        flow_of_pair(g, i, n);
    }
}

/* ---- memory ---- */

static bool is_access(const struct ksr_operation *o, enum ksr_kind kind)
{
    return o->opcode->kind == kind && ksr_address(o);
}

/* Computes the number of passes from the store to the load of the same word. Returns false if there
 * is none, or it can't be proved. */
static bool word_distance(const struct ksr_addresses *s, size_t store, size_t load, long *distance)
{
    struct ksr_value a = s->of[store], b = s->of[load];
    long advance, apart = a.plus - b.plus;
    if (a.root != b.root || !ksr_advance(s, a.root, &advance))
        return false;
    if (advance == 0) {
        *distance = store < load ? 0 : 1;
        return apart == 0;
    }
    *distance = apart / advance;
    return apart % advance == 0 && (*distance > 0 || (*distance == 0 && store < load));
}

/* A load reads the value of the last store to its address. */
static void memory_flow(struct graph *g, const struct ksr_addresses *s, const size_t *stores,
                        size_t n, size_t load)
{
    const struct ksr_operation *to = &g->b->at[load];
    struct writer last = {-1, 0};
    for (size_t i = 0; i < n; i++) {
        long distance;
        if (g->b->at[stores[i]].opcode->bytes == to->opcode->bytes &&
            word_distance(s, stores[i], load, &distance) &&
            (last.op < 0 || distance <= last.distance))
            last = (struct writer){(int)stores[i], distance};
    }
    if (last.op >= 0 && last.distance <= 1000000000)
        add_edge(g, last, load, false);
}

static void all_memory_flow(struct arena *a, struct graph *g, const struct ksr_addresses *s)
{
    size_t *stores = ARENA_ARRAY(a, size_t, g->b->n + 1), n = 0;
    for (size_t i = 0; i < g->b->n; i++)
        if (is_access(&g->b->at[i], KSR_STORE))
            stores[n++] = i;
    for (size_t i = 0; i < g->b->n && n; i++)
        if (is_access(&g->b->at[i], KSR_LOAD))
            memory_flow(g, s, stores, n, i);
}

/* ---- the cycle ---- */

static struct recurrence recurrence_of_cycle(struct arena *a, const struct graph *g,
                                             const struct flow_cycle *c)
{
    struct recurrence r = {.n = c->n, .distance = c->distance, .latency = c->latency};
    r.at = c->n ? ARENA_ARRAY(a, struct recurrence_step, c->n) : NULL;
    for (size_t i = 0; i < c->n; i++) {
        const struct flow_edge *e = &g->edges.at[c->edges[i]];
        const struct ksr_operation *from = &g->b->at[e->from];
        r.at[i] = (struct recurrence_step){.class = from->class,
                                           .next = g->b->at[e->to].class,
                                           .addend = e->addend,
                                           .latency = e->latency,
                                           .key = key_of(from, &g->b->at[e->to], e->distance),
                                           .text = arena_strdup(a, from->text),
                                           .line = (long)from->line,
                                           .distance = e->distance};
    }
    return r;
}

struct recurrence ksr_recurrence(struct arena *a, const struct machine *m, const struct ksr_body *b,
                                 const struct ksr_addresses *s)
{
    struct arena scratch = {0};
    struct graph g = {.m = m, .b = b};
    struct recurrence r = {.n = 0};
    register_flow(&g);
    all_memory_flow(&scratch, &g, s);
    if (g.missing) {
        r.missing = g.missing;
    } else {
        struct flow_cycle c = greatest_cycle(&scratch, (int)b->n, g.edges.at, g.edges.n);
        r = recurrence_of_cycle(a, &g, &c);
    }
    array_free(&g.edges);
    arena_free(&scratch);
    return r;
}
