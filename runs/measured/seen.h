/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: a hash table of what an import has already processed. Keys are pairs of words:
 * addresses of interned names, or row ids. */
#ifndef RUNS_SEEN_H
#define RUNS_SEEN_H

#include <stddef.h>
#include <stdint.h>

struct seen {
    uintptr_t a, b; /* key; a is not 0 */
    long id;        /* 0 in a new entry */
    long last;      /* free for use by the caller */
};
struct seen_table {
    struct seen *at; /* open addressing; room is a power of two */
    size_t n, room;
};

/* Returns the entry of a key, which is created if necessary; valid until the next call. An empty
 * table is all zeroes. */
struct seen *seen_of(struct seen_table *t, uintptr_t a, uintptr_t b);
void seen_free(struct seen_table *t);

#endif
