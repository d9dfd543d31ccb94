/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The storage and byte offset that COMMON and EQUIVALENCE give to names. */
#include "frontend/analysis/symbols.h"

/* A COMMON block during its layout, which several statements may continue. */
struct common_block {
    struct common_storage begin;
    bool placed; /* whether the end is known */
    int64_t end; /* bytes of the names before */
};
struct layout {
    struct symbols *symbols;
    ARRAY(struct common_block) blocks;
};

static struct common_block *block_of(struct layout *l, const char *name)
{
    for (size_t i = 0; i < l->blocks.n; i++)
        if (l->blocks.at[i].begin.name == name)
            return &l->blocks.at[i];
    const struct symbols *outer = symbols_outer(l->symbols);
    const struct common_storage *known = outer ? symbols_block_named(outer, name) : NULL;
    struct common_block *b = array_push(&l->blocks);
    b->begin = known ? *known : (struct common_storage){name, l->symbols->n_storages++, true, 0};
    b->placed = b->begin.placed;
    b->end = b->begin.offset;
    return b;
}

static void place_common(struct layout *l, const struct stmt *t)
{
    for (uint32_t i = 0; i < t->n_items; i++) {
        struct symbol *y = t->items[i].name ? symbol_find(l->symbols, t->items[i].name) : NULL;
        if (!y || !t->items[i].block)
            continue;
        struct common_block *b = block_of(l, t->items[i].block);
        int64_t size = symbol_size(y);
        y->storage = b->begin.storage;
        y->placed = b->placed;
        y->offset = b->end;
        if (size == 0 || __builtin_add_overflow(b->end, size, &b->end))
            b->placed = false;
    }
}

bool symbol_element(struct symbols *s, const struct symbol *y, const struct expr *e,
                    int64_t *offset)
{
    int64_t scale = y->bytes;
    *offset = 0;
    if (!e || e->kind != EXPR_APPLY)
        return true;
    for (uint32_t i = 0; i < e->n_args && i < y->n_dims; i++) {
        const struct dimension *d = &y->dims[i];
        int64_t sub, part;
        if (!d->low_known || !symbols_integer(s, e->args[i], &sub) ||
            __builtin_sub_overflow(sub, d->low_value, &sub) ||
            __builtin_mul_overflow(sub, scale, &part) ||
            __builtin_add_overflow(*offset, part, offset))
            return false;
        if (i + 1 < e->n_args &&
            (!d->extent_known || __builtin_mul_overflow(scale, d->extent, &scale)))
            return false;
    }
    return true;
}

/* Moves all names of one storage into another. */
static void move_storage(struct symbols *s, int from, int to, bool placed, int64_t shift)
{
    for (size_t i = 0; i < s->all.n; i++) {
        struct symbol *y = s->all.at[i];
        if (y->storage != from)
            continue;
        y->storage = to;
        y->placed = y->placed && placed && !__builtin_add_overflow(y->offset, shift, &y->offset);
    }
    for (size_t i = 0; i < s->n_blocks; i++) {
        struct common_storage *b = &s->blocks[i];
        if (b->storage != from)
            continue;
        b->storage = to;
        b->placed = b->placed && placed && !__builtin_add_overflow(b->offset, shift, &b->offset);
    }
}

static void join(struct symbols *s, const struct item *one, const struct item *other)
{
    struct symbol *a = symbol_of(s, one->name), *b = symbol_of(s, other->name);
    int64_t at_a = 0, at_b = 0;
    bool known = symbol_element(s, a, one->ref, &at_a);
    known &= symbol_element(s, b, other->ref, &at_b);
    if (a->storage == b->storage)
        return;
    if (b->common && !a->common)
        move_storage(s, a->storage, b->storage, known && b->placed,
                     b->offset + at_b - at_a - a->offset);
    else
        move_storage(s, b->storage, a->storage, known && a->placed,
                     a->offset + at_a - at_b - b->offset);
}

static void place_equivalence(struct symbols *s, const struct stmt *t)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < t->n_items; i++) {
        if (t->items[i].set != t->items[first].set)
            first = i;
        else if (t->items[first].name && t->items[i].name)
            join(s, &t->items[first], &t->items[i]);
    }
}

static void each(struct layout *l, const struct unit *u, enum stmt_kind kind)
{
    for (size_t i = 0; i < u->n; i++)
        if (u->at[i]->kind == kind) {
            if (kind == STMT_COMMON)
                place_common(l, u->at[i]);
            else
                place_equivalence(l->symbols, u->at[i]);
        }
}

static void keep_blocks(struct layout *l)
{
    struct symbols *s = l->symbols;
    if (!l->blocks.n)
        return;
    s->blocks = ARENA_ARRAY(s->arena, struct common_storage, l->blocks.n);
    for (; s->n_blocks < l->blocks.n; s->n_blocks++)
        s->blocks[s->n_blocks] = l->blocks.at[s->n_blocks].begin;
}

const struct common_storage *symbols_block(const struct symbols *s, int storage)
{
    for (; s; s = symbols_outer(s))
        for (size_t i = 0; i < s->n_blocks; i++)
            if (s->blocks[i].storage == storage)
                return &s->blocks[i];
    return NULL;
}

const struct common_storage *symbols_block_named(const struct symbols *s, const char *name)
{
    for (; s; s = symbols_outer(s))
        for (size_t i = 0; i < s->n_blocks; i++)
            if (s->blocks[i].name == name)
                return &s->blocks[i];
    return NULL;
}

void symbols_lay_out(struct symbols *s, const struct unit *u)
{
    struct layout l = {.symbols = s};
    each(&l, u, STMT_COMMON);
    keep_blocks(&l);
    each(&l, u, STMT_EQUIVALENCE);
    array_free(&l.blocks);
}
