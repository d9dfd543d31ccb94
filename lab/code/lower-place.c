/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts variables and array elements to places: object + offset + sum of index * scale. From
 * -O1 on, sums and multiples in subscripts become terms of the place. */
#include "lab/code/lower.h"

enum { MAX_TERMS = 7, MAX_SUM = 64 };

/* ---- sums ---- */

struct sum {
    int64_t constant;
    int n;
    struct ir_place_term terms[MAX_SUM];
};

/* Adds up all terms in one register. */
static void collapse_terms(struct lower *l, struct sum *s)
{
    struct value all = lower_constant(0);
    for (int i = 0; i < s->n; i++) {
        struct value r = {.type = lower_integer8, .kind = VALUE_REGISTER, .reg = s->terms[i].index};
        struct value scale = lower_constant(s->terms[i].scale);
        all = lower_arithmetic(l, NULL, OPERATOR_PLUS, all,
                               lower_arithmetic(l, NULL, OPERATOR_TIMES, r, scale));
    }
    s->n = 1;
    s->terms[0] = (struct ir_place_term){lower_register(l, all), 1};
}

static void add_register(struct lower *l, struct sum *s, lab_reg r, int64_t scale)
{
    for (int i = 0; i < s->n; i++)
        if (s->terms[i].index == r) {
            s->terms[i].scale += scale;
            if (s->terms[i].scale == 0)
                s->terms[i] = s->terms[--s->n];
            return;
        }
    if (s->n == MAX_SUM)
        collapse_terms(l, s);
    if (scale != 0)
        s->terms[s->n++] = (struct ir_place_term){r, scale};
}

static void add_value(struct lower *l, struct sum *s, struct value v, int64_t scale)
{
    if (v.kind == VALUE_INTEGER)
        s->constant += v.integer * scale;
    else if (v.kind == VALUE_REGISTER)
        add_register(l, s, v.reg, scale);
}

struct value lower_subscript(struct lower *l, const struct expr *e)
{
    struct value v = lower_expr(l, e);
    if (v.kind != VALUE_NOTHING && v.type.type != TYPE_INTEGER) {
        lower_error(l, e, "a subscript must be INTEGER: write INT(...) around it");
        return (struct value){.type = lower_integer};
    }
    return v;
}

/* Adds e * scale. */
static void add_expr(struct lower *l, struct sum *s, const struct expr *e, int64_t scale)
{
    bool sum = e->kind == EXPR_BINARY && (e->op == OPERATOR_PLUS || e->op == OPERATOR_MINUS);
    bool product = e->kind == EXPR_BINARY && e->op == OPERATOR_TIMES;
    struct value known = l->o->level == 0 ? (struct value){0} : lower_fold(l, e);
    if (known.kind == VALUE_INTEGER) {
        add_value(l, s, known, scale);
    } else if (l->o->level == 0) {
        add_value(l, s, lower_subscript(l, e), scale);
    } else if (e->kind == EXPR_PAREN) {
        add_expr(l, s, e->left, scale);
    } else if (e->kind == EXPR_UNARY && e->op != OPERATOR_NOT && e->op != OPERATOR_USER) {
        add_expr(l, s, e->left, e->op == OPERATOR_MINUS ? -scale : scale);
    } else if (sum) {
        add_expr(l, s, e->left, scale);
        add_expr(l, s, e->right, e->op == OPERATOR_MINUS ? -scale : scale);
    } else if (product && (known = lower_fold(l, e->left)).kind == VALUE_INTEGER) {
        add_expr(l, s, e->right, scale * known.integer);
    } else if (product && (known = lower_fold(l, e->right)).kind == VALUE_INTEGER) {
        add_expr(l, s, e->left, scale * known.integer);
    } else {
        add_value(l, s, lower_subscript(l, e), scale);
    }
}

/* Adds f * stride * scale. */
static void add_strides(struct lower *l, struct sum *s, const struct sum *f, struct value stride,
                        int64_t scale)
{
    add_value(l, s, stride, f->constant * scale);
    for (int i = 0; i < f->n; i++) {
        if (stride.kind == VALUE_INTEGER) {
            add_register(l, s, f->terms[i].index, f->terms[i].scale * stride.integer * scale);
            continue;
        }
        struct value r = {.type = lower_integer8, .kind = VALUE_REGISTER, .reg = f->terms[i].index};
        struct value product = lower_arithmetic(l, NULL, OPERATOR_TIMES, r, stride);
        add_register(l, s, lower_register(l, product), f->terms[i].scale * scale);
    }
}

static void set_terms(struct lower *l, struct ir_place *place, struct sum *s)
{
    if (s->n > MAX_TERMS)
        collapse_terms(l, s);
    place->offset += s->constant;
    place->n_terms = s->n;
    for (int i = 0; i < s->n; i++)
        place->terms[i] = s->terms[i];
}

/* ---- elements ---- */

/* Returns the number of subscripts of e that are ranges. */
static uint32_t count_ranges(const struct expr *e)
{
    uint32_t n = 0;
    for (uint32_t k = 0; e->kind == EXPR_APPLY && k < e->n_args; k++)
        n += e->args[k]->kind == EXPR_RANGE;
    return n;
}

static bool check_element(struct lower *l, const struct variable *v, const struct expr *e)
{
    const struct symbol *y = v->symbol;
    uint32_t rank = e->kind == EXPR_NAME ? y->n_dims : count_ranges(e);
    if (y->kind != SYMBOL_ARRAY)
        lower_error(l, e, "'%s' is not an array", y->name);
    else if (e->kind == EXPR_APPLY && e->n_args != y->n_dims)
        lower_error(l, e, "'%s' has %u dimension%s, not %u", y->name, y->n_dims,
                    y->n_dims == 1 ? "" : "s", e->n_args);
    else if (rank > 0 && !l->elements)
        lower_error(l, e, "the array '%s' is used as a scalar: write a DO loop", y->name);
    else if (rank > 0 && l->elements->rank != rank)
        lower_error(l, e, "arrays of %u and %u dimensions are combined", l->elements->rank, rank);
    else
        return v->object && v->stride;
    return false;
}

/* Adds the subscript of a whole dimension or a range: its first value plus index * step. */
static bool add_range(struct lower *l, struct sum *f, const struct variable *v, uint32_t k,
                      const struct expr *range, struct value index)
{
    const struct expr *step = range && range->n_args > 2 ? range->args[2] : NULL;
    struct value by = step ? lower_fold(l, step) : lower_constant(1);
    if (by.kind != VALUE_INTEGER) {
        lower_error(l, step, "in kfc's subset, the step of an array section is a constant");
        return false;
    }
    if (range && range->args[0])
        add_expr(l, f, range->args[0], 1);
    else
        add_value(l, f, v->low[k], 1);
    add_value(l, f, index, by.integer);
    return true;
}

static bool element_place(struct lower *l, const struct variable *v, const struct expr *e,
                          struct ir_place *place)
{
    struct sum all = {0};
    uint32_t next = 0;
    if (!check_element(l, v, e))
        return false;
    *place = lower_variable_place(l, v);
    int64_t bytes = v->symbol->bytes;
    for (uint32_t k = 0; k < v->symbol->n_dims; k++) {
        struct sum f = {0};
        const struct expr *sub = e->kind == EXPR_APPLY ? e->args[k] : NULL;
        if (sub && sub->kind != EXPR_RANGE)
            add_expr(l, &f, sub, 1);
        else if (!add_range(l, &f, v, k, sub, l->elements->index[next++]))
            return false;
        add_value(l, &f, v->low[k], -1);
        add_strides(l, &all, &f, v->stride[k], bytes);
    }
    set_terms(l, place, &all);
    return true;
}

static bool find_place(struct lower *l, const struct expr *e, struct ir_place *place,
                       struct lower_type *t)
{
    const struct expr *name = e->kind == EXPR_APPLY ? e->left : e;
    if (name->kind != EXPR_NAME) {
        lower_unsupported(l, e);
        return false;
    }
    const struct variable *v = lower_variable(l, name->name);
    *t = lower_type_of(v->symbol);
    if (e->kind == EXPR_APPLY || (l->elements && v->symbol->kind == SYMBOL_ARRAY))
        return element_place(l, v, e, place);
    if (!v->object)
        return false;
    *place = lower_variable_place(l, v);
    return true;
}

bool lower_place(struct lower *l, const struct expr *e, struct ir_place *place,
                 struct lower_type *t)
{
    bool found = find_place(l, e, place, t);
    lower_require(l, e, found);
    return found;
}
