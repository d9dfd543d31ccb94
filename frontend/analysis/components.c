/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces references to components of derived types by references to separate variables. */
#include "frontend/analysis/derived.h"

#include <string.h>

enum { PARTS_MOST = 16, DIMS_MOST = 60 };

struct replacing {
    struct arena *arena;
    struct symbols *symbols;
};

/* A part of a%b(i)%c: a name with its subscripts. */
struct part {
    const char *name;
    const struct symbol *symbol;   /* the variable or the component */
    const struct expr *subscripts; /* APPLY; NULL = none */
};
/* The parts in reverse order: the last one is the variable. */
struct path {
    struct part at[PARTS_MOST];
    int n;
    int64_t within; /* offset in the variable; -1 = unknown, or in other storage */
    uint32_t n_dims;
    bool whole; /* it has no subscripts */
};

/* ---- paths ---- */

static bool split(struct path *p, const struct expr *e)
{
    const struct expr *subscripts = NULL;
    for (p->n = 0; e && p->n < PARTS_MOST; e = e->left) {
        if (e->kind == EXPR_APPLY && !subscripts) {
            subscripts = e;
            continue;
        }
        if (e->kind != EXPR_MEMBER && e->kind != EXPR_NAME)
            return false;
        p->at[p->n++] = (struct part){e->name, NULL, subscripts};
        subscripts = NULL;
        if (e->kind == EXPR_NAME)
            return p->n > 1;
    }
    return false;
}

/* Whether the subscripts of a part agree with its declaration. */
static bool fits(struct path *p, const struct part *a)
{
    p->n_dims += a->symbol->n_dims;
    p->whole = p->whole && !a->subscripts;
    return p->n_dims <= DIMS_MOST && (!a->subscripts || a->subscripts->n_args == a->symbol->n_dims);
}

/* Finds the symbols of the parts. False if one is unknown. */
static bool find_parts(struct replacing *r, struct path *p)
{
    struct part *a = &p->at[p->n - 1];
    const struct derived_type *type;
    a->symbol = symbol_find(r->symbols, a->name);
    if (!a->symbol || a->symbol->shared || !symbol_is_variable(a->symbol))
        return false;
    p->within = 0;
    p->n_dims = 0;
    p->whole = true;
    for (type = a->symbol->of; fits(p, a); type = a->symbol->of) {
        int64_t offset;
        if (a == p->at)
            return true;
        a--;
        a->symbol = type ? derived_find(type, a->name, &offset) : NULL;
        if (!a->symbol)
            return false;
        p->within = a->symbol->detached || offset < 0 || p->within < 0 ? -1 : p->within + offset;
    }
    return false;
}

/* ---- the symbol of a path ---- */

static const char *path_name(struct replacing *r, const struct path *p)
{
    const char *text = p->at[p->n - 1].name;
    for (int i = p->n - 2; i >= 0; i--)
        text = arena_printf(r->arena, "%s%%%s", text, p->at[i].name);
    return name_of(r->symbols->names, text, strlen(text));
}

/* Returns the dimensions of all parts. The stride of a part is the size of its type, or unknown if
 * a later part is a pointer. */
static struct dimension *path_dims(struct replacing *r, const struct path *p)
{
    struct dimension *dims = ARENA_ARRAY(r->arena, struct dimension, p->n_dims + 1);
    bool elsewhere = false;
    uint32_t n = 0;
    for (int i = 0; i < p->n; i++) {
        const struct symbol *y = p->at[i].symbol;
        int64_t size = i > 0 && !elsewhere && y->of ? derived_size(y->of) : 0;
        for (uint32_t k = 0; k < y->n_dims; k++)
            dims[n++] = y->dims[k];
        if (i > 0 && y->n_dims)
            dims[n - y->n_dims].stride = size > 0 ? size : -1;
        elsewhere |= y->detached;
    }
    return dims;
}

static struct symbol *path_symbol(struct replacing *r, const struct path *p)
{
    const struct symbol *last = p->at[0].symbol, *whole = p->at[p->n - 1].symbol;
    const char *name = path_name(r, p);
    struct symbol *y = symbol_find(r->symbols, name);
    if (y)
        return y;
    y = symbol_of(r->symbols, name);
    y->kind = p->n_dims ? SYMBOL_ARRAY : SYMBOL_SCALAR;
    y->type = last->type;
    y->bytes = last->type == TYPE_CHARACTER ? 1 : last->bytes;
    y->kind_unknown = last->kind_unknown;
    y->dims = path_dims(r, p);
    y->n_dims = p->n_dims;
    y->declared = true;
    y->level = whole->level;
    y->common = whole->common;
    y->dummy = whole->dummy;
    y->saved = whole->saved;
    y->unread = whole->unread;
    y->whole = whole;
    y->within = p->within;
    return y;
}

/* ---- expressions ---- */

static struct expr *replaced(struct replacing *r, struct expr *e);

static struct expr *replace_one(void *r, struct expr *e)
{
    return replaced(r, e);
}

static struct expr **replaced_all(struct replacing *r, struct expr **at, uint32_t n)
{
    return exprs_replace(r->arena, at, n, replace_one, r);
}

static struct expr *new_expr(struct replacing *r, enum expr_kind kind, const struct expr *like)
{
    struct expr *e = ARENA_NEW(r->arena, struct expr);
    *e = (struct expr){.kind = kind, .at = like->at, .end = like->end};
    return e;
}

static struct expr *name(struct replacing *r, const char *text, const struct expr *like)
{
    struct expr *e = new_expr(r, EXPR_NAME, like);
    e->name = text;
    return e;
}

/* Adds the subscripts of all parts; a part without subscripts gets a whole range for each
 * dimension. */
static void add_subscripts(struct replacing *r, struct expr *to, const struct path *p,
                           const struct expr *like)
{
    to->args = ARENA_ARRAY(r->arena, struct expr *, p->n_dims + 1);
    for (int i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->at[i].symbol->n_dims; k++) {
            const struct expr *from = p->at[i].subscripts;
            to->args[to->n_args++] =
                from ? replaced(r, from->args[k]) : new_expr(r, EXPR_RANGE, like);
        }
}

/* Returns the variable of the path, or its element, for a reference to a value of a derived
 * type. */
static struct expr *variable(struct replacing *r, const struct path *p, const struct expr *like)
{
    const struct part *a = &p->at[p->n - 1];
    struct expr *to = name(r, a->name, like);
    if (!a->subscripts)
        return to;
    struct expr *element = new_expr(r, EXPR_APPLY, like);
    element->left = to;
    element->args = replaced_all(r, a->subscripts->args, a->subscripts->n_args);
    element->n_args = a->subscripts->n_args;
    element->depth = a->subscripts->depth;
    return element;
}

static struct expr *component(struct replacing *r, const struct path *p, const struct expr *e)
{
    if (p->at[0].symbol->type == TYPE_DERIVED)
        return variable(r, p, e);
    struct expr *of = name(r, path_symbol(r, p)->name, e);
    if (p->whole)
        return of;
    struct expr *to = new_expr(r, EXPR_APPLY, e);
    to->left = of;
    to->depth = e->depth;
    to->text = expr_text(r->arena, e);
    add_subscripts(r, to, p, e);
    return to;
}

/* Returns a path with an unknown part: only its subscripts are replaced. */
static struct expr *subscripts_replaced(struct replacing *r, struct expr *e)
{
    if (!e || e->kind == EXPR_NAME)
        return e;
    struct expr *left = subscripts_replaced(r, e->left);
    struct expr **args = replaced_all(r, e->args, e->n_args);
    if (left == e->left && args == e->args)
        return e;
    struct expr *to = ARENA_NEW(r->arena, struct expr);
    *to = *e;
    to->left = left;
    to->args = args;
    return to;
}

static struct expr *replaced(struct replacing *r, struct expr *e)
{
    struct path p;
    if (!e || e->depth == 0)
        return e;
    bool path = split(&p, e);
    if (path && find_parts(r, &p))
        return component(r, &p, e);
    struct expr *left = path ? subscripts_replaced(r, e->left) : replaced(r, e->left);
    struct expr *right = replaced(r, e->right);
    struct expr **args = replaced_all(r, e->args, e->n_args);
    struct expr **control = e->control ? replaced_all(r, e->control, 3) : NULL;
    if (left == e->left && right == e->right && args == e->args && control == e->control)
        return e;
    struct expr *to = ARENA_NEW(r->arena, struct expr);
    *to = *e;
    to->left = left;
    to->right = right;
    to->args = args;
    to->control = control;
    return to;
}

/* ---- statements ---- */

/* Replaces a procedure reference. CALL T%P (A) also passes T. */
static struct expr *call(struct replacing *r, struct expr *e)
{
    struct expr *base = e ? e->kind == EXPR_APPLY ? e->left : e : NULL;
    if (!base || base->kind != EXPR_MEMBER)
        return replaced(r, e);
    struct expr *to = new_expr(r, EXPR_APPLY, e);
    uint32_t n = e->kind == EXPR_APPLY ? e->n_args : 0;
    to->left = base;
    to->depth = e->depth + 1;
    to->args = ARENA_ARRAY(r->arena, struct expr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        to->args[to->n_args++] = replaced(r, e->args[i]);
    while (base->kind != EXPR_NAME && base->left)
        base = base->left;
    to->args[to->n_args++] = base;
    return to;
}

static struct stmt *replaced_stmt(struct replacing *r, struct stmt *t)
{
    struct stmt *to = ARENA_NEW(r->arena, struct stmt);
    *to = *t;
    to->lhs = t->kind == STMT_CALL ? call(r, t->lhs) : replaced(r, t->lhs);
    stmt_replace_operands(r->arena, to, replace_one, r);
    to->action = t->action ? replaced_stmt(r, t->action) : NULL;
    return to;
}

static bool any_component(const struct expr *e)
{
    if (!e || e->depth == 0)
        return false;
    if (e->kind == EXPR_MEMBER || any_component(e->left) || any_component(e->right))
        return true;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (any_component(e->args[i]))
            return true;
    return e->control && (any_component(e->control[0]) || any_component(e->control[1]) ||
                          any_component(e->control[2]));
}

static bool names_component(const struct stmt *t)
{
    bool any = any_component(t->lhs) || any_component(t->rhs) || any_component(t->cond) ||
               any_component(t->control[0]) || any_component(t->control[1]) ||
               any_component(t->control[2]) || (t->action && names_component(t->action));
    for (uint32_t i = 0; i < t->n_list && !any; i++)
        any = any_component(t->list[i]);
    return any;
}

const struct unit *components_replace(struct symbols *s, const struct unit *u)
{
    struct replacing r = {.arena = s->arena, .symbols = s};
    struct unit *to = NULL;
    for (size_t i = 0; i < u->n; i++) {
        if (!stmt_kind_executable(u->at[i]->kind) || !names_component(u->at[i]))
            continue;
        if (!to) {
            to = ARENA_NEW(s->arena, struct unit);
            *to = *u;
            to->at = ARENA_ARRAY(s->arena, struct stmt *, u->n + 1);
            memcpy(to->at, u->at, u->n * sizeof *to->at);
        }
        to->at[i] = replaced_stmt(&r, u->at[i]);
    }
    return to ? to : u;
}
