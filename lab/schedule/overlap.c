/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/overlap.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* ---- address registers ---- */

/* Returns the register that i steps by a constant, unscaled; -1 = none. */
static int steps_register(const struct lab_inst *i, int64_t *bytes)
{
    bool adds = i->op == LAB_SADD8, takes = i->op == LAB_SSUB8;
    if ((!adds && !takes) || i->scale || i->symbol || !i->immediate[1] || i->s[0] != i->d ||
        lab_reg_unit(i->d) != LAB_CEU)
        return -1;
    *bytes = adds ? i->imm : -i->imm;
    return (int)lab_reg_number(i->d);
}

static bool addresses_by(const struct lab_inst *i, int number)
{
    bool memory = strchr(lab_operation(i->op)->operands, 'm');
    return memory && i->base == lab_register(LAB_CEU, (uint32_t)number);
}

static bool has_use(const struct effects *e, int row, bool address)
{
    for (int k = 0; k < e->n_uses; k++)
        if (e->uses[k].reg == row && (e->uses[k].source == LAB_READS_BASE) == address)
            return true;
    return false;
}

/* Returns whether register `number` is written by that node alone and only used as an address with
 * a distance of at most 1, which displacements can compensate. */
static bool steps_alone(const struct overlap *o, int number, size_t step)
{
    int row = ROW_CEU + number;
    for (size_t i = 0; i < o->x.n; i++) {
        const struct node *n = &o->x.nodes[i];
        if (i == step)
            continue;
        if (writes_row(&n->effects, row) || writes_row(&n->with_effects, row) ||
            has_use(&n->effects, row, false) || has_use(&n->with_effects, row, false))
            return false;
        if (has_use(&n->effects, row, true) &&
            (!addresses_by(n->inst, number) ||
             lab_distance(o->m, o->x.nodes[step].inst, n->inst, LAB_READS_BASE) > 1))
            return false;
    }
    return true;
}

static void remove_address_use(struct node *n)
{
    int k = 0, row = -1;
    for (int i = 0; i < n->effects.n_uses; i++) {
        if (n->effects.uses[i].source == LAB_READS_BASE)
            row = n->effects.uses[i].reg;
        else
            n->effects.uses[k++] = n->effects.uses[i];
    }
    n->effects.n_uses = k;
    if (row >= 0 && !has_use(&n->effects, row, false))
        n->reads[row / 64] &= ~(1ull << row % 64);
}

static void find_stepped(struct overlap *o)
{
    for (int r = 0; r < LAB_CEU_REGISTERS; r++)
        o->stepped[r].node = o->x.n;
    for (size_t i = 0; i < o->x.n; i++) {
        int64_t bytes;
        int r = steps_register(o->x.nodes[i].inst, &bytes);
        if (r >= 0 && steps_alone(o, r, i))
            o->stepped[r] = (struct stepped){bytes, i};
    }
    for (size_t i = 0; i < o->x.n; i++) {
        o->base[i] = -1;
        for (int r = 0; r < LAB_CEU_REGISTERS; r++)
            if (o->stepped[r].node < o->x.n && addresses_by(o->x.nodes[i].inst, r)) {
                o->base[i] = r;
                remove_address_use(&o->x.nodes[i]);
            }
    }
}

/* ---- arcs ---- */

static void add_arc(struct overlap *o, size_t from, size_t to, int pairs, int iterations)
{
    if (pairs >= 0)
        *array_push(&o->x.arcs) =
            (struct loop_arc){(uint32_t)from, (uint32_t)to, pairs, iterations};
}

enum { FAR_ITERATIONS = 64 };

/* Returns the iterations until b may access what a accesses now, at least 1; 0 = never. steps:
 * bytes by which each register advances per iteration. */
static int iterations_to_overlap(const struct memory_use *a, struct memory_use b,
                                 const int64_t *steps)
{
    int64_t step = a->root < LAB_CEU_REGISTERS ? steps[a->root] : MEMORY_NO_STEP;
    bool known = a->root == b.root && step != MEMORY_NO_STEP && a->bytes && b.bytes;
    if (!known) {
        struct memory_use other = b;
        other.root = UINT32_MAX;
        return memory_must_stay_in_order(a, &other) ? 1 : 0;
    }
    if (!memory_must_stay_in_order(a, a) && !memory_must_stay_in_order(&b, &b))
        return 0;
    for (int iterations = 1; iterations <= FAR_ITERATIONS; iterations++) {
        b.offset += step;
        if (b.offset < a->offset + a->bytes && a->offset < b.offset + b.bytes)
            return iterations;
    }
    return 0;
}

static void connect_memory(struct overlap *o, const int64_t *steps)
{
    for (size_t i = 0; i < o->x.n; i++)
        for (size_t j = 0; j < o->x.n; j++) {
            const struct memory_use *a = &o->x.nodes[i].memory, *b = &o->x.nodes[j].memory;
            bool matters = a->kind == MEMORY_STORE || b->kind == MEMORY_STORE ||
                           a->kind == MEMORY_ORDER || b->kind == MEMORY_ORDER;
            if (a->kind == MEMORY_NONE || b->kind == MEMORY_NONE || !matters)
                continue;
            if (i < j && memory_must_stay_in_order(a, b))
                add_arc(o, i, j, 1, 0);
            int iterations = iterations_to_overlap(a, *b, steps);
            if (iterations)
                add_arc(o, i, j, 1, iterations);
        }
}

/* later: the nodes as the next iteration sees them. */
static void connect_registers(struct overlap *o, const struct node *later)
{
    for (size_t i = 0; i < o->x.n; i++)
        for (size_t j = 0; j < o->x.n; j++) {
            if (i < j)
                add_arc(o, i, j, node_distance(o->m, &o->x.nodes[i], &o->x.nodes[j]), 0);
            add_arc(o, i, j, node_distance(o->m, &later[i], &later[j]), 1);
        }
}

/* Renames the values of an iteration to webs, if `renamed`, and adds arcs for register
 * dependences. */
static void connect_nodes(struct arena *a, struct overlap *o, const struct loop_context *l,
                          bool renamed)
{
    struct node *later = ARENA_ARRAY(a, struct node, o->x.n);
    struct rows fixed = {{0}};
    for (int r = 0; r < LAB_CEU_REGISTERS; r++)
        if (o->stepped[r].node < o->x.n)
            rows_add(&fixed, ROW_CEU + r);
    o->webs.iterations = 1;
    if (renamed) {
        webs_find(a, o->x.nodes, o->x.n, l->flow, &l->before, &l->after, &fixed, &o->webs);
        webs_apply(&o->webs, o->x.nodes, o->x.n);
    }
    for (size_t i = 0; i < o->x.n; i++)
        later[i] = o->x.nodes[i];
    if (renamed)
        webs_remove_effects(later, o->x.n);
    connect_registers(o, later);
}

enum { OVERLAP_MOST = 400 };

/* Places the loop's control, counted from the end of an iteration: two delay pairs, the branch, and
 * the test and the count as far before it as their distances require. */
static void place_loop_control(struct arena *a, struct overlap *o)
{
    int test = DELAY_PAIRS + max_int(1, register_distance(o->m, o->loop.test, o->loop.branch));
    int count = test + max_int(1, register_distance(o->m, o->loop.count, o->loop.test));
    uint8_t *control = ARENA_ARRAY(a, uint8_t, (size_t)count + 1);
    control[DELAY_PAIRS] = LAB_RIGHT;
    control[test] = control[count] = LAB_LEFT;
    o->x.control = control;
    o->x.n_control = count + 1;
}

bool overlap_of(struct arena *a, const struct loop_context *l, const struct machine *m,
                bool renamed, struct overlap *o)
{
    const struct lab_flow_block *b = l->block;
    const struct counted *c = &l->loop;
    *o = (struct overlap){.block = b, .m = m, .loop = *c};
    if (b->code.n > OVERLAP_MOST)
        return false;
    int64_t steps[LAB_CEU_REGISTERS];
    struct graph g = graph_of(a, b, m);
    memory_of_block(a, b, steps);
    o->x.m = m;
    o->x.nodes = ARENA_ARRAY(a, struct node, g.n);
    for (size_t i = 0; i < g.n; i++)
        if (g.nodes[i].inst != c->count && g.nodes[i].inst != c->test)
            o->x.nodes[o->x.n++] = g.nodes[i];
    o->base = ARENA_ARRAY(a, int, o->x.n);
    find_stepped(o);
    connect_nodes(a, o, l, renamed);
    connect_memory(o, steps);
    modulo_sort_arcs(a, &o->x);
    place_loop_control(a, o);
    return g.lead == 0 && o->x.n > 0;
}

void overlap_free(struct overlap *o)
{
    array_free(&o->x.arcs);
}

enum { STAGES_MOST = 12, STARTS = 6, LARGE = 60, LARGE_STARTS = 2, KERNEL_MOST = 400 };

bool overlap_schedule(struct arena *a, struct overlap *o, int interval)
{
    int starts = o->x.n < LARGE ? STARTS : LARGE_STARTS;
    if (interval < modulo_lower_bound(&o->x) || !modulo_set_interval(&o->x, interval))
        return false;
    for (int start = 0; start < starts && start < interval; start++) {
        if (!modulo_schedule(a, &o->x, start))
            continue;
        o->stages = 1;
        for (size_t i = 0; i < o->x.n; i++)
            o->stages = max_int(o->stages, o->x.at[i] / interval + 1);
        bool fits =
            !o->webs.of || webs_assign(a, &o->webs, o->m, o->x.nodes, o->x.n, o->x.at, interval);
        if (fits && o->stages <= STAGES_MOST && interval * o->webs.iterations <= KERNEL_MOST)
            return true;
    }
    return false;
}

/* ---- instructions ---- */

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Returns the steps of the base register before node i of iteration p is issued, minus those of the
 * loop in order. Iterations 0 to last step it. */
static int64_t steps_ahead(const struct overlap *o, size_t i, int64_t p, int64_t last)
{
    const struct stepped *s = &o->stepped[o->base[i]];
    int64_t distance = o->x.at[i] - o->x.at[s->node] - 1;
    int64_t done = p + floor_divide(distance, o->x.interval) + 1;
    int64_t in_order = p + (i > s->node);
    done = done < 0 ? 0 : min_int64(done, last + 1);
    return done - in_order;
}

/* Builds node i of iteration p; returns false if its displacement is out of range. */
static bool instantiate_node(const struct overlap *o, size_t i, int64_t p, int64_t last,
                             struct lab_inst *inst)
{
    *inst = web_inst(&o->webs, o->x.nodes, i, p, false);
    if (o->base[i] < 0)
        return true;
    inst->offset -= steps_ahead(o, i, p, last) * o->stepped[o->base[i]].bytes;
    int64_t reach = (int64_t)o->m->displacement;
    return inst->offset >= -reach && inst->offset < reach;
}

enum { FAR = 1 << 20 }; /* an iteration far from the first and the last one */

/* Returns an iteration far from the first one after which the kernel starts over. */
static int64_t far_iteration(const struct overlap *o)
{
    return FAR - FAR % o->webs.iterations + o->stages - 1;
}

static void emit_control(const struct overlap *o, struct lab_pair *pairs, size_t n,
                         const char *target)
{
    struct lab_inst count = counted_step(&o->loop, o->webs.iterations), branch = *o->loop.branch;
    const struct lab_inst *control[] = {o->loop.test, &count};
    branch.target = target;
    put_instruction(&pairs[n - 1 - DELAY_PAIRS], &branch);
    for (int k = DELAY_PAIRS + 1, c = 0; k < o->x.n_control; k++)
        if (o->x.control[k])
            put_instruction(&pairs[n - 1 - (size_t)k], control[c++]);
}

struct lab_pair *overlap_kernel(struct arena *a, const struct overlap *o, const char *target,
                                size_t *n)
{
    int interval = o->x.interval;
    *n = (size_t)(interval * o->webs.iterations);
    struct lab_pair *pairs = ARENA_ARRAY(a, struct lab_pair, *n);
    for (size_t k = 0; k < *n; k++)
        pairs[k] = nop_pair();
    for (int turn = 0; turn < o->webs.iterations; turn++)
        for (size_t i = 0; i < o->x.n; i++) {
            struct lab_pair *pair = &pairs[turn * interval + o->x.at[i] % interval];
            int64_t iteration = far_iteration(o) + turn - o->x.at[i] / interval;
            struct lab_inst inst, with;
            if (!instantiate_node(o, i, iteration, 2 * FAR, &inst))
                return NULL;
            put_instruction(pair, &inst);
            if (!o->x.nodes[i].with)
                continue;
            with = web_inst(&o->webs, o->x.nodes, i, iteration, true);
            put_instruction(pair, &with);
        }
    emit_control(o, pairs, *n, target);
    return pairs;
}

struct issue {
    int64_t pair, iteration;
    size_t node;
};

static int by_issue(const void *x, const void *y)
{
    const struct issue *a = x, *b = y;
    int pairs = ORDER_OF(a->pair, b->pair), iterations = ORDER_OF(a->iteration, b->iteration);
    return pairs ? pairs : iterations ? iterations : ORDER_OF(a->node, b->node);
}

/* Orders the last two instructions, which share a pair: the reader of a register precedes its
 * writer, except a move between units, which reads what the left half writes. Returns false if each
 * reads what the other writes. */
static bool order_last_halves(inst_list *out)
{
    struct lab_inst *a = &out->at[out->n - 2], *b = a + 1, swap = *a;
    bool a_feeds = feeds(a, b), b_feeds = feeds(b, a);
    bool a_first = b->op == LAB_MOVB8 ? a_feeds : b_feeds && a->op != LAB_MOVB8;
    bool b_first = a->op == LAB_MOVB8 ? b_feeds : a_feeds && b->op != LAB_MOVB8;
    if (a_first && b_first)
        return false;
    if (b_first) {
        *a = *b;
        *b = swap;
    }
    return true;
}

/* Appends the instances of iterations first to last that are issued in pairs begin to end - 1.
 * Returns false if a displacement is out of range or two halves cannot be ordered. */
static bool collect_instances(const struct overlap *o, int64_t first, int64_t last, int64_t begin,
                              int64_t end, int64_t iterations, inst_list *out)
{
    ARRAY(struct issue) found = {0};
    bool reached = true;
    for (int64_t p = first; p <= last; p++)
        for (size_t i = 0; i < o->x.n; i++) {
            int64_t pair = p * o->x.interval + o->x.at[i];
            if (pair >= begin && pair < end)
                *array_push(&found) = (struct issue){pair, p, i};
        }
    array_sort(&found, by_issue);
    for (size_t k = 0; k < found.n; k++) {
        const struct issue *at = &found.at[k];
        reached &= instantiate_node(o, at->node, at->iteration, iterations - 1, array_push(out));
        if (o->x.nodes[at->node].with)
            *array_push(out) = web_inst(&o->webs, o->x.nodes, at->node, at->iteration, true);
        else if (k > 0 && found.at[k - 1].pair == at->pair)
            reached &= order_last_halves(out);
    }
    array_free(&found);
    return reached;
}

bool overlap_prologue(const struct overlap *o, inst_list *out)
{
    return collect_instances(o, 0, o->stages - 2, 0, (int64_t)(o->stages - 1) * o->x.interval,
                             2 * FAR, out);
}

bool overlap_epilogue(const struct overlap *o, inst_list *out)
{
    int64_t iterations = far_iteration(o);
    return collect_instances(o, iterations - o->stages + 1, iterations - 1,
                             iterations * o->x.interval, INT64_MAX, iterations, out);
}
