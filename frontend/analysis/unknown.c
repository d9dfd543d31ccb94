/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of unknown type: names from modules that were not read, components of unknown types,
 * results of type-bound procedures. */
#include "frontend/analysis/body.h"

#include "frontend/analysis/depend.h"
#include "frontend/analysis/derived.h"

static const struct value_type integer = {TYPE_INTEGER, 4};
static const struct value_type unknown = {TYPE_UNDEFINED, 0};

static const char *reason(const struct body *b, const struct expr *e)
{
    const char *text = expr_text(b->arena, e);
    const struct expr *base = e;
    while (base->left && (base->kind == EXPR_APPLY || base->kind == EXPR_MEMBER))
        base = base->left;
    const struct symbol *y = base->kind == EXPR_NAME ? symbol_find(b->symbols, base->name) : NULL;
    const char *why = y && y->unknown ? y->unknown : b->symbols->lacking;
    if (y && y->of && y->of->unread)
        why = arena_printf(b->arena, "%s, which may declare it, could not be read", y->of->unread);
    return why ? arena_printf(b->arena, "the type of '%s' is unknown: %s", text, why)
               : arena_printf(b->arena, "the type of '%s' is unknown", text);
}

/* a subscript is always an integer */
int unknown_value(struct body *b, const struct expr *e)
{
    b->unknown = reason(b, e);
    if (b->in_subscript)
        return opaque(b, integer);
    body_note(b, "%s", b->unknown);
    return opaque(b, unknown);
}

/* Leaves the loop without counts if the value varies between iterations. */
static void need(struct body *b, int node)
{
    if (!b->excluded && symbol_varies(b, node))
        b->excluded = b->unknown ? b->unknown : "the type of an operand in the loop is unknown";
}

int number_of_unknown(struct body *b, int node, struct value_type type)
{
    need(b, node);
    int args[] = {node};
    return body_operation(b, WORK_RETYPE, NULL, type, args, 1, NULL);
}

int unknown_pair(struct body *b, const struct expr *e, int x, int y)
{
    int args[] = {x, y};
    need(b, x);
    need(b, y);
    return body_operation(b, WORK_INTEGER, operator_text(e->op), unknown, args, 2, e);
}

int unknown_call(struct body *b, const struct expr *e, int arg, struct value_type result)
{
    if (type_is_float(result.type) || type_is_unknown(result.type))
        need(b, arg);
    int args[] = {arg};
    return body_operation(b, WORK_INTEGER, e->left->name, result, args, 1, e);
}

void doubt_conversion(struct body *b, int node, bool may_be_unknown)
{
    if (may_be_unknown && !b->excluded && symbol_varies(b, node))
        b->excluded = "the loop has an unknown kind: it is unknown whether values are converted";
}

void unknown_target(struct body *b, const struct expr *e)
{
    if (!b->excluded)
        b->excluded = reason(b, e);
}

bool is_substring(const struct body *b, const struct expr *e)
{
    while (e->kind == EXPR_APPLY)
        e = e->left;
    const struct symbol *y = e->kind == EXPR_NAME ? symbol_find(b->symbols, e->name) : NULL;
    return y && y->type == TYPE_CHARACTER;
}
