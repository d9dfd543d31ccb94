/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: what an import has met before, by two words: interned names, numbers of rows. */
#ifndef RUNS_SEEN_H
#define RUNS_SEEN_H

#include <stddef.h>
#include <stdint.h>

struct seen {
    uintptr_t a, b; /* a is not 0 */
    long id;        /* 0 in one that is new */
    long last;      /* for whoever asks */
};
struct seen_table {
    struct seen *at; /* open addressing, room is a power of two */
    size_t n, room;
};

/* The place of these two, made where there is none; good until the next call. An empty table is
 * all zeroes. */
struct seen *seen_of(struct seen_table *t, uintptr_t a, uintptr_t b);
void seen_free(struct seen_table *t);

#endif
