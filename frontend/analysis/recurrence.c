/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/recurrence.h"

#include "facts/cycles.h"
#include "frontend/analysis/scalars.h"

#include <limits.h>

/* The assumed latency if the machine description does not give one, so that a cycle with an unknown
 * latency is found first. */
static const double unknown_latency = 1e6;

enum {
    WALK_MOST = 64,   /* values without an operation that are visited for an operand */
    NO_JUNCTION = -2, /* the value needs no junction */
    CROWDED = -1,     /* it gets one for each kind of consumer */
};

/* A node for a value that is one of several results, before consumers of one class. It keeps the
 * graph small if many operations lead to many through conditional blocks. */
struct junction {
    int value;
    enum op_class class; /* class of the operations to which it leads, */
    bool addend;         /* and whether they use it as an addend, on which latencies depend */
    int node;
    int next; /* of the same value; -1 = none */
};

/* The flow graph has a node for each operation that counts, two for a complex
 * multiply and for pairs where that is faster, one for a load that memory carries a value to, and
 * junctions.
 */
struct flow {
    bool too_many; /* too many edges: the last ones are omitted */
    const struct body *body;
    const struct work_list *work;
    const struct machine *machine;
    int *first, *last;          /* of each value: its graph nodes; -1 = none */
    ARRAY(int) value;           /* of each graph node */
    ARRAY(enum op_class) class; /* likewise */
    ARRAY(bool) passes;         /* likewise: it is a junction */
    ARRAY(struct junction) junctions;
    int *junction; /* of each value: its first junction, or: */
    ARRAY(struct flow_edge) edges;
    ARRAY(int)
    via; /* of each edge: the value that waits from one iteration to the next, in
            a register or in memory; -1 = the edge is within an iteration */
    /* the current search: */
    long *best;   /* of each value: the least distance found */
    int *carrier; /* and the value that is carried on that path */
    ARRAY(int) touched, queue;
};

static const struct value *at(const struct flow *f, int node)
{
    return value_at(&f->body->values, node);
}

static const struct access *loaded(const struct flow *f, int node)
{
    const struct value *v = at(f, node);
    return v->kind == VALUE_LOAD && v->last >= 0 ? &f->body->accesses.at[v->access] : NULL;
}

/* Whether a load has its value from a store of an earlier iteration, through memory. */
static bool is_carried_by_memory(const struct flow *f, int node)
{
    const struct access *a = loaded(f, node);
    return a && a->use == REF_LOAD && a->source >= 0 && f->body->accesses.at[a->source].write;
}

/* ---- nodes ---- */

static int new_node(struct flow *f, int value, enum op_class class, bool passes)
{
    *array_push(&f->value) = value;
    *array_push(&f->class) = class;
    *array_push(&f->passes) = passes;
    return (int)f->value.n - 1;
}

static void add_node(struct flow *f, int value, enum op_class class)
{
    int node = new_node(f, value, class, false);
    if (f->first[value] < 0)
        f->first[value] = node;
    f->last[value] = node;
}

/* Whether an add has less latency from its addend than a multiply-add, so that the product is
 * computed earlier by a multiply. A pair then has two nodes: one for the factors, and an add for
 * its addend. */
static bool splits_pairs(const struct machine *m)
{
    struct quantity add = machine_latency(m, OP_FA, OP_FA, false);
    struct quantity pair = machine_latency(m, OP_FMA, OP_FMA, true);
    return is_known(add) && is_known(pair) && add.value < pair.value;
}

/* Returns the multiply that is an argument of an add, without negations, and that could be fused
 * with it although it has other uses; -1 = none. */
static int product_of(const struct flow *f, int add, int node)
{
    while (f->work->fate[node] == FATE_ABSORBED)
        node = at(f, node)->args[0];
    enum fate fate = f->work->fate[node];
    bool multiply = (fate == FATE_COUNTS || fate == FATE_FUSED) &&
                    at(f, node)->work == WORK_MULTIPLY && !is_complex_product(f->body, node) &&
                    at(f, node)->type.bytes == at(f, add)->type.bytes &&
                    work_width(f->body, node) == work_width(f->body, add);
    return multiply ? node : -1;
}

/* Whether an add could become a linked pair on a machine that splits them. */
static bool is_split(const struct flow *f, int value)
{
    const struct value *v = at(f, value);
    enum fate fate = f->work->fate[value];
    bool split = false;
    if ((fate != FATE_PAIR && fate != FATE_COUNTS) || v->kind != VALUE_OPERATION ||
        (v->work != WORK_ADD && v->work != WORK_SUBTRACT) || !splits_pairs(f->machine))
        return false;
    for (int i = 0; i < v->n_args; i++)
        split |= product_of(f, value, v->args[i]) >= 0;
    return split;
}

static void add_nodes(struct flow *f, int value)
{
    enum fate fate = f->work->fate[value];
    f->first[value] = f->last[value] = -1;
    if (fate == FATE_COUNTS && is_complex_product(f->body, value)) {
        add_node(f, value, OP_FM);
        add_node(f, value, OP_FMA);
    } else if (is_split(f, value)) {
        add_node(f, value, OP_FMA);
        add_node(f, value, OP_FA);
    } else if (fate == FATE_COUNTS || fate == FATE_PAIR) {
        struct counts c = work_counts(f->body, f->work, value);
        int class = OP_FA;
        while (class < OP_FMISC && c.n[class] == 0)
            class ++;
        add_node(f, value, (enum op_class) class);
    } else if (is_carried_by_memory(f, value))
        add_node(f, value, OP_LFL);
}

/* ---- edges ---- */

/* Returns the key of the machine description for the latency of a node. */
static enum latency_key key_of(const struct flow *f, int node)
{
    enum work work = at(f, f->value.at[node])->work;
    enum op_class class = f->class.at[node];
    if (class == OP_FM && work == WORK_DIVIDE)
        return LATENCY_DIVIDE;
    if (class == OP_FMISC && work == WORK_SQUARE_ROOT)
        return LATENCY_SQUARE_ROOT;
    return class == OP_FMISC && work == WORK_NEGATE ? LATENCY_SIGN : LATENCY_CLASS;
}

static struct quantity latency_of(const struct flow *f, int node, enum op_class consumer,
                                  bool addend)
{
    return machine_latency_by(f->machine, key_of(f, node), f->class.at[node], consumer, addend);
}

/* Returns the class of the consumer of a result that flows into a node: a store if memory carries
 * the value. */
static enum op_class consumer_of(const struct flow *f, int to)
{
    bool load = at(f, f->value.at[to])->kind == VALUE_LOAD && !f->passes.at[to];
    return load ? OP_SFL : f->class.at[to];
}

static void add_edge(struct flow *f, int from, int to, long distance, int via, bool addend)
{
    if (f->edges.n == FLOW_EDGES_MOST) {
        f->too_many = true;
        return;
    }
    struct quantity l =
        f->passes.at[from] ? known(0) : latency_of(f, from, consumer_of(f, to), addend);
    *array_push(&f->via) = via;
    *array_push(&f->edges) =
        (struct flow_edge){from, to, is_known(l) ? l.value : unknown_latency, distance, addend};
}

static void reach(struct flow *f, int value, long distance, int via)
{
    if (f->best[value] <= distance)
        return;
    if (f->best[value] == LONG_MAX)
        *array_push(&f->touched) = value;
    f->best[value] = distance;
    f->carrier[value] = via;
    *array_push(&f->queue) = value;
}

/* Whether the value equals another one, of this iteration or an earlier one. */
static bool passes_on(const struct flow *f, int value)
{
    const struct value *v = at(f, value);
    const struct access *a = loaded(f, value);
    return v->kind == VALUE_CARRIED || (a && a->source >= 0 && a->use != REF_LOAD) ||
           v->kind == VALUE_JOINED || f->work->fate[value] == FATE_ABSORBED ||
           (v->kind == VALUE_OPERATION && v->work == WORK_RETYPE);
}

/* Visits the values from which a value without an operation comes. */
static void pass(struct flow *f, int value, long distance)
{
    const struct value *v = at(f, value);
    const struct access *a = loaded(f, value);
    int via = f->carrier[value] >= 0 ? f->carrier[value] : value;
    if (v->kind == VALUE_CARRIED)
        reach(f, f->body->scalars.at[v->slot].final, distance + 1, via);
    else if (a && a->source >= 0 && a->use != REF_LOAD)
        reach(f, f->body->accesses.at[a->source].node, distance + a->distance, via);
    else if (passes_on(f, value))
        for (int i = 0; i < v->n_args; i++)
            reach(f, v->args[i], distance, f->carrier[value]);
}

/* Returns the junction of the value for consumers such as the graph node `to`. */
static int junction_of(struct flow *f, int value, int to, bool addend)
{
    enum op_class class = consumer_of(f, to);
    int *first = &f->junction[value];
    for (int i = *first; i >= 0; i = f->junctions.at[i].next)
        if (f->junctions.at[i].class == class && f->junctions.at[i].addend == addend)
            return f->junctions.at[i].node;
    int node = new_node(f, value, class, true), next = *first < 0 ? -1 : *first;
    *first = (int)f->junctions.n;
    *array_push(&f->junctions) = (struct junction){value, class, addend, node, next};
    return node;
}

static bool is_crowded(const struct flow *f, int value)
{
    return f->junction[value] != NO_JUNCTION;
}

/* Visits values until operations are reached. If there are too many values, the remaining ones get
 * junctions. */
static void walk(struct flow *f)
{
    int walked = 0;
    while (f->queue.n > 0) {
        int v = f->queue.at[--f->queue.n];
        if (f->last[v] >= 0 || is_crowded(f, v) || !passes_on(f, v))
            continue;
        if (++walked > WALK_MOST)
            f->junction[v] = CROWDED;
        else
            pass(f, v, f->best[v]);
    }
}

/* Adds edges to graph node `to` from the visited operations and junctions. */
static void end_walk(struct flow *f, int to, bool addend)
{
    for (size_t i = 0; i < f->touched.n; i++) {
        int v = f->touched.at[i];
        if (f->last[v] >= 0)
            add_edge(f, f->last[v], to, f->best[v], f->carrier[v], addend);
        else if (is_crowded(f, v))
            add_edge(f, junction_of(f, v, to, addend), to, f->best[v], f->carrier[v], addend);
        if (is_split(f, v))
            add_edge(f, f->first[v], to, f->best[v], f->carrier[v], addend);
        f->best[v] = LONG_MAX;
    }
    f->touched.n = 0;
}

/* Adds edges to graph node `to` from the operations from which a value comes. via: the load to
 * which memory carries the value from a store `distance` iterations earlier; -1 = none. */
static void flow_into(struct flow *f, int value, int to, bool addend, long distance, int via)
{
    reach(f, value, distance, via);
    walk(f);
    end_walk(f, to, addend);
}

/* Adds the edges into a junction, which may create further junctions. */
static void junction_edges(struct flow *f, size_t i)
{
    struct junction j = f->junctions.at[i];
    f->carrier[j.value] = -1;
    pass(f, j.value, 0);
    walk(f);
    end_walk(f, j.node, j.addend);
}

/* Whether the argument of a pair, without negations, is its multiply. */
static bool leads_to(const struct flow *f, int node, int multiply)
{
    while (f->work->fate[node] == FATE_ABSORBED)
        node = at(f, node)->args[0];
    return node == multiply;
}

static void pair_edges(struct flow *f, int value)
{
    const struct value *add = at(f, value);
    int m = f->work->partner[value];
    bool fused = false;
    for (int i = 0; i < add->n_args; i++) {
        if (!fused && leads_to(f, add->args[i], m)) {
            for (int k = 0; k < at(f, m)->n_args; k++)
                flow_into(f, at(f, m)->args[k], f->first[value], false, 0, -1);
            fused = true;
        } else
            flow_into(f, add->args[i], f->first[value], true, 0, -1);
    }
}

/* Adds the edges of a split pair: the factors of the product enter its first node, the addend
 * enters the add. */
static void split_edges(struct flow *f, int value)
{
    const struct value *add = at(f, value);
    for (int i = 0; i < add->n_args; i++) {
        int m = product_of(f, value, add->args[i]);
        for (int k = 0; m >= 0 && k < at(f, m)->n_args; k++)
            flow_into(f, at(f, m)->args[k], f->first[value], false, 0, -1);
        if (m < 0)
            flow_into(f, add->args[i], f->last[value], false, 0, -1);
    }
}

static void value_edges(struct flow *f, int value)
{
    const struct value *v = at(f, value);
    if (f->first[value] < 0)
        return;
    if (is_split(f, value)) {
        split_edges(f, value);
        return;
    }
    if (v->kind == VALUE_LOAD) {
        const struct access *a = loaded(f, value);
        flow_into(f, f->body->accesses.at[a->source].node, f->first[value], false, a->distance,
                  value);
        return;
    }
    if (f->work->fate[value] == FATE_PAIR) {
        pair_edges(f, value);
        return;
    }
    for (int i = 0; i < v->n_args; i++)
        for (int to = f->first[value]; to <= f->last[value]; to++)
            flow_into(f, v->args[i], to, false, 0, -1);
    if (f->first[value] != f->last[value])
        add_edge(f, f->first[value], f->last[value], 0, -1, true);
}

/* ---- the answer ---- */

/* Returns the text of the value that an edge carries to the next iteration; NULL = none. */
static const char *carrier(const struct flow *f, size_t edge)
{
    if (f->via.at[edge] < 0)
        return NULL;
    const struct value *v = at(f, f->via.at[edge]);
    return v->kind == VALUE_CARRIED ? f->body->scalars.at[v->slot].symbol->name
                                    : expr_text(f->body->arena, v->expr);
}

static struct recurrence_step step(const struct flow *f, size_t edge)
{
    const struct flow_edge *e = &f->edges.at[edge];
    const struct value *v = at(f, f->value.at[e->from]);
    return (struct recurrence_step){
        .class = f->class.at[e->from],
        .next = consumer_of(f, e->to),
        .addend = e->addend,
        .latency = e->latency,
        .key = key_of(f, e->from),
        .text = v->expr ? expr_text(f->body->arena, v->expr) : NULL,
        .line = v->stmt ? v->stmt->line : 0,
        .distance = e->distance,
        .as = carrier(f, edge),
    };
}

/* Notes the latency used for divide and square root, which are long and differ most between
 * machines. */
static void note_latency(const struct flow *f, struct body *b, const struct flow_edge *e)
{
    enum work work = at(f, f->value.at[e->from])->work;
    if (work == WORK_DIVIDE || work == WORK_SQUARE_ROOT)
        body_note(b, "t_d goes through a %s: its latency is %g cycle%s in the machine file",
                  work == WORK_DIVIDE ? "divide" : "square root", e->latency,
                  e->latency == 1 ? "" : "s");
}

/* Returns the step from one operation of the cycle to the next one, across junctions, and advances
 * *i by its edges. The carried value is the operand of the second operation. */
static struct recurrence_step next_step(const struct flow *f, const struct flow_cycle *c, size_t *i)
{
    struct recurrence_step s = step(f, c->edges[*i]);
    for (; ++*i < c->n && f->passes.at[f->edges.at[c->edges[*i]].from];) {
        const char *as = carrier(f, c->edges[*i]);
        s.distance += f->edges.at[c->edges[*i]].distance;
        s.as = as ? as : s.as;
    }
    return s;
}

/* Rotates the cycle to begin with an operation. False if it contains only junctions. */
static bool begin_with_operation(const struct flow *f, struct flow_cycle *c, struct arena *a)
{
    size_t first = 0;
    while (first < c->n && f->passes.at[f->edges.at[c->edges[first]].from])
        first++;
    if (first == c->n)
        return false;
    size_t *edges = ARENA_ARRAY(a, size_t, c->n);
    for (size_t i = 0; i < c->n; i++)
        edges[i] = c->edges[(first + i) % c->n];
    c->edges = edges;
    return true;
}

static struct recurrence answer(const struct flow *f, struct body *b, struct flow_cycle *c)
{
    if (!begin_with_operation(f, c, b->arena))
        return (struct recurrence){0};
    struct recurrence r = {.distance = c->distance, .latency = c->latency};
    r.at = ARENA_ARRAY(f->body->arena, struct recurrence_step, c->n + 1);
    for (size_t i = 0; i < c->n;) {
        const struct flow_edge *e = &f->edges.at[c->edges[i]];
        if (e->latency == unknown_latency)
            return (struct recurrence){
                .missing = arena_printf(f->body->arena,
                                        "the machine file does not give latency.%s, which a "
                                        "recurrence needs",
                                        op_class_name(f->class.at[e->from]))};
        note_latency(f, b, e);
        r.at[r.n++] = next_step(f, c, &i);
    }
    return r;
}

static struct recurrence slowest(const struct flow *f, struct body *b)
{
    struct flow_cycle c = {0};
    if (f->edges.n)
        c = greatest_cycle(b->arena, (int)f->value.n, f->edges.at, f->edges.n);
    return answer(f, b, &c);
}

static struct recurrences unanswered(struct body *b)
{
    struct recurrence none = {
        .missing = arena_printf(b->arena,
                                "more than %d dependences between its operations, most of them "
                                "through conditional blocks; split the loop",
                                FLOW_EDGES_MOST)};
    long *any = ARENA_ARRAY(b->arena, long, b->values.all.n + 1);
    return (struct recurrences){none, none, {any, any}};
}

/* Returns the lanes of each value, those of its graph nodes. */
static long *lanes_of(const struct flow *f)
{
    size_t nodes = f->value.n;
    long *of_node = xmalloc((nodes + 1) * sizeof *of_node);
    long *lanes = ARENA_ARRAY(f->body->arena, long, f->body->values.all.n + 1);
    least_cycles((int)nodes, f->edges.at, f->edges.n, PART_LANES, of_node);
    for (size_t i = 0; i < nodes; i++) {
        long *to = &lanes[f->value.at[i]];
        if (of_node[i] && (!*to || of_node[i] < *to))
            *to = of_node[i];
    }
    array_release(of_node);
    return lanes;
}

/* ---- reductions ---- */

/* Whether the value that an edge carries is the partial result of a reduction. */
static bool is_reduction(const struct flow *f, int via, bool exact)
{
    const struct body *b = f->body;
    const struct value *v = at(f, via);
    const struct access *a = loaded(f, via);
    if (v->kind == VALUE_CARRIED)
        return reduction_is_free(b, via, b->scalars.at[v->slot].final, 0, exact);
    return a && a->use == REF_REGISTER && a->source >= 0 && a->distance == 1 &&
           b->accesses.at[a->source].use == REF_REGISTER &&
           reduction_is_free(b, via, b->accesses.at[a->source].node, 1, exact);
}

/* Removes the edges that carry a reduction (exact: only maxima and minima). False if there are
 * none. */
static bool leave_out_reductions(struct flow *f, bool exact)
{
    enum { UNKNOWN, STAYS, GOES };
    size_t kept = 0;
    char *fate = ARENA_ARRAY(f->body->arena, char, f->body->values.all.n + 1);
    for (size_t e = 0; e < f->edges.n; e++) {
        int via = f->via.at[e];
        if (via >= 0 && fate[via] == UNKNOWN)
            fate[via] = is_reduction(f, via, exact) ? GOES : STAYS;
        if (via >= 0 && fate[via] == GOES)
            continue;
        f->edges.at[kept] = f->edges.at[e];
        f->via.at[kept++] = f->via.at[e];
    }
    bool any = kept < f->edges.n;
    f->edges.n = f->via.n = kept;
    return any;
}

/* A maximum is the same in any order: where the machine has vectors nothing waits for it. */
static struct recurrences find_both(struct flow *f, struct body *b)
{
    if (f->machine->vector_bytes > 0)
        leave_out_reductions(f, true);
    struct recurrences r = {.ordered = slowest(f, b)};
    r.reassociated = r.ordered;
    r.apart.lanes = r.apart.reassociated = lanes_of(f);
    if (leave_out_reductions(f, false)) {
        r.reassociated = slowest(f, b);
        r.apart.reassociated = lanes_of(f);
    }
    return r;
}

struct recurrences recurrence_find(struct body *b, const struct work_list *w,
                                   const struct machine *m)
{
    struct flow f = {.body = b, .work = w, .machine = m};
    int n = (int)b->values.all.n;
    f.first = ARENA_ARRAY(b->arena, int, (size_t)n + 1);
    f.last = ARENA_ARRAY(b->arena, int, (size_t)n + 1);
    f.best = ARENA_ARRAY(b->arena, long, (size_t)n + 1);
    f.carrier = ARENA_ARRAY(b->arena, int, (size_t)n + 1);
    f.junction = ARENA_ARRAY(b->arena, int, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        f.best[i] = LONG_MAX;
        f.junction[i] = NO_JUNCTION;
        add_nodes(&f, i);
    }
    for (int i = 0; i < n && !f.too_many; i++)
        value_edges(&f, i);
    for (size_t i = 0; i < f.junctions.n && !f.too_many; i++)
        junction_edges(&f, i);
    struct recurrences r = f.too_many ? unanswered(b) : find_both(&f, b);
    array_release_all(f.value.at, f.class.at, f.passes.at, f.junctions.at, f.edges.at, f.via.at,
                      f.touched.at, f.queue.at);
    return r;
}
