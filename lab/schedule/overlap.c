/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/overlap.h"

#include <stdlib.h>
#include <string.h>

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* ---- address registers ---- */

/* The register that i steps by a number, unscaled; -1 = none. */
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
    bool memory = strchr(lab_operation(i->op)->operands, 'm') != NULL;
    return memory && i->base == lab_register(LAB_CEU, (uint32_t)number);
}

static bool has_use(const struct effects *e, int row, bool address)
{
    for (int k = 0; k < e->n_uses; k++)
        if (e->uses[k].reg == row && (e->uses[k].source == LAB_READS_BASE) == address)
            return true;
    return false;
}

static bool has_write(const struct effects *e, int row)
{
    for (int k = 0; k < e->n_writes; k++)
        if (e->writes[k] == row)
            return true;
    return false;
}

/* Whether register `number` is only stepped by that node and used as an address at the latency of
 * 1 that displacements allow for. */
static bool steps_alone(const struct overlap *o, int number, size_t step)
{
    int row = ROW_CEU + number;
    for (size_t i = 0; i < o->x.n; i++) {
        const struct node *n = &o->x.nodes[i];
        if (i == step)
            continue;
        if (has_write(&n->effects, row) || has_write(&n->with_effects, row) ||
            has_use(&n->effects, row, false) || has_use(&n->with_effects, row, false))
            return false;
        if (has_use(&n->effects, row, true) &&
            (!addresses_by(n->inst, number) ||
             lab_distance(o->m, o->x.nodes[step].inst, n->inst, LAB_READS_BASE) > 1))
            return false;
    }
    return true;
}

static void drop_address(struct node *n)
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
                drop_address(&o->x.nodes[i]);
            }
    }
}

/* ---- arcs ---- */

static void add_arc(struct overlap *o, size_t from, size_t to, int pairs, int passes)
{
    if (pairs >= 0)
        *array_push(&o->x.arcs) = (struct loop_arc){(uint32_t)from, (uint32_t)to, pairs, passes};
}

enum { FAR_PASSES = 64 };

/* Passes until b may mean what a means now, at least 1; 0 = never. step: what both their addresses
 * go on by in a pass. */
static int passes_to_meet(const struct memory_use *a, struct memory_use b, const int64_t *steps)
{
    int64_t step = a->root < LAB_CEU_REGISTERS ? steps[a->root] : MEMORY_NO_STEP;
    bool known = a->root == b.root && step != MEMORY_NO_STEP && a->bytes && b.bytes;
    if (!known) {
        struct memory_use other = b;
        other.root = UINT32_MAX;
        return memory_keeps_order(a, &other) ? 1 : 0;
    }
    if (!memory_keeps_order(a, a) && !memory_keeps_order(&b, &b))
        return 0;
    for (int passes = 1; passes <= FAR_PASSES; passes++) {
        b.offset += step;
        if (b.offset < a->offset + a->bytes && a->offset < b.offset + b.bytes)
            return passes;
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
            if (i < j && memory_keeps_order(a, b))
                add_arc(o, i, j, 1, 0);
            int passes = passes_to_meet(a, *b, steps);
            if (passes)
                add_arc(o, i, j, 1, passes);
        }
}

/* later: the nodes as the next pass sees them. */
static void connect_registers(struct overlap *o, const struct node *later)
{
    for (size_t i = 0; i < o->x.n; i++)
        for (size_t j = 0; j < o->x.n; j++) {
            if (i < j)
                add_arc(o, i, j, node_distance(o->m, &o->x.nodes[i], &o->x.nodes[j]), 0);
            add_arc(o, i, j, node_distance(o->m, &later[i], &later[j]), 1);
        }
}

/* Values of a pass get webs; what flows to the next pass is the rest. */
static void connect(struct arena *a, struct overlap *o, const struct around *l, bool renamed)
{
    struct node *later = ARENA_ARRAY(a, struct node, o->x.n);
    struct rows fixed = {{0}};
    for (int r = 0; r < LAB_CEU_REGISTERS; r++)
        if (o->stepped[r].node < o->x.n)
            rows_add(&fixed, ROW_CEU + r);
    o->webs.passes = 1;
    if (renamed) {
        webs_find(a, o->x.nodes, o->x.n, l->flow, &l->before, &l->behind, &fixed, &o->webs);
        webs_apply(&o->webs, o->x.nodes, o->x.n);
    }
    for (size_t i = 0; i < o->x.n; i++)
        later[i] = o->x.nodes[i];
    if (renamed)
        webs_forget(later, o->x.n);
    connect_registers(o, later);
}

enum { OVERLAP_MOST = 400 };

/* What counts and branches, from the end of a pass on: two delay pairs, the branch, the test and
 * the count as far before as they have to be. */
static void place_control(struct arena *a, struct overlap *o)
{
    int test = DELAY_PAIRS + greater(1, register_distance(o->m, o->loop.test, o->loop.branch));
    int count = test + greater(1, register_distance(o->m, o->loop.count, o->loop.test));
    uint8_t *control = ARENA_ARRAY(a, uint8_t, (size_t)count + 1);
    control[DELAY_PAIRS] = LAB_RIGHT;
    control[test] = control[count] = LAB_LEFT;
    o->x.control = control;
    o->x.n_control = count + 1;
}

bool overlap_of(struct arena *a, const struct around *l, const struct machine *m, bool renamed,
                struct overlap *o)
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
    connect(a, o, l, renamed);
    connect_memory(o, steps);
    modulo_index(a, &o->x);
    place_control(a, o);
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
    if (interval < modulo_least(&o->x) || !modulo_begin(&o->x, interval))
        return false;
    for (int start = 0; start < starts && start < interval; start++) {
        if (!modulo_schedule(a, &o->x, start))
            continue;
        o->stages = 1;
        for (size_t i = 0; i < o->x.n; i++)
            o->stages = greater(o->stages, o->x.at[i] / interval + 1);
        bool fits =
            !o->webs.of || webs_assign(a, &o->webs, o->m, o->x.nodes, o->x.n, o->x.at, interval);
        if (fits && o->stages <= STAGES_MOST && interval * o->webs.passes <= KERNEL_MOST)
            return true;
    }
    return false;
}

/* ---- instructions ---- */

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Steps of a register that were done when node i of pass p is issued, less those that the loop in
 * order would have done. Passes from 0 to last step it. */
static int64_t steps_ahead(const struct overlap *o, size_t i, int64_t p, int64_t last)
{
    const struct stepped *s = &o->stepped[o->base[i]];
    int64_t apart = o->x.at[i] - o->x.at[s->node] - 1;
    int64_t done = p + floor_divide(apart, o->x.interval) + 1;
    int64_t in_order = p + (i > s->node);
    done = done < 0 ? 0 : smaller(done, last + 1);
    return done - in_order;
}

/* Node i of pass p; false: the displacement is out of reach. */
static bool instance(const struct overlap *o, size_t i, int64_t p, int64_t last,
                     struct lab_inst *inst)
{
    *inst = web_inst(&o->webs, o->x.nodes, i, p, false);
    if (o->base[i] < 0)
        return true;
    inst->offset -= steps_ahead(o, i, p, last) * o->stepped[o->base[i]].bytes;
    int64_t reach = (int64_t)o->m->displacement;
    return inst->offset >= -reach && inst->offset < reach;
}

enum { FAR = 1 << 20 }; /* a pass that none before or behind is near */

/* A pass far behind the first one, of which the kernel begins a round with the one behind it. */
static int64_t far_pass(const struct overlap *o)
{
    return FAR - FAR % o->webs.passes + o->stages - 1;
}

static void put_control(const struct overlap *o, struct lab_pair *pairs, size_t n,
                        const char *target)
{
    struct lab_inst count = counted_by(&o->loop, o->webs.passes), branch = *o->loop.branch;
    const struct lab_inst *control[] = {o->loop.test, &count};
    branch.target = target;
    pair_put(&pairs[n - 1 - DELAY_PAIRS], &branch);
    for (int k = DELAY_PAIRS + 1, c = 0; k < o->x.n_control; k++)
        if (o->x.control[k])
            pair_put(&pairs[n - 1 - (size_t)k], control[c++]);
}

struct lab_pair *overlap_kernel(struct arena *a, const struct overlap *o, const char *target,
                                size_t *n)
{
    int interval = o->x.interval;
    *n = (size_t)(interval * o->webs.passes);
    struct lab_pair *pairs = ARENA_ARRAY(a, struct lab_pair, *n);
    for (size_t k = 0; k < *n; k++)
        pairs[k] = nop_pair();
    for (int turn = 0; turn < o->webs.passes; turn++)
        for (size_t i = 0; i < o->x.n; i++) {
            struct lab_pair *pair = &pairs[turn * interval + o->x.at[i] % interval];
            int64_t pass = far_pass(o) + turn - o->x.at[i] / interval;
            struct lab_inst inst, with;
            if (!instance(o, i, pass, 2 * FAR, &inst))
                return NULL;
            pair_put(pair, &inst);
            if (!o->x.nodes[i].with)
                continue;
            with = web_inst(&o->webs, o->x.nodes, i, pass, true);
            pair_put(pair, &with);
        }
    put_control(o, pairs, *n, target);
    return pairs;
}

struct issue {
    int64_t pair, pass;
    size_t node;
};

static int by_issue(const void *x, const void *y)
{
    const struct issue *a = x, *b = y;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    if (a->pass != b->pass)
        return a->pass < b->pass ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

/* The last two of the list are of one pair: whoever reads a register goes before who writes it, but
 * for a move between units, which sees what the left half writes. False: each reads the other's. */
static bool order_halves(inst_list *out)
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

/* The instances of passes first to last that are issued in pairs begin to end - 1. False: a
 * displacement out of reach, or halves that have no order. */
static bool issued(const struct overlap *o, int64_t first, int64_t last, int64_t begin, int64_t end,
                   int64_t passes, inst_list *out)
{
    ARRAY(struct issue) found = {0};
    bool reached = true;
    for (int64_t p = first; p <= last; p++)
        for (size_t i = 0; i < o->x.n; i++) {
            int64_t pair = p * o->x.interval + o->x.at[i];
            if (pair >= begin && pair < end)
                *array_push(&found) = (struct issue){pair, p, i};
        }
    if (found.n)
        qsort(found.at, found.n, sizeof *found.at, by_issue);
    for (size_t k = 0; k < found.n; k++) {
        const struct issue *at = &found.at[k];
        reached &= instance(o, at->node, at->pass, passes - 1, array_push(out));
        if (o->x.nodes[at->node].with)
            *array_push(out) = web_inst(&o->webs, o->x.nodes, at->node, at->pass, true);
        else if (k > 0 && found.at[k - 1].pair == at->pair)
            reached &= order_halves(out);
    }
    array_free(&found);
    return reached;
}

bool overlap_prologue(const struct overlap *o, inst_list *out)
{
    return issued(o, 0, o->stages - 2, 0, (int64_t)(o->stages - 1) * o->x.interval, 2 * FAR, out);
}

bool overlap_epilogue(const struct overlap *o, inst_list *out)
{
    int64_t passes = far_pass(o);
    return issued(o, passes - o->stages + 1, passes - 1, passes * o->x.interval, INT64_MAX, passes,
                  out);
}
