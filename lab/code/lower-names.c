/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of a unit: their entries, and which variables statements assign and pass. */
#include "lab/code/lower.h"

struct variable *lower_entry(struct lower *l, struct symbol *y)
{
    if (y->slot >= 0)
        return l->variables.at[y->slot];
    struct variable *v = ARENA_NEW(l->arena, struct variable);
    v->symbol = y;
    y->slot = (int)l->variables.n;
    *array_push(&l->variables) = v;
    return v;
}

static void mark_passed(struct lower *l, const struct expr *e)
{
    if (e && e->kind == EXPR_KEYWORD)
        e = e->left;
    if (e && e->kind == EXPR_NAME)
        lower_entry(l, symbol_of(&l->symbols, e->name))->passed = true;
}

/* Marks the variables that an expression passes to the program's functions. all: names in the
 * expression are passed, too. */
static void scan_expr(struct lower *l, const struct expr *e, bool all)
{
    if (!e)
        return;
    if (all)
        mark_passed(l, e);
    if (e->kind == EXPR_IMPLIED_DO && e->name)
        lower_entry(l, symbol_of(&l->symbols, e->name))->assigned = true;
    bool call = false;
    if (e->kind == EXPR_APPLY && e->left->kind == EXPR_NAME)
        call = symbol_applied(symbol_of(&l->symbols, e->left->name), e) == SYMBOL_FUNCTION;
    if (e->left && e->kind != EXPR_APPLY)
        scan_expr(l, e->left, false);
    if (e->kind == EXPR_BINARY || e->kind == EXPR_REPEAT)
        scan_expr(l, e->right, false);
    for (uint32_t i = 0; i < e->n_args; i++)
        scan_expr(l, e->args[i], call || (all && e->kind == EXPR_IMPLIED_DO));
    for (int i = 0; e->kind == EXPR_IMPLIED_DO && e->control && i < 3; i++)
        scan_expr(l, e->control[i], false);
}

static void scan_list(struct lower *l, const struct stmt *t)
{
    for (uint32_t i = 0; i < t->n_list; i++) {
        bool control = i < t->n_control || t->kind == STMT_IO_OTHER;
        scan_expr(l, t->list[i], control || t->kind == STMT_READ);
    }
}

/* Treats a called dummy without a declared type as a subroutine, so that IMPLICIT NONE requires
 * no type. */
static void scan_callee(struct lower *l, const struct expr *e)
{
    const struct expr *name = e && e->kind == EXPR_APPLY ? e->left : e;
    if (!name || name->kind != EXPR_NAME)
        return;
    struct symbol *y = symbol_of(&l->symbols, name->name);
    if (y->dummy && y->kind == SYMBOL_SCALAR && !y->declared)
        y->kind = SYMBOL_FUNCTION;
}

static void scan_call(struct lower *l, const struct expr *e)
{
    scan_callee(l, e);
    for (uint32_t i = 0; e && e->kind == EXPR_APPLY && i < e->n_args; i++)
        scan_expr(l, e->args[i], true);
}

static void scan_statement(struct lower *l, const struct stmt *t)
{
    if (t->kind == STMT_ASSIGN && t->lhs->kind == EXPR_NAME)
        lower_entry(l, symbol_of(&l->symbols, t->lhs->name))->assigned = true;
    if (t->kind == STMT_DO && t->name)
        lower_entry(l, symbol_of(&l->symbols, t->name))->assigned = true;
    if (t->kind == STMT_SAVE && t->n_items == 0)
        l->save_all = true;
    if (t->kind == STMT_DATA || t->kind == STMT_EQUIVALENCE || t->kind == STMT_NAMELIST)
        return;
    if (t->kind == STMT_CALL)
        scan_call(l, t->lhs);
    else
        scan_expr(l, t->lhs, false);
    scan_expr(l, t->rhs, false);
    scan_expr(l, t->cond, false);
    for (int i = 0; i < 3; i++)
        scan_expr(l, t->control[i], false);
    scan_list(l, t);
}

static void scan_initial(struct lower *l, const struct stmt *t)
{
    for (uint32_t i = 0; t->kind == STMT_TYPE_DECL && i < t->n_items; i++)
        if (t->items[i].value && !(t->attributes & ATTR_PARAMETER))
            symbol_of(&l->symbols, t->items[i].name)->saved = true;
}

void lower_scan(struct lower *l, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        scan_initial(l, l->source->at[i]);
        for (const struct stmt *t = l->source->at[i]; t; t = t->action)
            scan_statement(l, t);
    }
}

struct variable *lower_index(struct lower *l, const char *name)
{
    return lower_entry(l, symbol_of(&l->symbols, name));
}
