/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "multikron/keys.h"

#include <stdlib.h>

static struct key_slot *free_slot(struct keys *t, uint64_t key)
{
    size_t i = hash_word(0, key) & (t->room - 1);
    while (t->slots[i].place != KEYS_NONE)
        i = (i + 1) & (t->room - 1);
    return &t->slots[i];
}

static void widen(struct keys *t)
{
    struct keys old = *t;
    t->room = old.room ? 2 * old.room : 64;
    t->slots = xmalloc(t->room * sizeof *t->slots);
    for (size_t i = 0; i < t->room; i++)
        t->slots[i].place = KEYS_NONE;
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].place != KEYS_NONE)
            *free_slot(t, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

struct key_slot *keys_more(struct keys *t, uint64_t key)
{
    if (2 * t->n >= t->room)
        widen(t);
    struct key_slot *s = free_slot(t, key);
    s->key = key;
    t->n++;
    return s;
}

void keys_free(struct keys *t)
{
    free(t->slots);
    *t = (struct keys){0};
}
