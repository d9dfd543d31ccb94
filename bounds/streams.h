/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams of a loop, and strides that use few sets of a cache. */
#ifndef BOUNDS_STREAMS_H
#define BOUNDS_STREAMS_H

#include "facts/facts.h"
#include "machines/machine.h"

#include <stdio.h>

/* References of a group that are less than STREAM_APART bytes from each other are one stream. */
enum { STREAM_APART = 4096 };
struct stream_numbers {
    int loaded, stored; /* streams that are only loaded, and the others */
};
/* Counts the streams that advance in the innermost loop. References without a known stride there
 * are no streams. */
struct stream_numbers streams_count(const struct movement *m);

/* The lines of a reference in one execution of the innermost loop. */
struct set_use {
    double lines;      /* accessed */
    double sets, held; /* sets that they belong to, and lines that these can hold */
    double of;         /* sets of the cache */
};
/* Sets *use and returns true if a reference accesses more lines than their sets can hold, although
 * the cache has enough space. Only for caches whose sets follow from virtual addresses: at most
 * 4096 bytes a way. */
bool conflicts_find(const struct machine_cache *c, const struct movement *m, size_t i,
                    struct set_use *use);
/* Prints both, a line each. */
void streams_print(FILE *out, const struct machine *m, const struct movement *nest);

#endif
