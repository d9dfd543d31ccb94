/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CHARACTER: values are places and lengths. The library copies and compares them. */
#include "lab/code/lower.h"
#include "base/util.h"

#include <string.h>

static const struct lower_type character = {TYPE_CHARACTER, 1};

static struct value no_text(void)
{
    return (struct value){.type = character};
}

/* ---- references ---- */

static struct value minus(struct lower *l, struct value a, struct value b)
{
    return lower_arithmetic(l, NULL, OPERATOR_MINUS, a, b);
}

static struct value times(struct lower *l, struct value a, struct value b)
{
    return lower_arithmetic(l, NULL, OPERATOR_TIMES, a, b);
}

static bool add_term(struct ir_place *place, struct value v)
{
    if (v.kind == VALUE_INTEGER) {
        place->offset += v.integer;
        return true;
    }
    if (v.kind != VALUE_REGISTER || place->n_terms == COUNT_OF(place->terms))
        return false;
    place->terms[place->n_terms++] = (struct ir_place_term){v.reg, 1};
    return true;
}

/* Adds the offset of an element. Elements are contiguous. */
static bool add_element_offset(struct lower *l, const struct variable *v, const struct expr *e,
                               struct ir_place *place)
{
    if (e->n_args != v->symbol->n_dims || !v->stride) {
        lower_error(l, e, "'%s' has %u dimensions, not %u", v->symbol->name, v->symbol->n_dims,
                    e->n_args);
        return false;
    }
    struct value all = lower_constant(0);
    for (uint32_t k = 0; k < e->n_args; k++) {
        struct value at = minus(l, lower_subscript(l, e->args[k]), v->low[k]);
        all = lower_arithmetic(l, NULL, OPERATOR_PLUS, all, times(l, at, v->stride[k]));
    }
    return add_term(place, times(l, all, *v->length));
}

static struct value substring(struct lower *l, struct value whole, const struct expr *range)
{
    struct value one = lower_constant(1);
    struct value first = range->args[0] ? lower_subscript(l, range->args[0]) : one;
    struct value last =
        range->n_args > 1 && range->args[1] ? lower_subscript(l, range->args[1]) : *whole.length;
    if (first.kind == VALUE_NOTHING || last.kind == VALUE_NOTHING)
        return no_text();
    struct ir_place place = *whole.place;
    struct value before = minus(l, first, one);
    if (!add_term(&place, before))
        return no_text();
    return lower_characters(l, place, minus(l, last, before));
}

static bool is_range(const struct expr *e)
{
    return e->kind == EXPR_APPLY && e->n_args == 1 && e->args[0]->kind == EXPR_RANGE;
}

static struct value whole_variable(struct lower *l, const struct expr *e)
{
    struct variable *v = lower_variable(l, e->name);
    if (v->symbol->type != TYPE_CHARACTER || !v->object || !v->length) {
        lower_error(l, e, "'%s' is not a CHARACTER variable", e->name);
        return no_text();
    }
    return lower_characters(l, lower_variable_place(l, v), *v->length);
}

static struct value text_reference(struct lower *l, const struct expr *e, bool array)
{
    if (e->kind == EXPR_NAME) {
        if (!array && symbol_of(&l->symbols, e->name)->kind == SYMBOL_ARRAY) {
            lower_error(l, e, "the array '%s' is used as a scalar", e->name);
            return no_text();
        }
        return whole_variable(l, e);
    }
    if (e->kind != EXPR_APPLY || (e->left->kind != EXPR_NAME && !is_range(e))) {
        lower_error(l, e, "this is not a CHARACTER variable of kfc's subset");
        return no_text();
    }
    bool of_array =
        e->left->kind == EXPR_NAME && symbol_of(&l->symbols, e->left->name)->kind == SYMBOL_ARRAY;
    struct value v = text_reference(l, e->left, of_array);
    if (v.kind != VALUE_CHARACTERS)
        return v;
    if (!of_array)
        return is_range(e) ? substring(l, v, e->args[0]) : no_text();
    return add_element_offset(l, lower_variable(l, e->left->name), e, v.place) ? v : no_text();
}

struct value lower_character_reference(struct lower *l, const struct expr *e)
{
    struct value v = text_reference(l, e, false);
    lower_require(l, e, v.kind != VALUE_NOTHING);
    return v;
}

/* ---- operations ---- */

bool lower_is_text(struct lower *l, const struct expr *e)
{
    while (e->kind == EXPR_PAREN || e->kind == EXPR_APPLY)
        e = e->left;
    if (e->kind == EXPR_NAME)
        return symbol_of(&l->symbols, e->name)->type == TYPE_CHARACTER;
    return e->kind == EXPR_CHARACTER || (e->kind == EXPR_BINARY && e->op == OPERATOR_CONCAT);
}

struct value lower_text_argument(struct lower *l, const struct expr *e)
{
    bool array = e->kind == EXPR_NAME && symbol_of(&l->symbols, e->name)->kind == SYMBOL_ARRAY;
    struct value v = array ? text_reference(l, e, true) : lower_expr(l, e);
    lower_require(l, e, v.kind != VALUE_NOTHING);
    return v;
}

static void copy_characters(struct lower *l, struct value to, struct value from)
{
    struct value args[] = {to, *to.length, from, *from.length};
    lower_library(l, "f_move_characters", lower_none, 4, args);
}

struct value lower_concatenation(struct lower *l, const struct expr *e)
{
    struct value a = lower_expr(l, e->left), b = lower_expr(l, e->right);
    if (a.kind != VALUE_CHARACTERS || b.kind != VALUE_CHARACTERS) {
        if (a.kind != VALUE_NOTHING && b.kind != VALUE_NOTHING)
            lower_error(l, e, "both operands of // must be CHARACTER");
        return no_text();
    }
    if (a.length->kind != VALUE_INTEGER || b.length->kind != VALUE_INTEGER) {
        lower_error(l, e, "in kfc's subset, both operands of // have a constant length");
        return no_text();
    }
    int64_t n = a.length->integer + b.length->integer;
    struct ir_place place = {.object = lower_temporary(l, n + 1), .bytes = 1};
    struct value all = lower_characters(l, place, lower_constant(n));
    struct ir_place second = place;
    second.offset += a.length->integer;
    copy_characters(l, lower_characters(l, place, *a.length), a);
    copy_characters(l, lower_characters(l, second, *b.length), b);
    return all;
}

struct value lower_compare_characters(struct lower *l, struct value a, struct value b)
{
    struct value args[] = {a, *a.length, b, *b.length};
    return lower_library(l, "f_compare_characters", lower_integer, 4, args);
}

void lower_assign_characters(struct lower *l, const struct expr *to, struct value v)
{
    struct value place = lower_character_reference(l, to);
    if (place.kind == VALUE_NOTHING || v.kind == VALUE_NOTHING)
        return;
    if (v.kind != VALUE_CHARACTERS)
        lower_error(l, to, "the value assigned to a CHARACTER variable must be CHARACTER");
    else
        copy_characters(l, place, v);
}
