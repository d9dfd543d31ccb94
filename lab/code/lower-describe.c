/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes variables for debuggers and klcache: names, shapes and locations in data blocks. */
#include "lab/code/lower.h"

#include <string.h>

enum { MOST_EXTENTS = sizeof((struct lab_variable *)0)->extents / sizeof(int64_t) };

/* Returns BLOCK.NAME, or the block's name if the block contains only this variable and is named
 * after it. */
static const char *name_in(struct lower *l, const struct object *o)
{
    size_t n = strlen(o->symbol), own = strlen(o->name);
    bool is_whole =
        n > own && o->symbol[n - own - 1] == '.' && strcmp(o->symbol + n - own, o->name) == 0;
    const char *text = is_whole ? o->symbol : arena_printf(l->arena, "%s.%s", o->symbol, o->name);

    return name_of(l->names, text, strlen(text));
}

static bool is_described(const struct lower *l, const struct lab_variable *v)
{
    for (size_t i = 0; i < l->unit->variables.n; i++) {
        const struct lab_variable *w = &l->unit->variables.at[i];
        if (w->name == v->name && w->at == v->at && w->bytes == v->bytes)
            return true;
    }
    return false;
}

void lower_describe(struct lower *l, const struct variable *v)
{
    const struct object *o = v->object;
    const struct symbol *y = v->symbol;

    if (o->kind != OBJECT_STATIC || o->bytes <= 0)
        return;
    struct lab_variable w = {
        .name = name_in(l, o), .symbol = o->symbol, .at = o->at, .bytes = o->bytes};
    if (y->kind == SYMBOL_ARRAY)
        for (uint32_t k = 0; k < y->n_dims && k < MOST_EXTENTS; k++) {
            if (!y->dims[k].extent_known)
                return;
            w.extents[w.n_extents++] = y->dims[k].extent;
        }
    if (!is_described(l, &w))
        *array_push(&l->unit->variables) = w;
}
