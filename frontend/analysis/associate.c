/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/associate.h"

#include <string.h>

/* Limits of a selector, because selectors that contain ASSOCIATE names grow fast. */
enum { PARTS_MOST = 1000, DEEPEST = 200 };

struct associated {
    const char *name; /* NULL = begins a construct */
    struct expr *selector;
};
struct replacing {
    struct arena *arena;
    struct symbols *symbols;
    ARRAY(struct associated) known; /* innermost last */
};

static struct expr *selector_of(const struct replacing *r, const struct expr *e)
{
    for (size_t i = r->known.n; e && e->kind == EXPR_NAME && i-- > 0;)
        if (r->known.at[i].name == e->name)
            return r->known.at[i].selector;
    return NULL;
}

static bool designates(const struct expr *e)
{
    return e->kind == EXPR_NAME || e->kind == EXPR_APPLY || e->kind == EXPR_MEMBER;
}

static void deepen(struct expr *e, const struct expr *child)
{
    if (child && child->depth >= e->depth)
        e->depth = child->depth + 1;
}

static struct expr *copy(struct replacing *r, const struct expr *e)
{
    struct expr *c = ARENA_NEW(r->arena, struct expr);
    *c = *e;
    return c;
}

static struct expr *binary(struct replacing *r, enum operator op, struct expr *left,
                           struct expr *right)
{
    struct expr *e = ARENA_NEW(r->arena, struct expr);
    *e = (struct expr){.kind = EXPR_BINARY,
                       .op = op,
                       .at = left->at,
                       .end = right->end,
                       .left = left,
                       .right = right};
    deepen(e, left);
    deepen(e, right);
    return e;
}

/* Returns the subscript of element e of a section that begins at low: low + (e - 1) * stride. */
static struct expr *element(struct replacing *r, const struct expr *range, const struct expr *low,
                            struct expr *e)
{
    struct expr *stride = range->n_args > 2 ? range->args[2] : NULL;
    bool first = !low || (low->kind == EXPR_INTEGER && low->integer == 1);
    if (first && !stride)
        return e;
    struct expr *one = ARENA_NEW(r->arena, struct expr);
    *one = (struct expr){.kind = EXPR_INTEGER, .at = e->at, .end = e->end, .integer = 1};
    struct expr *offset = binary(r, OPERATOR_MINUS, e, one);
    if (stride)
        offset = binary(r, OPERATOR_TIMES, offset, stride);
    return binary(r, OPERATOR_PLUS, low ? (struct expr *)low : one, offset);
}

static const struct expr *low_of(const struct replacing *r, const struct expr *section, uint32_t i)
{
    const struct expr *low = section->args[i]->args[0];
    const struct symbol *y =
        section->left->kind == EXPR_NAME ? symbol_find(r->symbols, section->left->name) : NULL;
    return low || !y || i >= y->n_dims ? low : y->dims[i].low;
}

/* Returns an element of a section as an element of the array of the section; NULL = e is not an
 * element. e has the subscripts. */
static struct expr *of_section(struct replacing *r, const struct expr *section,
                               const struct expr *e)
{
    uint32_t used = 0;
    struct expr *to = copy(r, section);
    to->at = e->at;
    to->end = e->end;
    to->args = ARENA_ARRAY(r->arena, struct expr *, section->n_args + 1);
    for (uint32_t i = 0; i < section->n_args; i++) {
        to->args[i] = section->args[i];
        if (!to->args[i] || to->args[i]->kind != EXPR_RANGE)
            continue;
        if (used == e->n_args || !e->args[used] || e->args[used]->kind == EXPR_RANGE)
            return NULL;
        to->args[i] = element(r, section->args[i], low_of(r, section, i), e->args[used++]);
        deepen(to, to->args[i]);
    }
    return used && used == e->n_args ? to : NULL;
}

static struct expr *replaced(struct replacing *r, struct expr *e);

static struct expr *replace_one(void *r, struct expr *e)
{
    return replaced(r, e);
}

static struct expr **replaced_all(struct replacing *r, struct expr **at, uint32_t n)
{
    return exprs_replace(r->arena, at, n, replace_one, r);
}

/* Returns e with its operands and arguments replaced. */
static struct expr *with_parts(struct replacing *r, struct expr *e)
{
    bool apply = e->kind == EXPR_APPLY && e->left;
    const struct expr *selector = apply ? selector_of(r, e->left) : NULL;
    bool keep = selector && !designates(selector); /* an element of an expression that is not a
                                                    * variable */
    struct expr *left = keep ? e->left : replaced(r, e->left), *right = replaced(r, e->right);
    struct expr **args = replaced_all(r, e->args, e->n_args);
    struct expr **control = e->control ? replaced_all(r, e->control, 3) : NULL;
    if (left == e->left && right == e->right && args == e->args && control == e->control)
        return e;
    struct expr *to = copy(r, e);
    to->left = left;
    to->right = right;
    to->args = args;
    to->control = control;
    to->text = e->kind == EXPR_APPLY ? NULL : e->text;
    deepen(to, left);
    deepen(to, right);
    for (uint32_t i = 0; i < to->n_args; i++)
        deepen(to, to->args[i]);
    struct expr *of = selector && selector->kind == EXPR_APPLY ? of_section(r, selector, to) : NULL;
    return of ? of : to;
}

static struct expr *replaced(struct replacing *r, struct expr *e)
{
    struct expr *selector = selector_of(r, e);
    if (!e || (e->depth == 0 && !selector))
        return e;
    if (!selector)
        return with_parts(r, e);
    struct expr *to = copy(r, selector);
    if (!designates(selector)) {
        *to = (struct expr){.kind = EXPR_PAREN, .left = selector};
        deepen(to, selector);
    }
    to->at = e->at;
    to->end = e->end;
    return to;
}

static struct stmt *replaced_stmt(struct replacing *r, struct stmt *t)
{
    struct stmt *to = ARENA_NEW(r->arena, struct stmt);
    *to = *t;
    to->lhs = replaced(r, t->lhs);
    stmt_replace_operands(r->arena, to, replace_one, r);
    to->action = t->action ? replaced_stmt(r, t->action) : NULL;
    return to;
}

static unsigned parts(const struct expr *e, unsigned n)
{
    if (!e || n > PARTS_MOST)
        return n;
    n = parts(e->right, parts(e->left, n + 1));
    for (uint32_t i = 0; i < e->n_args; i++)
        n = parts(e->args[i], n);
    return n;
}

static void open(struct replacing *r, const struct stmt *t)
{
    size_t n = r->known.n;
    *array_push(&r->known) = (struct associated){0};
    for (uint32_t i = 0; i < t->n_items; i++) {
        size_t inside = r->known.n;
        r->known.n = n; /* a selector cannot refer to the other names of its ASSOCIATE */
        struct expr *selector = replaced(r, t->items[i].value);
        r->known.n = inside;
        bool small = selector && selector->depth <= DEEPEST && parts(selector, 0) <= PARTS_MOST;
        *array_push(&r->known) = (struct associated){t->items[i].name, small ? selector : NULL};
    }
}

static void close(struct replacing *r)
{
    while (r->known.n && r->known.at[--r->known.n].name)
        ;
}

static bool gives_names(const struct unit *u)
{
    for (size_t i = 0; i < u->n; i++)
        if ((u->at[i]->kind == STMT_ASSOCIATE || u->at[i]->kind == STMT_SELECT_CASE) &&
            u->at[i]->n_items)
            return true;
    return false;
}

const struct unit *associate_replace(struct symbols *s, const struct unit *u)
{
    if (!gives_names(u))
        return u;
    struct replacing r = {.arena = s->arena, .symbols = s};
    struct unit *to = ARENA_NEW(s->arena, struct unit);
    *to = *u;
    to->at = ARENA_ARRAY(s->arena, struct stmt *, u->n + 1);
    for (size_t i = 0; i < u->n; i++) {
        struct stmt *t = u->at[i];
        to->at[i] = r.known.n ? replaced_stmt(&r, t) : t;
        if (t->kind == STMT_ASSOCIATE || t->kind == STMT_SELECT_CASE)
            open(&r, t);
        else if (t->kind == STMT_END_ASSOCIATE || t->kind == STMT_END_SELECT)
            close(&r);
    }
    array_free(&r.known);
    return to;
}
