/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traffic of an innermost loop through a cache that software controls: reference windows (section
 * 6.1) are assigned to the cache, smallest first, while they fit.
 *
 * A window belongs to a pair of references: the data that the first has accessed, and whose
 * elements or lines the second will access. While the window is cached, the second reference hits.
 * Its size follows from the distance of the pair in the nest, the trip counts of the inner loops,
 * and the strides. Nothing else occupies the cache; associativity and replacement are not modelled,
 * so the misses are a lower bound. The cache is empty at the start of the nest; a loop with unknown
 * trip count is assumed to be long. */
#ifndef BOUNDS_TRAFFIC_H
#define BOUNDS_TRAFFIC_H

#include "facts/facts.h"
#include "machines/machine.h"

struct cache_level {
    const char *name;
    double bytes;      /* capacity available to a program */
    double line_bytes; /* unit of transfer; 1 = the element */
};

enum window_state {
    WINDOW_HELD,
    WINDOW_NO_ROOM,  /* it would save misses, but does not fit */
    WINDOW_REPLACED, /* by a larger window of the same reference */
    WINDOW_USELESS,  /* other windows save the same misses */
};
struct window {
    int from, to; /* indices of sweeps: `to` accesses again what `from` accessed */
    int level;    /* loop that carries it; n_levels = the same iteration */
    long distance[MOVEMENT_LEVELS]; /* iterations of each loop; 0 outside the level */
    double apart;                   /* bytes between the two elements; 0 = the same element */
    double bytes;                   /* of whole lines */
    double saves; /* misses per iteration, when it was or could have been cached */
    enum window_state state;
};

/* Per iteration, means over the nest. An access is a load or store of a reference. A store miss
 * reads the line first (write-allocate); a modified line is written back once. */
struct traffic {
    struct cache_level cache;
    struct quantity hits, misses;  /* accesses */
    struct quantity read, written; /* bytes from and to the next level */
    struct quantity moved;         /* sum of both */
    struct quantity working_set;   /* bytes of the cached windows */
    const char *condition;         /* windows that fit, and that do not */
    struct window *windows;        /* relevant windows: cached, or too large */
    size_t n_windows;
};

/* Stores the caches of a machine in `of`, which has MACHINE_CACHES elements. Returns their number.
 */
int cache_levels(const struct machine *m, struct cache_level *of);
/* Computes the traffic. Requires l->movement. The result is in a. */
struct traffic traffic_find(struct arena *a, const struct source_loop *l,
                            const struct cache_level *cache);
/* The same of a list of references. refs: those that the members `ref` number, for the names of
 * arrays; NULL = they have no names. */
struct traffic traffic_of_movement(struct arena *a, const struct movement *m,
                                   const struct reference *refs, const struct cache_level *cache);

#endif
