/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DO statements. The trip count of a counted loop is computed before the first iteration (Fortran
 * 77). */
#include "lab/code/lower.h"

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
                     struct value *first, struct value *step, struct value *trips)
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
    *trips = trip_count(l, t, *first, last, *step);
    return true;
}

static void counted_do(struct lower *l, struct construct *c, const struct stmt *t)
{
    struct variable *v;
    struct value first, step, trips;
    if (lower_do_values(l, t, &v, &first, &step, &trips))
        lower_loop_open(l, c, v, first, step, trips);
}

static void uncounted_do(struct lower *l, struct construct *c, const struct stmt *t)
{
    lower_uncounted_open(l, c);
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
    } else if (l->p->loops.at[c->loop].counted) {
        lower_loop_close(l, c);
    } else {
        lower_uncounted_close(l, c);
    }
}
