/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reuse distances of a loop (facts/data.h), from the recorded histograms of its references. */
#ifndef HOTSPOTS_REUSE_H
#define HOTSPOTS_REUSE_H

#include "counts/streams.h"
#include "facts/data.h"

/* References of a loop. */
struct reuse_ask {
    const struct stream_run *runs;
    size_t n_runs;
    const struct count_map *map; /* of its unit */
    uint32_t *references;        /* of the map */
    size_t n;
    bool known;    /* the part is known: */
    uint32_t part; /* a pass begins with it, */
    double share;  /* in this share of its executions */
};

/* Sets *to, in a. Threads are added up. Accesses whose distance is larger than all that are known
 * have the distance INFINITY. An instruction that loads and stores counts as a load. */
void find_reuse(struct arena *a, const struct reuse_ask *ask, struct reuse *to);

#endif
