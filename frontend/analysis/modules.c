/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/modules.h"
#include "frontend/analysis/kinds.h"
#include "frontend/analysis/library.h"

#include <string.h>

const struct module *modules_find(struct modules *m, const char *name)
{
    const struct module *found = m ? m->first : NULL;
    while (found && found->name != name)
        found = found->next;
    return found || !m || !name ? found : library_take(m, name);
}

/* ---- what a module gives ---- */

/* Most nodes of the value of a constant. Larger values are not kept, which also ends circular
 * definitions. */
enum { VALUE_LARGEST = 1000 };
/* Names that all USE statements of a source may bring: a chain of n modules brings n * n / 2. */
enum { USED_MOST = 2000000 };

static const struct expr *number(struct arena *a, int64_t value)
{
    struct expr *e = ARENA_NEW(a, struct expr);
    e->kind = EXPR_INTEGER;
    e->integer = value;
    return e;
}

static const struct expr *constant(struct arena *a, struct symbols *s, const struct expr *e,
                                   uint32_t *room);

/* Returns a named constant as a number of its type; NULL = its value is not a number. */
static const struct expr *named(struct arena *a, struct symbols *s, const struct symbol *y,
                                uint32_t *room)
{
    int64_t value;
    if (y->kind != SYMBOL_CONSTANT || !y->value)
        return NULL;
    if (y->type == TYPE_INTEGER)
        return symbols_integer(s, y->value, &value) ? number(a, value) : NULL;
    const struct expr *v = constant(a, s, y->value, room);
    bool literal = v && (v->kind == EXPR_INTEGER || v->kind == EXPR_REAL);
    if (!literal || (y->type != TYPE_REAL && y->type != TYPE_DOUBLE))
        return NULL;
    double x = v->kind == EXPR_INTEGER ? (double)v->integer : v->real;
    if (v->kind == EXPR_REAL && v->bytes == 4)
        x = (float)x;
    struct expr *k = ARENA_NEW(a, struct expr);
    *k = *v;
    k->kind = EXPR_REAL;
    k->bytes = y->bytes == 8 ? 8 : 4;
    k->real = k->bytes == 4 ? (double)(float)x : x;
    return k;
}

/* Returns an intrinsic function with constant arguments; NULL = another function. */
static const struct expr *applied(struct arena *a, struct symbols *s, const struct expr *e,
                                  uint32_t *room)
{
    const struct symbol *f = e->left->kind == EXPR_NAME ? symbol_find(s, e->left->name) : NULL;
    if (e->left->kind != EXPR_NAME ||
        (f && (symbol_applied(f, e) == SYMBOL_ARRAY || f->dummy || f->external)))
        return NULL;
    struct expr *k = ARENA_NEW(a, struct expr);
    struct expr *name = ARENA_NEW(a, struct expr);
    *k = *e;
    *name = *e->left;
    k->left = name;
    struct expr **args = ARENA_ARRAY(a, struct expr *, e->n_args + 1);
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!(args[i] = (struct expr *)constant(a, s, e->args[i], room)))
            return NULL;
    k->args = args;
    return k;
}

/* Returns a copy of a constant expression that is valid in other scopes: names of constants are
 * replaced by their values, and kinds by their bytes. NULL = it contains other names. */
static const struct expr *constant(struct arena *a, struct symbols *s, const struct expr *e,
                                   uint32_t *room)
{
    int64_t value;
    if (!e || !*room)
        return NULL;
    --*room;
    const struct symbol *y = e->kind == EXPR_NAME ? symbol_find(s, e->name) : NULL;
    if (y)
        return named(a, s, y, room);
    if (symbols_integer(s, e, &value))
        return number(a, value);
    if (e->kind == EXPR_APPLY)
        return applied(a, s, e, room);
    bool inner = e->kind == EXPR_UNARY || e->kind == EXPR_PAREN || e->kind == EXPR_BINARY;
    if (e->kind != EXPR_REAL && !inner)
        return NULL;
    struct expr *k = ARENA_NEW(a, struct expr);
    *k = *e;
    if (e->kind == EXPR_REAL) {
        k->bytes = (unsigned)real_bytes(s, e) & 0xffff;
        k->name = NULL;
        return k;
    }
    k->left = (struct expr *)constant(a, s, e->left, room);
    k->right = e->kind == EXPR_BINARY ? (struct expr *)constant(a, s, e->right, room) : NULL;
    return k->left && (k->right || e->kind != EXPR_BINARY) ? k : NULL;
}

struct dimension *modules_shape(struct arena *a, const struct symbol *y)
{
    struct dimension *dims = ARENA_ARRAY(a, struct dimension, y->n_dims + 1);
    for (uint32_t i = 0; i < y->n_dims; i++) {
        const struct dimension *d = &y->dims[i];
        dims[i] = (struct dimension){.low_known = true, .low_value = 1};
        if (!d->low_known)
            continue;
        dims[i].low_value = d->low_value;
        dims[i].low = d->low ? number(a, d->low_value) : NULL;
        dims[i].extent_known = d->extent_known;
        dims[i].extent = d->extent;
        dims[i].high = d->extent_known ? number(a, d->low_value + d->extent - 1) : NULL;
    }
    return dims;
}

static const struct symbol *kept(struct modules *m, struct symbols *s, const struct symbol *y)
{
    struct symbol *k = ARENA_NEW(m->arena, struct symbol);
    uint32_t room = VALUE_LARGEST;
    *k = *y;
    if (k->kind == SYMBOL_STATEMENT_FUNCTION)
        k->kind = SYMBOL_SCALAR; /* a wrong statement: a module has no statements that run */
    k->value = y->kind == SYMBOL_CONSTANT ? constant(m->arena, s, y->value, &room) : NULL;
    k->function = NULL;
    k->unread = y->unread ? arena_strdup(m->arena, y->unread) : NULL;
    k->kind_unknown = y->kind_unknown ? arena_strdup(m->arena, y->kind_unknown) : NULL;
    k->dims = modules_shape(m->arena, y);
    k->storage = m->n_storages + y->storage;
    k->dummy = false;
    k->entry_of = NULL;
    return k;
}

void modules_keep(struct modules *m, struct symbols *s, const struct unit *u)
{
    if (!m || !u->n || u->at[0]->kind != STMT_MODULE)
        return;
    struct module *new = ARENA_NEW(m->arena, struct module);
    new->name = u->name;
    new->exports = ARENA_ARRAY(m->arena, struct export, s->all.n + 1);
    for (size_t i = 0; i < s->all.n; i++) {
        const struct symbol *y = s->all.at[i];
        bool declared = y->level == s->level && y->kind != SYMBOL_STATEMENT_FUNCTION;
        if (!declared && !y->unread)
            continue;
        bool private = y->access ? y->access == ACCESS_PRIVATE : s->private;
        const struct symbol *from = y->from ? y->from : kept(m, s, y);
        new->exports[new->n++] = (struct export){y->name, from, private};
    }
    new->unread = s->unread ? arena_strdup(m->arena, s->unread) : NULL;
    new->lacking = s->lacking ? arena_strdup(m->arena, s->lacking) : NULL;
    new->unlisted = s->unlisted ? arena_strdup(m->arena, s->unlisted) : NULL;
    m->n_storages += s->n_storages;
    new->next = m->first;
    m->first = new;
}

/* ---- what USE takes ---- */

/* Returns the number in this unit of a storage of a module. */
static uint32_t *storage_here(struct symbols *s, const struct symbol *of_module)
{
    static const char any[] = "";
    return name_index_at(&s->storages, any, (uint32_t)of_module->storage);
}

static void open_storages(struct symbols *s, const struct symbol *but)
{
    s->storages_open = true;
    for (size_t i = 0; i < s->all.n; i++) {
        const struct symbol *y = s->all.at[i];
        if (y->from && y != but)
            *storage_here(s, y->from) = (uint32_t)y->storage;
    }
}

/* Gives y the storage of other names of the same variable, or of variables in the same COMMON or
 * EQUIVALENCE of the module. */
static void share_storage(struct symbols *s, struct symbol *y)
{
    if (!s->storages_open)
        open_storages(s, y);
    uint32_t *here = storage_here(s, y->from);
    if (*here == NAME_INDEX_NONE)
        *here = (uint32_t)y->storage;
    y->storage = (int)*here;
}

void modules_share(struct symbols *s, struct symbol *y)
{
    if (y->from && s->storages_open)
        share_storage(s, y);
}

static void copy_symbol(struct symbols *s, const char *name, const struct symbol *from)
{
    struct symbol *y = symbol_of(s, name);
    bool again = y->from == from && y->level == s->level;
    int storage = y->level == 0 ? y->storage : s->n_storages++;
    if (again)
        return;
    *y = *from;
    y->name = name;
    y->from = from;
    y->level = s->level;
    y->storage = storage;
    y->common |= symbol_is_variable(y);
    y->access = ACCESS_DEFAULT;
    y->slot = -1;
    s->any_unread |= y->unread != NULL;
    s->renamed |= name != from->name;
    if (s->storages_open || s->renamed || from->shared || from->common)
        share_storage(s, y);
}

static const struct export *find(const struct module *m, const char *name)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->exports[i].name == name && !m->exports[i].private)
            return &m->exports[i];
    return NULL;
}

/* Declares the name of a kind of an intrinsic module, which a user module may export again. */
static void take_kind(struct symbols *s, const char *name, const char *kind)
{
    int64_t bytes;
    if (!kind_of_name(kind, &bytes))
        return;
    struct symbol *y = symbol_of(s, name);
    y->kind = SYMBOL_CONSTANT;
    y->type = TYPE_INTEGER;
    y->bytes = 4;
    y->declared = true;
    y->value = number(s->arena, bytes);
    y->level = s->level;
}

/* Adds a reason. Only the first one is kept in full, because modules that use modules would make
 * the list long. */
static void add_reason(struct arena *a, const char **to, const char *why)
{
    static const char others[] = " (and other modules are unknown)";
    if (!*to)
        *to = why;
    else if (!strstr(*to, why) && !strstr(why, *to) && !strstr(*to, others))
        *to = arena_printf(a, "%s%s", *to, others);
}

static bool renamed(const struct stmt *t, const char *name)
{
    for (uint32_t i = 0; i < t->n_items; i++)
        if (t->items[i].block == name && t->items[i].name != name)
            return true;
    return false;
}

/* Declares every name of a module, up to USED_MOST names for the source. */
static void use_all(struct symbols *s, const struct stmt *t, const struct module *m)
{
    bool all = t->kind == STMT_MODULE;
    s->modules->n_used += m->n;
    if (s->modules->n_used > USED_MOST) {
        const char *why =
            arena_printf(s->modules->arena, "USE brings more than %d names", USED_MOST);
        add_reason(s->arena, &s->lacking, why);
        add_reason(s->arena, &s->unlisted, why);
        return;
    }
    for (size_t i = 0; i < m->n; i++)
        if (all || (!m->exports[i].private && !renamed(t, m->exports[i].name)))
            copy_symbol(s, m->exports[i].name, m->exports[i].symbol);
}

void modules_use(struct symbols *s, const struct stmt *t)
{
    bool all = t->kind == STMT_MODULE; /* a SUBMODULE */
    const struct module *m = modules_find(s->modules, all ? t->result : t->name);
    bool intrinsic = t->name && !m && module_of_compiler(t->name);
    const char *why = NULL;
    const char *name = all || !t->name ? t->result : t->name;
    if (!m && !intrinsic)
        why = library_problem(s->arena, s->modules ? s->modules->library : NULL, name);
    else if (m)
        why = m->lacking;
    if (why)
        add_reason(s->arena, &s->lacking, why);
    if (!t->only && (m ? m->unlisted : why))
        add_reason(s->arena, &s->unlisted, m ? m->unlisted : why);
    if (m && m->unread && !s->unread)
        s->unread = m->unread;
    s->any_unread |= m && m->unread;
    for (uint32_t i = 0; !all && i < t->n_items; i++) {
        const struct export *e = m ? find(m, t->items[i].block) : NULL;
        if (e)
            copy_symbol(s, t->items[i].name, e->symbol);
        else if (intrinsic || m)
            take_kind(s, t->items[i].name, t->items[i].block);
        if (!e && why)
            symbol_of(s, t->items[i].name)->unknown = why;
    }
    if (m && !t->only)
        use_all(s, t, m);
}
