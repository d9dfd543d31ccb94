/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/name-index.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

static void grow_index(struct name_index *x)
{
    struct name_index old = *x;
    x->room = old.room ? 2 * old.room : FIRST_CAPACITY;
    x->at = xmalloc(x->room * sizeof *x->at);
    memset(x->at, 0, x->room * sizeof *x->at);
    for (size_t i = 0; i < old.room; i++)
        if (old.at[i].name)
            *name_index_slot(x, old.at[i].name, old.at[i].owner) = old.at[i];
    free(old.at);
}

uint32_t *name_index_at(struct name_index *x, const char *name, uint32_t owner)
{
    if (2 * (x->n + 1) > x->room)
        grow_index(x);
    struct name_index_slot *slot = name_index_slot(x, name, owner);
    if (!slot->name) {
        *slot = (struct name_index_slot){name, owner, NAME_INDEX_NONE};
        x->n++;
    }
    return &slot->number;
}

void name_index_free(struct name_index *x)
{
    free(x->at);
    *x = (struct name_index){0};
}
