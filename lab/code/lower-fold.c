/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of constant expressions, computed without code. */
#include "lab/code/lower.h"

static struct value constant_only(struct value v)
{
    return v.kind == VALUE_INTEGER || v.kind == VALUE_REAL ? v : (struct value){0};
}

/* Evaluates KIND(1D0) and similar inquiries. */
static struct value fold_inquiry(struct lower *l, const struct expr *e)
{
    int64_t n;
    return symbols_integer(&l->symbols, e, &n) ? lower_integer_value(n, lower_integer)
                                               : (struct value){0};
}

struct value lower_number(struct lower *l, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_INTEGER:
        return lower_integer_value(e->integer, e->bytes == 8 ? lower_integer8 : lower_integer);
    case EXPR_REAL:
        return lower_real_value(e->real,
                                real_bytes(&l->symbols, e) == 8 ? lower_double : lower_real);
    default:
        return lower_integer_value(e->integer, lower_logical);
    }
}

static struct value fold_constant(struct lower *l, const struct symbol *y)
{
    struct constant_use use;
    if (!lower_use_constant(l, &use, y))
        return (struct value){0};
    struct value a = lower_fold(l, y->value);
    l->uses = use.outer;
    return a.kind == VALUE_NOTHING ? a : lower_convert(l, a, lower_type_of(y));
}

struct value lower_fold(struct lower *l, const struct expr *e)
{
    const struct symbol *y;
    struct value a;
    switch (e->kind) {
    case EXPR_INTEGER:
    case EXPR_REAL:
    case EXPR_LOGICAL:
        return lower_number(l, e);
    case EXPR_PAREN:
        return lower_fold(l, e->left);
    case EXPR_APPLY:
        return fold_inquiry(l, e);
    case EXPR_NAME:
        y = symbol_find(&l->symbols, e->name);
        if (y && y->slot >= 0 && l->variables.at[y->slot]->bound)
            return constant_only(*l->variables.at[y->slot]->bound);
        if (y && y->kind == SYMBOL_CONSTANT && y->value && y->type != TYPE_CHARACTER)
            return fold_constant(l, y);
        return (struct value){0};
    case EXPR_UNARY:
        a = lower_fold(l, e->left);
        if (a.kind == VALUE_NOTHING || !lower_is_number(a))
            return (struct value){0};
        return e->op == OPERATOR_MINUS ? lower_negate(l, e, a) : a;
    case EXPR_BINARY: {
        if (e->op == OPERATOR_POWER)
            return fold_inquiry(l, e);
        if (e->op < OPERATOR_PLUS || e->op > OPERATOR_DIVIDE)
            return (struct value){0};
        a = lower_fold(l, e->left);
        struct value b = lower_fold(l, e->right);
        bool safe = e->op != OPERATOR_DIVIDE ||
                    (b.kind == VALUE_INTEGER ? b.integer != 0 && b.integer != -1 : b.real != 0);
        if (a.kind == VALUE_NOTHING || b.kind == VALUE_NOTHING || !lower_is_number(a) ||
            !lower_is_number(b) || !safe)
            return (struct value){0};
        return lower_arithmetic(l, e, e->op, a, b);
    }
    default:
        return (struct value){0};
    }
}
