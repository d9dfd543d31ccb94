/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assignments to variables and elements. */
#include "lab/code/lower.h"

static void assign_variable(struct lower *l, const struct expr *to, struct value v)
{
    struct variable *y = lower_variable(l, to->name);
    if (y->shadow)
        lower_error(l, to, "the DO variable '%s' is assigned to within its loop", to->name);
    if (y->reg && y->copied)
        bug("a variable that is assigned was treated as read-only");
    if (y->reg) {
        lower_move(l, y->reg, v);
    } else if (y->object) {
        struct ir_place place = lower_variable_place(l, y);
        lower_store(l, &place, v);
    }
}

void lower_assign(struct lower *l, const struct expr *to, struct value v)
{
    struct ir_place place;
    struct lower_type t;
    const struct symbol *y = to->kind == EXPR_NAME ? symbol_of(&l->symbols, to->name) : NULL;
    if (y && y->kind != SYMBOL_ARRAY) {
        if (!symbol_is_variable(y)) {
            lower_error(l, to, "'%s' is not a variable", to->name);
        } else {
            v = lower_convert(l, v, lower_type_of(y));
            if (v.kind != VALUE_NOTHING)
                assign_variable(l, to, v);
        }
        return;
    }
    if (!lower_place(l, to, &place, &t))
        return;
    v = lower_convert(l, v, t);
    if (v.kind != VALUE_NOTHING)
        lower_store(l, &place, v);
}
