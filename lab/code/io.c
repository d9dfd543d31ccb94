/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PRINT of items, list-directed: calls of the library (lab/machine/library.def). */
#include "lab/code/lower.h"

static void item(struct lower *l, const struct expr *e)
{
    struct value v = lower_expr(l, e);
    const char *name = v.type.type == TYPE_INTEGER   ? "f_put_integer"
                       : v.type.type == TYPE_LOGICAL ? "f_put_logical"
                       : v.type.type == TYPE_REAL    ? "f_put_single"
                                                     : "f_put_double";
    struct value args[2] = {v};
    if (v.kind == VALUE_NOTHING)
        return;
    if (v.kind == VALUE_CHARACTERS) {
        args[1] = *v.length;
        lower_library(l, "f_put_characters", lower_none, 2, args);
    } else {
        lower_library(l, name, lower_none, 1, args);
    }
}

void lower_io(struct lower *l, const struct stmt *t)
{
    bool listed = t->kind == STMT_PRINT && t->n_control == 1 && t->list[0]->kind == EXPR_STAR;
    if (!listed) {
        lower_error(l, NULL, "%s is not in kfc's subset but for PRINT *", stmt_kind_text(t->kind));
        return;
    }
    struct value args[] = {lower_constant(6), lower_constant(0), lower_constant(0),
                           lower_constant(0)};
    lower_library(l, "f_write", lower_none, 4, args);
    for (uint32_t i = t->n_control; i < t->n_list; i++)
        item(l, t->list[i]);
    lower_library(l, "f_end", lower_integer, 0, NULL);
}
