/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static uint64_t word_of(const char *s, size_t n)
{
    uint64_t word = 0;
    memcpy(&word, s, n);
    return word;
}

/* Returns the n < 8 bytes at s as a number that is unique among strings of the same length. */
static uint64_t short_word(const char *s, size_t n)
{
    if (n >= 4)
        return word_of(s, 4) << 32 | word_of(s + n - 4, 4);
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++)
        word = word << 8 | (unsigned char)s[i];
    return word;
}

/* Hashes eight bytes at a time. The product moves each byte to the upper half, the shift moves the
 * upper half down. */
static inline uint32_t hash_of(const char *s, size_t n)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u; /* 2^64 / the golden ratio */
    uint64_t h = n * odd;
    for (; n >= 8; s += 8, n -= 8) {
        h = (h ^ word_of(s, 8)) * odd;
        h ^= h >> 32;
    }
    h = (h ^ short_word(s, n)) * odd;
    h = (h ^ h >> 32) * odd;
    return (uint32_t)(h >> 32);
}

uint32_t hash_bytes(const char *s, size_t n)
{
    return hash_of(s, n);
}

static inline size_t slot_for(const struct name_slot *slots, size_t room, const char *s, size_t n,
                              uint32_t hash)
{
    size_t i = hash & (room - 1);
    while (slots[i].text &&
           !(slots[i].hash == hash && slots[i].n == n && memcmp(slots[i].text, s, n) == 0))
        i = (i + 1) & (room - 1);
    return i;
}

/* Returns a free slot for a name that is not in the table. */
static size_t free_slot(const struct name_slot *slots, size_t room, uint32_t hash)
{
    size_t i = hash & (room - 1);
    while (slots[i].text)
        i = (i + 1) & (room - 1);
    return i;
}

static void grow_table(struct names *t)
{
    size_t room = t->room ? t->room * 2 : 64;
    struct name_slot *slots = xmalloc(room * sizeof *slots);
    memset(slots, 0, room * sizeof *slots);
    for (size_t i = 0; i < t->room; i++) {
        const struct name_slot *old = &t->slots[i];
        if (old->text)
            slots[free_slot(slots, room, old->hash)] = *old;
    }
    free(t->slots);
    t->slots = slots;
    t->room = room;
}

const char *name_of(struct names *t, const char *s, size_t n)
{
    if (t->n * 2 >= t->room)
        grow_table(t);
    uint32_t hash = hash_of(s, n);
    struct name_slot *slot = &t->slots[slot_for(t->slots, t->room, s, n, hash)];
    if (!slot->text) {
        *slot = (struct name_slot){arena_strndup(&t->arena, s, n), n, hash};
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
    return t->room ? t->slots[slot_for(t->slots, t->room, s, n, hash_of(s, n))].text : NULL;
}

void names_free(struct names *t)
{
    free(t->slots);
    arena_free(&t->arena);
    *t = (struct names){0};
}
