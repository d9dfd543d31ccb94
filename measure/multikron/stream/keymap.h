/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A value for each of many keys, found at one look mostly. */
#ifndef MULTIKRON_STREAM_KEYMAP_H
#define MULTIKRON_STREAM_KEYMAP_H

#include <stddef.h>
#include <stdint.h>

#define KEYMAP_NONE UINT64_MAX /* no key, and the value of a key that is not there */

struct keymap_entry {
    uint64_t key, value;
};
/* Empty: all zeroes. */
struct keymap {
    struct keymap_entry *at; /* 1 << bits places, always some free */
    unsigned bits;           /* 0 = no places yet */
    size_t n;                /* keys */
};

static inline size_t keymap_place(uint64_t key, unsigned bits)
{
    return (size_t)(key * UINT64_C(0xff51afd7ed558ccd) >> (64 - bits));
}

/* Value of the key, KEYMAP_NONE = it has none. */
static inline uint64_t keymap_find(const struct keymap *m, uint64_t key)
{
    if (m->bits == 0)
        return KEYMAP_NONE;
    size_t mask = ((size_t)1 << m->bits) - 1, i = keymap_place(key, m->bits);
    while (m->at[i].key != key && m->at[i].key != KEYMAP_NONE)
        i = (i + 1) & mask;
    return m->at[i].key == key ? m->at[i].value : KEYMAP_NONE;
}

/* Gives the key, which has none, a value. */
void keymap_add(struct keymap *m, uint64_t key, uint64_t value);
void keymap_free(struct keymap *m);

#endif
