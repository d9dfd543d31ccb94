/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of loops. */
#include "frontend/instrument/instrument.h"

#include <string.h>

/* Where the id stands or would stand in the table of room places. */
static size_t place(const struct region_table *t, const char *id)
{
    size_t i = hash_bytes(id, strlen(id)) & (t->room - 1);
    while (t->places[i] && strcmp(t->ids.at[t->places[i] - 1], id) != 0)
        i = (i + 1) & (t->room - 1);
    return i;
}

static void widen(struct region_table *t)
{
    t->room = t->room ? 2 * t->room : 64;
    t->places = xrealloc(t->places, t->room * sizeof *t->places);
    memset(t->places, 0, t->room * sizeof *t->places);
    for (size_t i = 0; i < t->ids.n; i++)
        if (t->ids.at[i])
            t->places[place(t, t->ids.at[i])] = (uint32_t)i + 1;
}

unsigned region_of(struct region_table *t, const char *id)
{
    if (t->ids.n >= t->room / 2)
        widen(t);
    size_t i = place(t, id);
    if (!t->places[i] && t->ids.n < REGIONS_MOST) {
        *array_push(&t->ids) = arena_strdup(t->arena, id);
        t->places[i] = (uint32_t)t->ids.n;
    }
    return t->places[i];
}

bool region_put(struct region_table *t, unsigned region, const char *id)
{
    if (t->ids.n >= t->room / 2)
        widen(t);
    if (region < 1 || region > REGIONS_MOST || t->places[place(t, id)])
        return false;
    while (t->ids.n < region)
        *array_push(&t->ids) = NULL;
    if (t->ids.at[region - 1])
        return false;
    t->ids.at[region - 1] = arena_strdup(t->arena, id);
    if (t->ids.n >= t->room / 2)
        widen(t);
    else
        t->places[place(t, id)] = region;
    return true;
}

void region_table_free(struct region_table *t)
{
    array_free(&t->ids);
    array_release(t->places);
    *t = (struct region_table){0};
}
