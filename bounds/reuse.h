/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The estimated traffic of a loop by its recorded reuse distances, as in caches that replace the
 * least recently used line and have no conflicts. */
#ifndef BOUNDS_REUSE_H
#define BOUNDS_REUSE_H

#include "facts/data.h"
#include "machines/machine.h"

/* Per pass: lines that come from a level of the machine or farther. */
struct reuse_level {
    const char *name;
    double nearer;                 /* capacity of the nearer levels together, bytes */
    struct quantity loads, stores; /* accesses of loads and of stores whose line comes from there */
    struct quantity bytes;         /* of these lines; a store reads its line */
};

/* Lines per pass that are not in a cache, by the first access after each of them was replaced. */
struct reuse_missed {
    double loads, stores;
    double written; /* of the lines, those that are then modified in the cache */
};
/* Returns the accesses beyond a capacity; zeros if reuse_unknown() gives a reason. */
struct reuse_missed reuse_beyond(const struct reuse *r, double bytes);
/* Returns why the accesses beyond a capacity are unknown; NULL = they are known. */
const char *reuse_unknown(struct arena *a, const struct reuse *r, double bytes);

/* Computes the traffic from each level but the first cache, nearest first. at has room for
 * MACHINE_LEVELS. Returns the number of levels. Within a range of distances, accesses are
 * distributed evenly. A level is missing if distances above the capacity of the nearer levels
 * cannot be known: the recorded intervals accessed less data. */
int reuse_levels(struct arena *a, const struct machine *m, const struct reuse *r,
                 struct reuse_level *at);

#endif
