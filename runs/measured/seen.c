/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/measured/seen.h"

#include "base/array.h"
#include "base/names.h"

#include <string.h>

static struct seen *find_slot(struct seen *at, size_t room, uintptr_t a, uintptr_t b)
{
    size_t i = (size_t)hash_word(hash_word(0, a), b) & (room - 1);
    while (at[i].a && (at[i].a != a || at[i].b != b))
        i = (i + 1) & (room - 1);
    return &at[i];
}

static void grow_table(struct seen_table *t)
{
    size_t room = t->room ? 2 * t->room : 256;
    struct seen *at = xmalloc(room * sizeof *at);
    memset(at, 0, room * sizeof *at);
    for (size_t i = 0; i < t->room; i++)
        if (t->at[i].a)
            *find_slot(at, room, t->at[i].a, t->at[i].b) = t->at[i];
    array_release(t->at);
    t->at = at;
    t->room = room;
}

struct seen *seen_of(struct seen_table *t, uintptr_t a, uintptr_t b)
{
    if (2 * t->n >= t->room)
        grow_table(t);
    struct seen *p = find_slot(t->at, t->room, a, b);
    if (!p->a) {
        *p = (struct seen){.a = a, .b = b};
        t->n++;
    }
    return p;
}

void seen_free(struct seen_table *t)
{
    array_release(t->at);
    *t = (struct seen_table){0};
}
