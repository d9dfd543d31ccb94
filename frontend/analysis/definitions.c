/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/definitions.h"

#include "base/arena.h"

#include <stdint.h>
#include <string.h>

void definitions_add(struct definitions *d, const char *name, size_t statement, bool value)
{
    *array_push(&d->found) = (struct definition){statement, value};
    *array_push(&d->names) = name;
}

static struct defined *slot_of(const struct definitions *d, const char *name)
{
    size_t i = ((uintptr_t)name >> 4) * 2654435761U >> 8 & (d->room - 1);
    while (d->slots[i].name && d->slots[i].name != name)
        i = (i + 1) & (d->room - 1);
    return &d->slots[i];
}

static void count(struct definitions *d)
{
    for (d->room = 16; d->room < 2 * d->found.n;)
        d->room *= 2;
    d->slots = xmalloc(d->room * sizeof *d->slots);
    memset(d->slots, 0, d->room * sizeof *d->slots);
    for (size_t i = 0; i < d->found.n; i++) {
        struct defined *slot = slot_of(d, d->names.at[i]);
        slot->name = d->names.at[i];
        slot->n++;
    }
}

static void make_room(struct definitions *d)
{
    d->by_name = xmalloc(d->found.n * sizeof *d->by_name);
    struct definition *next = d->by_name;
    for (size_t i = 0; i < d->room; i++) {
        d->slots[i].at = next;
        next += d->slots[i].n;
        d->slots[i].n = 0;
    }
}

/* A statement that changes a name twice counts once. */
static void place(struct defined *slot, struct definition new)
{
    struct definition *last = slot->n ? &slot->at[slot->n - 1] : NULL;
    if (last && last->statement == new.statement)
        last->value |= new.value;
    else
        slot->at[slot->n++] = new;
}

void definitions_sort(struct definitions *d)
{
    count(d);
    make_room(d);
    for (size_t i = 0; i < d->found.n; i++)
        place(slot_of(d, d->names.at[i]), d->found.at[i]);
}

struct defined definitions_of(const struct definitions *d, const char *name)
{
    return *slot_of(d, name);
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
    array_release(d->by_name);
    array_release(d->slots);
}
