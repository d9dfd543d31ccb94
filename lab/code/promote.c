/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Register promotion: an element that a loop stores at the same address in each iteration, such
 * as the sum of a reduction, is loaded before the loop, kept in a register, and stored after the
 * loop. The order of operations does not change. */
#include "lab/code/alias.h"
#include "lab/code/passes.h"

#include <string.h>

struct promotion {
    struct arena *arena;
    struct flow f;
    struct ir_procedure *p;
    int number;
    uint32_t *writes;
    struct flow_step *steps;
    struct memory m;                    /* the element */
    const struct ir_inst *store, *load; /* an access to it, if there is one */
    bool one_cell;                      /* the program has no parallel regions */
    bool always_stores;                 /* each iteration stores it */
};

static bool address_varies(const struct promotion *x, const struct ir_inst *i)
{
    struct ir_inst address = {.op = IR_ADDRESS, .inst.place = i->inst.place};
    return ir_reads_written(&address, x->writes);
}

static enum lab_unit data_unit(const struct ir_inst *i)
{
    return lab_reg_unit(lab_is_load(i->inst.op) ? i->inst.d : i->inst.s[0]);
}

static bool is_plain(const struct ir_inst *i)
{
    switch (i->inst.op) {
    case LAB_LD4:
    case LAB_LD8:
    case LAB_ST4:
    case LAB_ST8:
        return i->inst.place && i->inst.base == 0;
    default:
        return false;
    }
}

static bool is_access(const struct promotion *x, const struct ir_inst *i)
{
    if (!ir_is_memory(i) || !is_plain(i))
        return false;
    struct memory m = ir_memory_of_inst(i);
    return ir_memory_same(&m, &x->m);
}

/* Sets *bound to a limit of the distance that a term adds in all iterations. Returns 1 if it is
 * a lower bound, -1 if it is an upper bound, 0 if there is none. */
static int find_bound(struct promotion *x, const struct linear_term *t, int64_t *bound)
{
    int64_t n = ir_virtual_number(t->of), start;
    const struct flow_step *s = &x->steps[n];

    if (x->writes[n] == 0 || !s->block || !flow_starts_at(&x->f, x->number, t->of, &start))
        return 0;
    *bound = start * t->scale;
    return (s->step > 0) == (t->scale > 0) ? 1 : -1;
}

/* Returns whether m never overlaps the element because its index register starts at a known
 * value and moves away from the element. */
static bool is_on_one_side(struct promotion *x, const struct memory *m)
{
    struct memory rest = *m;
    int64_t distance, bound;

    for (int t = 0; t < x->m.n; t++)
        if (!ir_memory_add(&rest, x->m.terms[t].of, -x->m.terms[t].scale))
            return false;
    struct memory start = {.object = x->m.object, .offset = x->m.offset};
    if (rest.n != 1)
        return false;
    struct linear_term only = rest.terms[0];
    rest.n = 0;
    int side = find_bound(x, &only, &bound);
    if (side == 0 || !ir_memory_distance(&start, &rest, &distance))
        return false;
    distance += bound;
    return side > 0 ? distance >= (int64_t)x->m.bytes : -distance >= (int64_t)m->bytes;
}

/* Returns whether instruction i of the loop allows the element to be in a register. */
static bool allows_promotion(struct promotion *x, const struct ir_inst *i)
{
    if (ir_is_barrier(i))
        return !ir_memory_escapes(&x->m);
    if (!ir_is_memory(i))
        return true;
    if (is_access(x, i))
        return data_unit(i) == data_unit(x->store);
    struct memory m = ir_memory_of_inst(i);
    return !ir_memory_may_overlap(&m, &x->m) || (m.object && is_on_one_side(x, &m));
}

static bool loop_allows_promotion(struct promotion *x)
{
    const struct ir_block *latch = x->p->loops.at[x->number].latch;

    x->always_stores = false;
    for (size_t b = 0; b < x->f.n_blocks; b++) {
        const struct ir_block *block = x->p->blocks.at[b];
        if (!flow_in_loop(x->p, block, x->number))
            continue;
        for (size_t i = 0; i < block->code.n; i++) {
            if (!allows_promotion(x, &block->code.at[i]))
                return false;
            x->always_stores |=
                lab_is_store(block->code.at[i].inst.op) && block->code.at[i].op == IR_INST &&
                is_access(x, &block->code.at[i]) && flow_dominates(&x->f, block, latch);
        }
    }
    return true;
}

/* Returns whether the element may be stored after the loop even if no iteration stores it. Such
 * a store must not touch invalid memory or memory that other cells write. */
static bool may_store_always(const struct promotion *x)
{
    const struct object *o = x->m.object;
    bool alone = !ir_memory_escapes(&x->m) || (x->one_cell && o->kind == OBJECT_STATIC);

    return x->always_stores || (alone && x->m.n == 0 && x->m.offset >= 0 &&
                                x->m.offset + (int64_t)x->m.bytes <= o->bytes);
}

/* Returns to = from, rounded as a store and a load of that width would. */
static struct ir_inst round_to_width(const struct promotion *x, lab_reg to, lab_reg from,
                                     uint32_t line)
{
    bool rounds = x->m.bytes == 4 && lab_reg_unit(to) == LAB_FPU;
    return ir_of_registers(rounds ? LAB_FRND4 : LAB_MOV8, to, from, 0, line);
}

static void replace_accesses(struct promotion *x, lab_reg r)
{
    for (size_t b = 0; b < x->f.n_blocks; b++) {
        struct ir_block *block = x->p->blocks.at[b];
        for (size_t i = 0; i < block->code.n && flow_in_loop(x->p, block, x->number); i++) {
            struct ir_inst *j = &block->code.at[i];
            if (!is_access(x, j))
                continue;
            *j = lab_is_load(j->inst.op) ? ir_move(j->inst.d, r, j->inst.line)
                                         : round_to_width(x, r, j->inst.s[0], j->inst.line);
        }
    }
}

static void promote_element(struct promotion *x)
{
    struct ir_inst store = *x->store, load = *x->store;
    lab_reg r = ir_register(x->p, data_unit(x->store));
    ir_code before = {0};

    load.inst.op = store.inst.op == LAB_ST4 ? LAB_LD4 : LAB_LD8;
    load.inst.s[0] = 0;
    load.inst.d = r;
    store.inst.s[0] = r;
    replace_accesses(x, r);
    *array_push(&before) = load;
    ir_append_block(x->p->loops.at[x->number].before, &before);
    array_free(&before);
    ir_insert(flow_exit(x->arena, x->p, x->number), 0, &store, 1);
}

/* Returns whether i is a store of an element that may be promoted. */
static bool may_promote(struct promotion *x, const struct ir_inst *i)
{
    if (i->op != IR_INST || !lab_is_store(i->inst.op) || !is_plain(i) || data_unit(i) == LAB_CEU ||
        address_varies(x, i))
        return false;
    x->m = ir_memory_of_inst(i);
    x->store = i;
    return loop_allows_promotion(x) && may_store_always(x);
}

/* Promotes the next element of the loop. Returns false if there is none. */
static bool promote_one(struct promotion *x)
{
    for (size_t b = 0; b < x->f.n_blocks; b++) {
        const struct ir_block *block = x->p->blocks.at[b];
        for (size_t i = 0; i < block->code.n && flow_in_loop(x->p, block, x->number); i++)
            if (may_promote(x, &block->code.at[i])) {
                struct ir_inst store = block->code.at[i];
                x->store = &store;
                promote_element(x);
                return true;
            }
    }
    return false;
}

void optimize_elements(struct arena *a, struct ir_procedure *p, bool one_cell)
{
    struct promotion x = {.arena = a, .p = p, .one_cell = one_cell};

    flow_edges(&x.f, p);
    for (size_t l = p->loops.n; l-- > 0;) {
        bool again = flow_is_entered_once(&x.f, (int)l) && flow_one_exit(p, (int)l);
        x.number = (int)l;
        while (again) {
            struct arena of_loop = {0};
            x.writes = flow_writes(&of_loop, p, (int)l);
            x.steps = flow_steps(&x.f, &of_loop, (int)l);
            again = promote_one(&x);
            arena_free(&of_loop);
            if (again) {
                flow_free(&x.f);
                flow_edges(&x.f, p);
            }
        }
    }
    flow_free(&x.f);
}
