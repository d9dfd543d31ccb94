/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table from 64-bit keys to places in a list of one's own. */
#ifndef MULTIKRON_KEYS_H
#define MULTIKRON_KEYS_H

#include "base/names.h"

struct key_slot {
    uint64_t key;
    uint32_t place; /* KEYS_NONE = this slot is free */
};
#define KEYS_NONE UINT32_MAX
struct keys {
    struct key_slot *slots; /* open addressing, room is a power of two */
    size_t n, room;
};

/* An empty table is all zeroes. */

/* Slot of the key, which a free one is given to with place KEYS_NONE: then set its place before
 * the next call. */
struct key_slot *keys_more(struct keys *t, uint64_t key);
static inline struct key_slot *keys_slot(struct keys *t, uint64_t key)
{
    for (size_t i = t->room ? hash_word(0, key) & (t->room - 1) : 0; i < t->room;
         i = (i + 1) & (t->room - 1)) {
        if (t->slots[i].key == key && t->slots[i].place != KEYS_NONE)
            return &t->slots[i];
        if (t->slots[i].place == KEYS_NONE)
            break;
    }
    return keys_more(t, key);
}
void keys_free(struct keys *t);

#endif
