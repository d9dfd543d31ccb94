/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/derived.h"

enum {
    NESTED_MOST = 50, /* nested types */
    DESCRIPTOR = 40,
    DESCRIPTOR_DIM = 24, /* bytes of gfortran's array descriptor */
    POINTER = 8
};

/* ---- declarations ---- */

static void add_components(struct symbols *s, struct arena *a, struct derived_type *d,
                           const struct stmt *t, size_t *room)
{
    for (uint32_t i = 0; i < t->n_items; i++) {
        if (d->n == *room) {
            struct symbol **more = ARENA_ARRAY(a, struct symbol *, 2 * *room + 8);
            for (size_t k = 0; k < d->n; k++)
                more[k] = d->at[k];
            d->at = more;
            *room = 2 * *room + 8;
        }
        d->at[d->n++] = symbols_component(s, a, t, &t->items[i]);
    }
}

void derived_declare(struct symbols *s, struct symbol *y, const struct stmt *t)
{
    struct arena *a = s->modules ? s->modules->arena : s->arena;
    struct derived_type *d = ARENA_NEW(a, struct derived_type);
    size_t room = 0;
    d->name = y->name;
    d->extends = t->result;
    for (size_t i = 0; i < t->n_parts && t->parts[i]->kind != STMT_CONTAINS; i++) {
        const struct stmt *part = t->parts[i];
        if (part->kind == STMT_TYPE_DECL)
            add_components(s, a, d, part, &room);
        else if (part->kind == STMT_WRONG || part->kind == STMT_UNSUPPORTED)
            d->unread = arena_printf(a, "line %ld", part->line);
        else
            d->partial |= part->kind != STMT_PRIVATE && part->kind != STMT_DIRECTIVE;
    }
    y->kind = SYMBOL_FUNCTION;
    y->external = true;
    y->type = TYPE_DERIVED;
    y->bytes = 0;
    y->defines = d;
}

static const struct derived_type *type_of_name(struct symbols *s, const char *name)
{
    const struct symbol *y = name ? symbol_find(s, name) : NULL;
    return y ? y->defines : NULL;
}

static void resolve_components(struct symbols *s, struct derived_type *d)
{
    d->parent = type_of_name(s, d->extends);
    for (size_t i = 0; i < d->n; i++)
        if (d->at[i]->derived)
            d->at[i]->of = type_of_name(s, d->at[i]->derived);
}

void derived_resolve(struct symbols *s)
{
    for (size_t i = 0, n = s->all.n; i < n; i++) {
        struct symbol *y = s->all.at[i];
        if (y->level != s->level || y->from)
            continue;
        if (y->defines)
            resolve_components(s, (struct derived_type *)y->defines);
        if (y->derived)
            y->of = type_of_name(s, y->derived);
    }
}

/* ---- layout ---- */

struct layout {
    int64_t size, align;
    bool known;
};

static struct layout layout_to(const struct derived_type *d, size_t n, int deep);

/* Returns the layout of one element of a component. */
static struct layout element_layout(const struct symbol *y, int deep)
{
    struct layout of = {y->bytes, type_is_complex(y->type) ? y->bytes / 2 : y->bytes, y->bytes > 0};
    if (y->type == TYPE_CHARACTER)
        of.align = 1;
    if (y->type == TYPE_DERIVED)
        of = y->of ? layout_to(y->of, y->of->n, deep + 1) : (struct layout){0};
    of.known = of.known && !y->kind_unknown;
    return of;
}

static struct layout component_layout(const struct symbol *y, int deep)
{
    if (y->detached && y->type == TYPE_CHARACTER)
        return (struct layout){0};
    if (y->detached)
        return (struct layout){
            y->n_dims ? DESCRIPTOR + DESCRIPTOR_DIM * (int64_t)y->n_dims : POINTER, POINTER, true};
    struct layout of = element_layout(y, deep);
    for (uint32_t i = 0; i < y->n_dims; i++)
        of.known = of.known && y->dims[i].extent_known &&
                   !__builtin_mul_overflow(of.size, y->dims[i].extent, &of.size);
    return of;
}

static int64_t aligned(int64_t size, int64_t align)
{
    return align > 1 ? (size + align - 1) / align * align : size;
}

/* Returns the layout of the first n components; of all components: with the padding at the end. */
static struct layout layout_to(const struct derived_type *d, size_t n, int deep)
{
    struct layout all = {0, 1, deep < NESTED_MOST && !d->unread && !d->partial};
    if (d->extends && all.known)
        all = d->parent ? layout_to(d->parent, d->parent->n, deep + 1) : (struct layout){0};
    for (size_t i = 0; i < n && all.known; i++) {
        struct layout of = component_layout(d->at[i], deep);
        int64_t at = aligned(all.size, of.align);
        all.known = of.known && !__builtin_add_overflow(at, of.size, &all.size);
        all.align = of.align > all.align ? of.align : all.align;
    }
    if (n == d->n)
        all.size = aligned(all.size, all.align);
    return all;
}

int64_t derived_size(const struct derived_type *d)
{
    struct layout all = layout_to(d, d->n, 0);
    return all.known ? all.size : 0;
}

/* Returns the offset of component i of a type. */
static int64_t offset_of(const struct derived_type *d, size_t i)
{
    struct layout before = {0, 1, true}, of = component_layout(d->at[i], 0);
    if (i > 0 || d->extends)
        before = layout_to(d, i, 0);
    return before.known && of.known ? aligned(before.size, of.align) : -1;
}

const struct symbol *derived_find(const struct derived_type *d, const char *name, int64_t *offset)
{
    for (int deep = 0; d && deep < NESTED_MOST; deep++, d = d->parent)
        for (size_t i = 0; i < d->n; i++)
            if (d->at[i]->name == name) {
                *offset = offset_of(d, i);
                return d->at[i];
            }
    return NULL;
}
