/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned names: equal text, equal pointer. A table owns its texts. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/arena.h"

#include <stdint.h>

struct name_slot {
    const char *text;
    size_t n; /* its bytes */
    uint32_t hash;
};
struct names {
    struct arena arena;
    struct name_slot *slots; /* open addressing, room is a power of two */
    size_t n, room;
};

/* An empty table is all zeroes. */

/* Returns the only copy of n bytes, 0-terminated; valid as long as the table. */
const char *name_of(struct names *t, const char *s, size_t n);
/* The same in lower case. */
const char *name_of_folded(struct names *t, const char *s, size_t n);
/* Returns the copy; NULL = none. */
const char *name_find(const struct names *t, const char *s, size_t n);
void names_free(struct names *t);
/* Adds a word to a hash of words. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}
/* Returns a 32-bit hash of n bytes. It depends on the byte order, so it must not be stored in
 * files. */
uint32_t hash_bytes(const char *s, size_t n);

#endif
