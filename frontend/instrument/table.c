/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of region numbers. */
#include "frontend/instrument/instrument.h"

#include <string.h>

/* Returns the slot of the id, or the empty slot where it belongs. */
static size_t find_slot(const struct region_table *t, const char *id)
{
    size_t i = hash_bytes(id, strlen(id)) & (t->room - 1);
    while (t->slots[i] && strcmp(t->ids.at[t->slots[i] - 1], id) != 0)
        i = (i + 1) & (t->room - 1);
    return i;
}

static void grow_table(struct region_table *t)
{
    t->room = t->room ? 2 * t->room : 64;
    t->slots = xrealloc(t->slots, t->room * sizeof *t->slots);
    memset(t->slots, 0, t->room * sizeof *t->slots);
    for (size_t i = 0; i < t->ids.n; i++)
        if (t->ids.at[i])
            t->slots[find_slot(t, t->ids.at[i])] = (uint32_t)i + 1;
}

unsigned region_of(struct region_table *t, const char *id)
{
    if (t->ids.n >= t->room / 2)
        grow_table(t);
    size_t i = find_slot(t, id);
    if (!t->slots[i] && t->ids.n < REGIONS_MOST) {
        *array_push(&t->ids) = arena_strdup(t->arena, id);
        t->slots[i] = (uint32_t)t->ids.n;
    }
    return t->slots[i];
}

bool region_put(struct region_table *t, unsigned region, const char *id)
{
    if (t->ids.n >= t->room / 2)
        grow_table(t);
    if (region < 1 || region > REGIONS_MOST || t->slots[find_slot(t, id)])
        return false;
    while (t->ids.n < region)
        *array_push(&t->ids) = NULL;
    if (t->ids.at[region - 1])
        return false;
    t->ids.at[region - 1] = arena_strdup(t->arena, id);
    if (t->ids.n >= t->room / 2)
        grow_table(t);
    else
        t->slots[find_slot(t, id)] = region;
    return true;
}

void region_table_free(struct region_table *t)
{
    array_free(&t->ids);
    array_release(t->slots);
    *t = (struct region_table){0};
}
