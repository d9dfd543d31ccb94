/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers for keys of a few words: each new key gets the next number, from 0. */
#ifndef MEASURE_SAMPLING_NUMBERING_H
#define MEASURE_SAMPLING_NUMBERING_H

#include "base/array.h"

#include <stdint.h>

struct numbering {
    size_t words; /* of a key; the other members are zero in an empty numbering */
    ARRAY(uint64_t) keys;
    uint32_t *slots; /* open addressing: number plus 1, 0 = free */
    size_t n_slots;  /* a power of two */
};

/* Returns the number of the key, which is added if it is new. */
uint32_t numbering_add(struct numbering *n, const uint64_t *key);
/* Returns the number of the key, or UINT32_MAX if it was never added. */
uint32_t numbering_find(const struct numbering *n, const uint64_t *key);
/* Returns how many keys have a number. */
static inline size_t numbering_count(const struct numbering *n)
{
    return n->keys.n / n->words;
}
void numbering_free(struct numbering *n);

#endif
