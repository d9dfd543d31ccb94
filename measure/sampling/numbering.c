/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/numbering.h"

#include "base/names.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static bool has_key(const struct numbering *n, uint32_t number, const uint64_t *key)
{
    return memcmp(n->keys.at + number * n->words, key, n->words * sizeof *key) == 0;
}

/* Returns the slot of the key, or the free slot where it belongs. */
static uint32_t *find_slot(const struct numbering *n, const uint64_t *key)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < n->words; i++)
        hash = hash_word(hash, key[i]);
    size_t i = (size_t)(hash >> 16) & (n->n_slots - 1);
    while (n->slots[i] && !has_key(n, n->slots[i] - 1, key))
        i = (i + 1) & (n->n_slots - 1);
    return &n->slots[i];
}

static void resize_slots(struct numbering *n, size_t n_slots)
{
    free(n->slots);
    n->n_slots = n_slots;
    n->slots = xmalloc(n_slots * sizeof *n->slots);
    memset(n->slots, 0, n_slots * sizeof *n->slots);
    for (size_t i = 0; i < numbering_count(n); i++)
        *find_slot(n, n->keys.at + i * n->words) = (uint32_t)i + 1;
}

uint32_t numbering_find(const struct numbering *n, const uint64_t *key)
{
    return n->n_slots ? *find_slot(n, key) - 1 : UINT32_MAX;
}

uint32_t numbering_add(struct numbering *n, const uint64_t *key)
{
    if (2 * (numbering_count(n) + 1) > n->n_slots)
        resize_slots(n, n->n_slots ? 2 * n->n_slots : FIRST_SLOTS);
    uint32_t *slot = find_slot(n, key);
    if (!*slot) {
        array_reserve(&n->keys, n->words);
        memcpy(n->keys.at + n->keys.n, key, n->words * sizeof *key);
        n->keys.n += n->words;
        *slot = (uint32_t)numbering_count(n);
    }
    return *slot - 1;
}

void numbering_free(struct numbering *n)
{
    array_free(&n->keys);
    free(n->slots);
    *n = (struct numbering){.words = n->words};
}
