/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/definitions.h"

#include "base/arena.h"

#include <stdint.h>
#include <string.h>

static struct defined *slot_of(const struct definitions *d, const char *name)
{
    size_t i = ((uintptr_t)name >> 4) * 2654435761U >> 8 & (d->room - 1);
    while (d->slots[i].name && d->slots[i].name != name)
        i = (i + 1) & (d->room - 1);
    return &d->slots[i];
}

static void grow(struct definitions *d)
{
    struct defined *old = d->slots;
    size_t n = d->room;
    d->room = n ? 2 * n : 64;
    d->slots = xmalloc(d->room * sizeof *d->slots);
    memset(d->slots, 0, d->room * sizeof *d->slots);
    for (size_t i = 0; i < n; i++)
        if (old[i].name)
            *slot_of(d, old[i].name) = old[i];
    array_release(old);
}

/* The name's place, a new one if it has none. */
static struct defined *slot_for(struct definitions *d, const char *name)
{
    if (2 * (d->n_names + 1) > d->room)
        grow(d);
    struct defined *slot = slot_of(d, name);
    d->n_names += !slot->name;
    slot->name = name;
    return slot;
}

void definitions_add(struct definitions *d, const char *name, size_t statement, bool value)
{
    slot_for(d, name)->n++;
    *array_push(&d->found) = (struct found){name, {statement, value}};
}

static void make_room(struct definitions *d)
{
    d->by_name = xmalloc((d->found.n + 1) * sizeof *d->by_name);
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
    make_room(d);
    for (size_t i = 0; i < d->found.n; i++)
        place(slot_of(d, d->found.at[i].name), d->found.at[i].definition);
}

struct defined definitions_of(const struct definitions *d, const char *name)
{
    return d->room ? *slot_of(d, name) : (struct defined){0};
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
    array_release(d->by_name);
    array_release(d->slots);
}
