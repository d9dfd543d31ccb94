/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

uint32_t hash_bytes(const char *s, size_t n)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h;
}

static size_t slot_for(const struct name_slot *slots, size_t room, const char *s, size_t n,
                       uint32_t hash)
{
    size_t i = hash & (room - 1);
    while (slots[i].text && !(slots[i].hash == hash && strncmp(slots[i].text, s, n) == 0 &&
                              slots[i].text[n] == '\0'))
        i = (i + 1) & (room - 1);
    return i;
}

static void grow(struct names *t)
{
    size_t room = t->room ? t->room * 2 : 64;
    struct name_slot *slots = xmalloc(room * sizeof *slots);
    memset(slots, 0, room * sizeof *slots);
    for (size_t i = 0; i < t->room; i++) {
        const struct name_slot *old = &t->slots[i];
        if (old->text)
            slots[slot_for(slots, room, old->text, strlen(old->text), old->hash)] = *old;
    }
    free(t->slots);
    t->slots = slots;
    t->room = room;
}

const char *name_of(struct names *t, const char *s, size_t n)
{
    if (t->n * 2 >= t->room)
        grow(t);
    uint32_t hash = hash_bytes(s, n);
    struct name_slot *slot = &t->slots[slot_for(t->slots, t->room, s, n, hash)];
    if (!slot->text) {
        *slot = (struct name_slot){arena_strndup(&t->arena, s, n), hash};
        t->n++;
    }
    return slot->text;
}

const char *name_of_folded(struct names *t, const char *s, size_t n)
{
    char small[64] = "", *low = n <= sizeof small ? small : xmalloc(n);
    for (size_t i = 0; i < n; i++)
        low[i] = (char)tolower((unsigned char)s[i]);
    const char *name = name_of(t, low, n);
    if (low != small)
        free(low);
    return name;
}

const char *name_find(const struct names *t, const char *s, size_t n)
{
    return t->room ? t->slots[slot_for(t->slots, t->room, s, n, hash_bytes(s, n))].text : NULL;
}

void names_free(struct names *t)
{
    free(t->slots);
    arena_free(&t->arena);
    *t = (struct names){0};
}
