/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/unread.h"
#include "base/name-index.h"

#include "frontend/analysis/intrinsics.h"
#include "frontend/analysis/lower.h"

#include <string.h>

/* ---- marking ---- */

static bool is_unread(const struct stmt *t)
{
    return t->kind == STMT_WRONG || t->kind == STMT_UNSUPPORTED;
}

/* Whether the statement may declare names that are not in its text. */
static bool brings_any(const struct stmt *t)
{
    return t->meant == STMT_INCLUDE || t->meant == STMT_IMPLICIT || t->meant == STMT_USE;
}

static void mark_names(struct symbols *s, const struct stmt *t, const char *place)
{
    for (uint32_t i = 0; i < t->n_args; i++) {
        struct symbol *y = symbol_of(s, t->args[i]);
        bool stored = t->meant == STMT_ASSIGN && y->kind == SYMBOL_ARRAY;
        if (!stored && !y->unread) {
            y->unread = place;
            s->any_unread = true;
        }
    }
}

void unread_mark(struct symbols *s, const struct unit *u)
{
    bool body = false;
    for (size_t i = 0; i < u->n; i++) {
        const struct stmt *t = u->at[i];
        bool associates = t->meant == STMT_ASSOCIATE || t->meant == STMT_SELECT_CASE;
        if (!is_unread(t)) {
            body |= stmt_kind_executable(t->kind);
            continue;
        }
        body |= stmt_kind_executable(t->meant) && t->meant != STMT_ASSIGN;
        if (body && !associates)
            continue;
        const char *place = arena_printf(s->arena, "line %ld", t->line);
        if (brings_any(t) && !s->unread) {
            s->unread = place;
            s->any_unread = true;
        }
        mark_names(s, t, place);
    }
}

/* ---- using ---- */

/* A search in a loop for the first name that may be declared elsewhere. */
struct search {
    struct symbols *symbols;
    const struct unit *unit;
    const struct nest *loop;
    struct name_index looked; /* names whose declarations were searched */
    const char *name, *place; /* what was found */
};

/* Whether the name is a DO variable of the loop, which is an integer. */
static bool is_index(const struct search *f, const char *name)
{
    for (size_t i = f->loop->head; i <= f->loop->end; i++)
        if (f->unit->at[i]->kind == STMT_DO && f->unit->at[i]->name == name)
            return true;
    return false;
}

/* Whether the declarations that were read determine a name. False for a name without declaration
 * and for a scalar with arguments. */
static bool is_settled(const struct symbol *y, const char *name, bool applied)
{
    if (!y || !y->level)
        return applied && intrinsic_find(name);
    return !applied || y->kind != SYMBOL_SCALAR || y->type == TYPE_CHARACTER || y->dummy;
}

static void look(struct search *f, const char *name, bool applied);

static void look_through(struct search *f, const struct expr *e)
{
    if (!e || f->name)
        return;
    if (e->kind == EXPR_NAME)
        look(f, e->name, false);
    else if (e->kind == EXPR_APPLY && e->left->kind == EXPR_NAME)
        look(f, e->left->name, true);
    else if (e->kind == EXPR_REAL && e->name)
        look(f, e->name, false);
    if (e->kind != EXPR_APPLY || e->left->kind != EXPR_NAME)
        look_through(f, e->left);
    look_through(f, e->right);
    for (uint32_t i = 0; i < e->n_args; i++)
        look_through(f, e->args[i]);
}

/* Examines the constant that gives the kind of a name. */
static void look_at_kind(struct search *f, const struct symbol *y)
{
    const char *kind = y ? y->kind_unknown : NULL;
    const char *name = kind ? name_find(f->symbols->names, kind, strlen(kind)) : NULL;
    if (name && !f->name)
        look(f, name, false);
}

static void look(struct search *f, const char *name, bool applied)
{
    const struct symbol *y = symbol_find(f->symbols, name);
    const char *place = y ? y->unread : NULL;
    if (f->name || name[0] == HIDDEN_NAME)
        return;
    if (!place && !is_settled(y, name, applied))
        place = f->symbols->unread;
    if (place && !is_index(f, name)) {
        f->name = name;
        f->place = place;
        return;
    }
    uint32_t *looked = name_index_at(&f->looked, name, 0);
    if (*looked != NAME_INDEX_NONE)
        return;
    *looked = 0;
    look_at_kind(f, y);
    for (uint32_t i = 0; y && i < y->n_dims && !f->name; i++) {
        look_through(f, y->dims[i].low);
        look_through(f, i + 1 < y->n_dims ? y->dims[i].high : NULL);
    }
}

static void look_at(struct search *f, const struct stmt *t)
{
    bool named = t->kind == STMT_CALL && t->lhs && t->lhs->kind == EXPR_APPLY;
    for (uint32_t i = 0; named && i < t->lhs->n_args; i++)
        look_through(f, t->lhs->args[i]);
    if (t->kind != STMT_CALL)
        look_through(f, t->lhs);
    look_through(f, t->rhs);
    look_through(f, t->cond);
    for (uint32_t i = 0; i < t->n_list; i++)
        look_through(f, t->list[i]);
    if (t->action)
        look_at(f, t->action);
}

const char *unread_used(struct arena *a, struct symbols *s, const struct unit *u,
                        const struct nest *loop)
{
    struct search f = {.symbols = s, .unit = u, .loop = loop};
    for (size_t i = loop->head; s->any_unread && i <= loop->end && !f.name; i++)
        look_at(&f, u->at[i]);
    name_index_free(&f.looked);
    return f.name ? arena_printf(a, "%s, which may declare %s, could not be read", f.place, f.name)
                  : NULL;
}
