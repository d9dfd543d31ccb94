/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/definitions.h"

#include "base/arena.h"

/* Returns the entry of a name, a new one if it has none. */
static struct defined *place_of(struct definitions *d, const char *name)
{
    uint32_t *at = name_index_at(&d->by_name, name, 0);
    if (*at == NAME_INDEX_NONE) {
        *at = (uint32_t)d->names.n;
        *array_push(&d->names) = (struct defined){0};
    }
    return &d->names.at[*at];
}

void definitions_add(struct definitions *d, const char *name, size_t statement, bool value)
{
    place_of(d, name)->n++;
    *array_push(&d->found) = (struct found){name, {statement, value}};
}

static void make_room(struct definitions *d)
{
    d->sorted = xmalloc((d->found.n + 1) * sizeof *d->sorted);
    struct definition *next = d->sorted;
    for (size_t i = 0; i < d->names.n; i++) {
        d->names.at[i].at = next;
        next += d->names.at[i].n;
        d->names.at[i].n = 0;
    }
}

/* Adds a definition. Two changes of a name in one statement count once. */
static void place(struct defined *of, struct definition new)
{
    struct definition *last = of->n ? &of->at[of->n - 1] : NULL;
    if (last && last->statement == new.statement)
        last->value |= new.value;
    else
        of->at[of->n++] = new;
}

void definitions_sort(struct definitions *d)
{
    make_room(d);
    for (size_t i = 0; i < d->found.n; i++)
        place(place_of(d, d->found.at[i].name), d->found.at[i].definition);
}

struct defined definitions_of(const struct definitions *d, const char *name)
{
    uint32_t i = name_index_find(&d->by_name, name, 0);
    return i == NAME_INDEX_NONE ? (struct defined){0} : d->names.at[i];
}

size_t defined_before(const struct defined *d, size_t statement)
{
    size_t low = 0, high = d->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->at[middle].statement < statement)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void definitions_free(struct definitions *d)
{
    array_free(&d->found);
    array_free(&d->names);
    array_release(d->sorted);
    name_index_free(&d->by_name);
}
