/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table from 64-bit keys to 64-bit values. Most lookups need one probe. */
#ifndef MULTIKRON_STREAM_KEYMAP_H
#define MULTIKRON_STREAM_KEYMAP_H

#include <stddef.h>
#include <stdint.h>

#define KEYMAP_NONE UINT64_MAX /* not a valid key; the value of an absent key */

struct keymap_entry {
    uint64_t key, value;
};
/* All zeroes = empty. */
struct keymap {
    struct keymap_entry *at; /* 1 << bits slots, of which some are always free */
    unsigned bits;           /* 0 = no slots */
    size_t n;                /* number of keys */
};

/* Returns the first slot to probe for a key. */
static inline size_t keymap_slot(uint64_t key, unsigned bits)
{
    return (size_t)(key * UINT64_C(0xff51afd7ed558ccd) >> (64 - bits));
}

/* Returns the value of a key, or KEYMAP_NONE. */
static inline uint64_t keymap_find(const struct keymap *m, uint64_t key)
{
    if (m->bits == 0)
        return KEYMAP_NONE;
    size_t mask = ((size_t)1 << m->bits) - 1, i = keymap_slot(key, m->bits);
    while (m->at[i].key != key && m->at[i].key != KEYMAP_NONE)
        i = (i + 1) & mask;
    return m->at[i].key == key ? m->at[i].value : KEYMAP_NONE;
}

/* Adds a key, which must be absent. */
void keymap_add(struct keymap *m, uint64_t key, uint64_t value);
void keymap_free(struct keymap *m);

#endif
