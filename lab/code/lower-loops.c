/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DO loops. The trip count of a counted loop is computed before the first iteration (Fortran
 * 77). The test is at the end of the loop; another test before the loop ensures that there is a
 * first iteration. */
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
    lab_reg passes = ir_register(l->p, LAB_IPU);
    bool real = v && lower_is_float(lower_type_of(v->symbol));
    c->index = v;
    c->step = step;
    c->step.fresh = false;
    open_loop(l, c);
    struct ir_loop *loop = loop_of(l, c);
    loop->counted = true;
    loop->trip = passes;
    loop->trips = trip.kind == VALUE_INTEGER ? trip.integer : 0;
    loop->step = step.kind == VALUE_INTEGER ? step.integer : 0;
    lower_move(l, passes, trip);
    if (v) {
        lab_reg index = index_register(l, c, v);
        loop->index = real ? 0 : index;
        set_index(l, v, index, first);
    }
    if (trip.kind == VALUE_INTEGER && trip.integer <= 0) {
        lower_jump(l, c->after);
    } else if (trip.kind != VALUE_INTEGER) {
        struct value n = {.type = lower_integer8, .kind = VALUE_REGISTER, .reg = passes};
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
    lab_reg passes = loop_of(l, c)->trip;
    struct value n = {.type = lower_integer8, .kind = VALUE_REGISTER, .reg = passes};
    if (c->index) {
        step_index(l, c);
        c->index->shadow = c->shadow;
    }
    lower_move(l, passes, lower_binary(l, LAB_SUB8, lower_integer8, n, lower_constant(1)));
    loop_of(l, c)->latch = l->now;
    lower_branch(l, LAB_ITSTGT8, n, lower_constant(0), loop_of(l, c)->head, c->after);
    leave_loop(l, c);
}

/* ---- DO ---- */

/* Returns the trip count (last - first + step)/step. A count below 1 is tested before the loop. */
static struct value trip_count(struct lower *l, const struct stmt *t, struct value first,
                               struct value last, struct value step)
{
    struct value n = lower_arithmetic(l, NULL, OPERATOR_MINUS, last, first);
    n = lower_arithmetic(l, NULL, OPERATOR_PLUS, n, step);
    n = lower_arithmetic(l, t->control[2], OPERATOR_DIVIDE, n, step);
    return lower_convert(l, n, lower_integer8);
}

/* Returns a constant, or a new register that the loop does not change. */
static struct value invariant_value(struct lower *l, struct value v)
{
    if (v.kind != VALUE_REGISTER)
        return v;
    lab_reg r = ir_register(l->p, lower_unit(v.type));
    lower_move(l, r, v);
    v.reg = r;
    v.fresh = false;
    return v;
}

bool lower_do_values(struct lower *l, const struct stmt *t, struct variable **v,
                     struct value *first, struct value *step, struct value *passes)
{
    *v = lower_variable(l, t->name);
    struct lower_type type = lower_type_of((*v)->symbol);
    if ((*v)->symbol->kind != SYMBOL_SCALAR ||
        (type.type != TYPE_INTEGER && !lower_is_float(type))) {
        lower_error(l, NULL, "the DO variable '%s' must be an INTEGER or REAL scalar", t->name);
        return false;
    }
    *first = lower_convert(l, lower_expr(l, t->control[0]), type);
    struct value last = lower_convert(l, lower_expr(l, t->control[1]), type);
    *step = lower_constant(1);
    if (t->control[2])
        *step = lower_expr(l, t->control[2]);
    *step = invariant_value(l, lower_convert(l, *step, type));
    if (first->kind == VALUE_NOTHING || last.kind == VALUE_NOTHING || step->kind == VALUE_NOTHING)
        return false;
    if (step->kind == VALUE_INTEGER && step->integer == 0) {
        lower_error(l, t->control[2], "the step of a DO loop is 0");
        return false;
    }
    if (first->kind == VALUE_REGISTER)
        first->fresh = false;
    *passes = trip_count(l, t, *first, last, *step);
    return true;
}

static void counted_do(struct lower *l, struct construct *c, const struct stmt *t)
{
    struct variable *v;
    struct value first, step, passes;
    if (lower_do_values(l, t, &v, &first, &step, &passes))
        lower_loop_open(l, c, v, first, step, passes);
}

static void uncounted_do(struct lower *l, struct construct *c, const struct stmt *t)
{
    open_loop(l, c);
    enter_loop(l, c);
    if (t->kind == STMT_DO_WHILE) {
        struct ir_block *body = lower_block(l);
        lower_condition(l, t->cond, body, c->after);
        lower_start_block(l, body);
    }
}

void lower_do(struct lower *l, struct construct *c, const struct stmt *t)
{
    if (t->kind == STMT_DO)
        counted_do(l, c, t);
    else
        uncounted_do(l, c, t);
}

void lower_do_end(struct lower *l, struct construct *c)
{
    l->inner = c->outer;
    if (c->loop < 0) {
        lower_start_block(l, c->after); /* after an error */
    } else if (loop_of(l, c)->counted) {
        lower_loop_close(l, c);
    } else {
        if (c->latch)
            lower_start_block(l, c->latch);
        loop_of(l, c)->latch = l->now;
        lower_jump(l, loop_of(l, c)->head);
        leave_loop(l, c);
    }
}
