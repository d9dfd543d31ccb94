/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/reach.h"

#include "frontend/analysis/intrinsics.h"
#include "base/util.h"

#include <stdlib.h>

struct builder {
    struct reach *reach;
    struct symbols *symbols;
    size_t statement;
};

static void define(struct builder *b, const char *name, bool value)
{
    if (name)
        definitions_add(&b->reach->definitions, name, b->statement, value);
}

/* Adds definitions of every name in an expression that may be changed: an argument or an input
 * item. */
static void define_names(struct builder *b, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_NAME || e->kind == EXPR_IMPLIED_DO)
        define(b, e->name, false);
    if (e->depth == 0)
        return;
    define_names(b, e->left);
    define_names(b, e->right);
    for (uint32_t i = 0; i < e->n_args; i++)
        define_names(b, e->args[i]);
}

/* Adds definitions of the variables of implied DO loops in output. */
static void define_counters(struct builder *b, const struct expr *e)
{
    if (!e || e->kind != EXPR_IMPLIED_DO)
        return;
    define(b, e->name, false);
    for (uint32_t i = 0; i < e->n_args; i++)
        define_counters(b, e->args[i]);
}

/* Adds definitions of the arguments of user functions. False if there are none. */
static bool define_by_functions(struct builder *b, const struct expr *e)
{
    bool any = false;
    if (!e || e->depth == 0)
        return false;
    if (e->kind == EXPR_APPLY && e->left && e->left->kind == EXPR_NAME) {
        const struct symbol *y = symbol_find(b->symbols, e->left->name);
        if (y ? symbol_applied(y, e) == SYMBOL_FUNCTION : !intrinsic_find(e->left->name)) {
            for (uint32_t i = 0; i < e->n_args; i++)
                define_names(b, e->args[i]);
            any = true;
        }
    }
    any |= define_by_functions(b, e->left);
    any |= define_by_functions(b, e->right);
    for (uint32_t i = 0; i < e->n_args; i++)
        if (e->args[i] && e->args[i]->depth)
            any |= define_by_functions(b, e->args[i]);
    return any;
}

static void call(struct builder *b)
{
    if (b->reach->calls.n == 0 || b->reach->calls.at[b->reach->calls.n - 1] != b->statement)
        *array_push(&b->reach->calls) = b->statement;
}

static void define_statement(struct builder *b, const struct stmt *t, bool guarded)
{
    switch (t->kind) {
    case STMT_ASSIGN:
        if (t->lhs && t->lhs->kind == EXPR_NAME)
            define(b, t->lhs->name, !guarded);
        break;
    case STMT_DO:
    case STMT_ASSIGN_LABEL:
        define(b, t->name, false);
        break;
    case STMT_CALL:
        define_names(b, t->lhs);
        call(b);
        break;
    case STMT_WRITE:
    case STMT_PRINT:
        for (uint32_t i = 0; i < t->n_control; i++)
            define_names(b, t->list[i]);
        for (uint32_t i = t->n_control; i < t->n_list; i++) {
            define_counters(b, t->list[i]);
            if (define_by_functions(b, t->list[i]))
                call(b);
        }
        break;
    case STMT_READ:
    case STMT_IO_OTHER:
    case STMT_ALLOCATE:
        for (uint32_t i = 0; i < t->n_list; i++)
            define_names(b, t->list[i]);
        break;
    case STMT_WRONG:
    case STMT_UNSUPPORTED:
    case STMT_SYNC:
    case STMT_ENTRY:
        call(b);
        break;
    default:
        break;
    }
    if (define_by_functions(b, t->rhs) | define_by_functions(b, t->cond) |
        define_by_functions(b, t->lhs))
        call(b);
    if (t->action)
        define_statement(b, t->action, true);
}

static int order_labels(const void *one, const void *other)
{
    long a = *(const long *)one, b = *(const long *)other;
    return (a > b) - (a < b);
}

typedef ARRAY(long) label_list;

/* Adds the labels of alternate returns, and of END= and ERR= in input and output. */
static void add_labels(label_list *l, struct expr *const *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct expr *e = list[i]->kind == EXPR_KEYWORD ? list[i]->left : list[i];
        if (e && (e->kind == EXPR_LABEL || (e != list[i] && e->kind == EXPR_INTEGER)))
            *array_push(l) = (long)e->integer;
    }
}

static void add_targets(label_list *l, const struct stmt *t)
{
    for (uint32_t k = 0; k < t->n_targets; k++)
        *array_push(l) = t->targets[k];
    if (t->kind == STMT_CALL && t->lhs)
        add_labels(l, t->lhs->args, t->lhs->n_args);
    add_labels(l, t->list, t->n_control);
    if (t->action)
        add_targets(l, t->action);
}

/* Finds the statements that may be targets of jumps. */
static void find_joins(struct reach *r, const struct unit *u)
{
    label_list targets = {0};
    for (size_t i = 0; i < u->n; i++)
        add_targets(&targets, u->at[i]);
    array_sort(&targets, order_labels);
    for (size_t i = 0; i < u->n; i++) {
        const struct stmt *t = u->at[i];
        bool aimed = t->label && targets.n &&
                     bsearch(&t->label, targets.at, targets.n, sizeof *targets.at, order_labels);
        if (aimed || t->kind == STMT_ENTRY)
            *array_push(&r->joins) = i;
    }
    array_free(&targets);
}

/* Finds, for each statement, the statement that begins the arm around it. */
static void find_holders(struct reach *r, const struct unit *u)
{
    ARRAY(size_t) open = {0};
    r->holder = xmalloc(sizeof *r->holder * (u->n + 1));
    for (size_t i = 0; i < u->n; i++) {
        enum stmt_kind k = u->at[i]->kind;
        if ((k == STMT_END_IF || k == STMT_END_SELECT) && open.n)
            open.n--;
        bool parts = (k == STMT_ELSE || k == STMT_ELSE_IF || k == STMT_CASE) && open.n;
        if (parts)
            open.n--;
        r->holder[i] = open.n ? open.at[open.n - 1] : i;
        if (parts || k == STMT_IF_THEN || k == STMT_SELECT_CASE)
            *array_push(&open) = i;
    }
    array_free(&open);
}

static int by_name(const void *one, const void *other)
{
    const struct dummy_place *a = one, *b = other;
    int names = ORDER_OF(a->name, b->name), statements = ORDER_OF(a->statement, b->statement);
    return names ? names : statements ? statements : a->position - b->position;
}

static void find_dummies(struct reach *r, const struct unit *u)
{
    for (size_t i = 0; i < u->n; i++) {
        const struct stmt *t = u->at[i];
        if (t->kind == STMT_SUBROUTINE || t->kind == STMT_FUNCTION || t->kind == STMT_ENTRY)
            for (uint32_t k = 0; k < t->n_args; k++)
                *array_push(&r->dummies) =
                    (struct dummy_place){t->args[k], t->name, i, (int)k + 1, NULL};
    }
    array_sort(&r->dummies, by_name);
}

struct dummy_search {
    const struct dummy_place *at;
    const char *name; /* interned: the dummies are in the order of its address */
};

static bool has_lower_name(const void *context, size_t i)
{
    const struct dummy_search *s = context;
    return s->at[i].name < s->name;
}

struct dummy_place *reach_dummies(const struct reach *r, const char *name, size_t *n)
{
    struct dummy_search s = {r->dummies.at, name};
    size_t first = partition_point(r->dummies.n, has_lower_name, &s);
    for (*n = 0; first + *n < r->dummies.n && r->dummies.at[first + *n].name == name;)
        ++*n;
    return *n ? &r->dummies.at[first] : NULL;
}

void reach_open(struct reach *r, const struct unit *u, const struct nests *n, struct symbols *s)
{
    *r = (struct reach){.unit = u, .nests = n};
    struct builder b = {r, s, 0};
    array_reserve(&r->definitions.found, u->n);
    for (b.statement = 0; b.statement < u->n; b.statement++)
        if (u->at[b.statement]->kind != STMT_STATEMENT_FUNCTION)
            define_statement(&b, u->at[b.statement], false);
    definitions_sort(&r->definitions);
    find_joins(r, u);
    find_holders(r, u);
    find_dummies(r, u);
}

void reach_free(struct reach *r)
{
    definitions_free(&r->definitions);
    array_free(&r->calls);
    array_free(&r->joins);
    array_free(&r->dummies);
    array_release(r->holder);
}

static bool any_within(const size_t *at, size_t n, size_t first, size_t last)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (at[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && at[low] <= last;
}

/* Whether a call may change a variable that is not an argument. */
static bool exposed(const struct symbol *y)
{
    return y->common || y->saved || y->shared;
}

bool reach_changes(const struct reach *r, const struct symbol *y, size_t first, size_t last)
{
    if (last < first || last == (size_t)-1)
        return false;
    struct defined d = definitions_of(&r->definitions, y->name);
    size_t i = defined_before(&d, first);
    if (i < d.n && d.at[i].statement <= last)
        return true;
    if (y->whole && reach_changes(r, y->whole, first, last))
        return true;
    return exposed(y) && any_within(r->calls.at, r->calls.n, first, last);
}

/* Whether every path to the loop executes the statement and does not change the scalar after it. */
static bool dominates(const struct reach *r, const struct symbol *y, size_t statement, size_t loop)
{
    const struct nests *n = r->nests;
    size_t head = n->at.at[loop].head;
    if (any_within(r->joins.at, r->joins.n, statement + 1, head))
        return false;
    size_t around = head;
    while (r->holder[around] != r->holder[statement] && r->holder[around] != around)
        around = r->holder[around];
    if (r->holder[statement] != statement && r->holder[around] != r->holder[statement])
        return false;
    for (int l = n->at.at[loop].parent; l >= 0; l = n->at.at[l].parent) {
        const struct nest *outer = &n->at.at[l];
        bool inside = outer->head < statement && statement <= outer->last;
        if (!inside && reach_changes(r, y, outer->head, outer->end))
            return false;
    }
    /* it is in a loop that ends before, which may have had no iteration */
    int holder = nests_around(n, statement);
    if (holder >= 0 && n->at.at[holder].end < head)
        return false;
    return !reach_changes(r, y, statement + 1, head - 1);
}

const struct stmt *reach_value(const struct reach *r, const struct symbol *y, size_t loop,
                               size_t *statement)
{
    struct defined all = definitions_of(&r->definitions, y->name);
    size_t i = defined_before(&all, r->nests->at.at[loop].head);
    if (i == 0)
        return NULL;
    const struct definition *d = &all.at[i - 1];
    if (!d->value || y->shared || !dominates(r, y, d->statement, loop))
        return NULL;
    *statement = d->statement;
    return r->unit->at[d->statement];
}
