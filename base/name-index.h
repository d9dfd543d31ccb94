/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps interned names to numbers, such as indices of an array. A second number, the owner,
 * distinguishes equal names of several owners; it is 0 for a single owner.
 *     uint32_t *at = name_index_at(&x, name, 0);
 *     if (*at == NAME_INDEX_NONE) { *at = things.n; *array_push(&things) = ...; }
 */
#ifndef BASE_NAME_INDEX_H
#define BASE_NAME_INDEX_H

#include <stddef.h>
#include <stdint.h>

#define NAME_INDEX_NONE UINT32_MAX

struct name_index_slot {
    const char *name; /* NULL = free */
    uint32_t owner, number;
};
struct name_index {
    struct name_index_slot *at; /* open addressing, room a power of two */
    size_t n, room;
};

/* An empty index is all zeroes. */

/* Returns the slot of a name, or the free slot for it; room must not be 0. */
static inline struct name_index_slot *name_index_slot(const struct name_index *x, const char *name,
                                                      uint32_t owner)
{
    uint64_t hash = (((uintptr_t)name >> 3) + owner) * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(hash >> 20) & (x->room - 1);
    while (x->at[i].name && (x->at[i].name != name || x->at[i].owner != owner))
        i = (i + 1) & (x->room - 1);
    return &x->at[i];
}
/* Returns the number of a name of an owner; NAME_INDEX_NONE = none. */
static inline uint32_t name_index_find(const struct name_index *x, const char *name, uint32_t owner)
{
    const struct name_index_slot *slot = x->room ? name_index_slot(x, name, owner) : NULL;
    return slot && slot->name ? slot->number : NAME_INDEX_NONE;
}
/* Returns the address of the number, initially NAME_INDEX_NONE; valid until the next call. */
uint32_t *name_index_at(struct name_index *x, const char *name, uint32_t owner);
void name_index_free(struct name_index *x);

#endif
