/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effects of an inner loop on the body of the loop around it: variables that the inner loop may
 * change are unknown after it. */
#include "frontend/analysis/body.h"

#include "frontend/analysis/symbols.h"

/* The effects of a loop during their collection. */
struct effects {
    struct body *body;
    size_t first; /* of its accesses */
};

static void change_array(struct effects *f, const struct symbol *y)
{
    const struct body *b = f->body;
    for (size_t i = f->first; i < b->accesses.n; i++)
        if (b->accesses.at[i].array == y)
            return;
    change_unseen(f->body, y);
}

static void change_name(struct effects *f, const char *name)
{
    struct body *b = f->body;
    struct symbol *y = name ? symbol_of(b->symbols, name) : NULL;
    if (y && y->type == TYPE_DERIVED)
        change_symbol(b, y);
    else if (y && y->kind == SYMBOL_ARRAY)
        change_array(f, y);
    else if (y && y->slot >= 0)
        b->now[y->slot] = opaque(b, (struct value_type){y->type, y->bytes});
}

/* Marks the arguments of user functions as changed. */
static void change_by_functions(struct effects *f, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_APPLY && e->left->kind == EXPR_NAME &&
        symbol_applied(symbol_of(f->body->symbols, e->left->name), e) == SYMBOL_FUNCTION)
        call_effects(f->body, e);
    change_by_functions(f, e->left);
    change_by_functions(f, e->right);
    for (uint32_t i = 0; i < e->n_args; i++)
        change_by_functions(f, e->args[i]);
}

static void change_items(struct effects *f, const struct stmt *t)
{
    struct expr items = {.args = t->list, .n_args = t->n_list};
    for (uint32_t i = 0; i < t->n_list; i++)
        if (t->list[i] && t->list[i]->kind == EXPR_IMPLIED_DO)
            change_name(f, t->list[i]->name);
    call_effects(f->body, &items);
}

static void change(struct effects *f, const struct stmt *t)
{
    struct body *b = f->body;
    const struct expr *to = t->lhs;
    switch (t->kind) {
    case STMT_ASSIGN:
        while (to && (to->kind == EXPR_APPLY || to->kind == EXPR_MEMBER))
            to = to->left;
        if (to && to->kind == EXPR_NAME)
            change_name(f, to->name);
        break;
    case STMT_DO:
    case STMT_ASSIGN_LABEL:
        change_name(f, t->name);
        break;
    case STMT_CALL:
        call_effects(b, to && to->kind == EXPR_APPLY ? to : NULL);
        break;
    case STMT_READ:
    case STMT_IO_OTHER:
        change_items(f, t);
        break;
    default:
        body_exclude_unclear(b, t);
    }
    change_by_functions(f, t->lhs);
    change_by_functions(f, t->rhs);
    change_by_functions(f, t->cond);
    if (t->action)
        change(f, t->action);
}

void inner_effects(struct body *b, const struct nest *inner)
{
    struct effects f = {b, b->accesses.n};
    for (size_t i = inner->head; i <= inner->end; i++)
        change(&f, b->unit->at[i]);
}
