/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops. The test of a counted loop is at its end; another test before the loop ensures that there
 * is a first iteration. */
#include "lab/code/lower.h"

static struct ir_loop *loop_of(struct lower *l, const struct construct *c)
{
    return &l->p->loops.at[c->loop];
}

static void open_loop(struct lower *l, struct construct *c)
{
    struct ir_loop *loop = array_push(&l->p->loops);
    *loop = (struct ir_loop){.parent = l->loop,
                             .before = lower_block(l),
                             .head = lower_block(l),
                             .after = c->after,
                             .independent = l->independent,
                             .line = l->stmt ? (uint32_t)l->stmt->line : 0};
    c->loop = (int)(l->p->loops.n - 1);
}

static void enter_loop(struct lower *l, struct construct *c)
{
    lower_start_block(l, loop_of(l, c)->before);
    l->loop = c->loop;
    lower_start_block(l, loop_of(l, c)->head);
}

static void leave_loop(struct lower *l, struct construct *c)
{
    l->loop = loop_of(l, c)->parent;
    lower_start_block(l, c->after);
}

/* Returns the register of the DO variable within the loop, from -O1 on. */
static lab_reg index_register(struct lower *l, struct construct *c, struct variable *v)
{
    c->shadow = v->shadow;
    if (v->reg || l->o->level == 0)
        return v->reg;
    return v->shadow = ir_register(l->p, lower_unit(lower_type_of(v->symbol)));
}

static void set_index(struct lower *l, struct variable *v, lab_reg r, struct value x)
{
    if (r) {
        lower_move(l, r, x);
        x = (struct value){.type = lower_type_of(v->symbol), .kind = VALUE_REGISTER, .reg = r};
    }
    if (!v->reg && v->object) {
        struct ir_place place = lower_variable_place(l, v);
        lower_store(l, &place, x);
    }
}

void lower_loop_open(struct lower *l, struct construct *c, struct variable *v, struct value first,
                     struct value step, struct value trip)
{
    lab_reg count = ir_register(l->p, LAB_IPU);
    bool real = v && lower_is_float(lower_type_of(v->symbol));
    c->index = v;
    c->step = step;
    c->step.fresh = false;
    open_loop(l, c);
    struct ir_loop *loop = loop_of(l, c);
    loop->counted = true;
    loop->trip = count;
    loop->trips = trip.kind == VALUE_INTEGER ? trip.integer : 0;
    loop->step = step.kind == VALUE_INTEGER ? step.integer : 0;
    lower_move(l, count, trip);
    if (v) {
        lab_reg index = index_register(l, c, v);
        loop->index = real ? 0 : index;
        set_index(l, v, index, first);
    }
    if (trip.kind == VALUE_INTEGER && trip.integer <= 0) {
        lower_jump(l, c->after);
    } else if (trip.kind != VALUE_INTEGER) {
        struct value n = {.type = lower_integer8, .kind = VALUE_REGISTER, .reg = count};
        lower_branch(l, LAB_ITSTGT8, n, lower_constant(0), loop->before, c->after);
    }
    enter_loop(l, c);
}

static void step_index(struct lower *l, const struct construct *c)
{
    struct variable *v = c->index;
    struct lower_type t = lower_type_of(v->symbol);
    lab_reg r = v->reg ? v->reg : v->shadow;
    struct value x = {.type = t, .kind = VALUE_REGISTER, .reg = r};
    if (!r) {
        struct ir_place place = lower_variable_place(l, v);
        x = lower_load(l, &place, t);
    }
    set_index(l, v, r, lower_arithmetic(l, NULL, OPERATOR_PLUS, x, c->step));
}

void lower_loop_close(struct lower *l, struct construct *c)
{
    if (c->latch)
        lower_start_block(l, c->latch);
    lab_reg count = loop_of(l, c)->trip;
    struct value n = {.type = lower_integer8, .kind = VALUE_REGISTER, .reg = count};
    if (c->index) {
        step_index(l, c);
        c->index->shadow = c->shadow;
    }
    lower_move(l, count, lower_binary(l, LAB_SUB8, lower_integer8, n, lower_constant(1)));
    loop_of(l, c)->latch = l->now;
    lower_branch(l, LAB_ITSTGT8, n, lower_constant(0), loop_of(l, c)->head, c->after);
    leave_loop(l, c);
}

void lower_uncounted_open(struct lower *l, struct construct *c)
{
    open_loop(l, c);
    enter_loop(l, c);
}

void lower_uncounted_close(struct lower *l, struct construct *c)
{
    if (c->latch)
        lower_start_block(l, c->latch);
    loop_of(l, c)->latch = l->now;
    lower_jump(l, loop_of(l, c)->head);
    leave_loop(l, c);
}
