/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an innermost loop moves through a cache that software governs: reference
 * windows (section 6.1) are put into the cache, smallest first, while they fit.
 *
 * A window belongs to a pair of references: what the first has touched and the
 * second will touch again, or touch the line of, waits there. While it is held
 * the second hits. Its size follows from the distance of the pair in the nest,
 * the trips of the loops inside, and the strides. Nothing else takes room:
 * associativity and replacement are left out, so the misses are a lower bound.
 * The cache is empty when the nest begins; a loop whose trips are not known is
 * taken for long. */
#ifndef BOUNDS_TRAFFIC_H
#define BOUNDS_TRAFFIC_H

#include "facts/facts.h"
#include "machines/machine.h"

struct cache_level {
    const char *name;
    double bytes;      /* what a program may fill */
    double line_bytes; /* unit of transfer; 1 = the element */
};

enum window_state {
    WINDOW_HELD,
    WINDOW_NO_ROOM,  /* it would save misses */
    WINDOW_REPLACED, /* by a larger one of the same reference */
    WINDOW_USELESS,  /* others save the same misses */
};
struct window {
    int from, to;                   /* indices of sweeps: to touches again what from touched */
    int level;                      /* loop that carries it; n_levels = the same iteration */
    long distance[MOVEMENT_LEVELS]; /* iterations of each loop; outside of the level 0 */
    double apart;                   /* bytes between the two elements; 0 = the same element */
    double bytes;                   /* of whole lines */
    double saves; /* misses per iteration, when it was put in or could have been */
    enum window_state state;
};

/* Per iteration, means over the nest. An access is a load or store of a
 * reference; a miss that a store makes reads the line first (write-allocate),
 * and a line that was stored to is written back once. */
struct traffic {
    struct cache_level cache;
    struct quantity hits, misses;  /* accesses */
    struct quantity read, written; /* bytes from and to the level behind */
    struct quantity moved;         /* both */
    struct quantity working_set;   /* bytes of the windows held */
    const char *condition;         /* which windows fit, which do not */
    struct window *windows;        /* those that matter: held, or without room */
    size_t n_windows;
};

/* The caches of a machine; returns how many. of has MACHINE_CACHES places. */
int cache_levels(const struct machine *m, struct cache_level *of);
/* Requires l->movement. Everything that is made lives in a. */
struct traffic traffic_find(struct arena *a, const struct source_loop *l,
                            const struct cache_level *cache);

#endif
