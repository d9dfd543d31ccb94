/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of a roofline chart: essential bytes of a loop, and the roofs of the machine file.
 * Caches and the memory have roofs if the data accesses of a loop were recorded. */
#ifndef GAPS_ROOFLINE_H
#define GAPS_ROOFLINE_H

#include "gaps/gaps.h"

struct gap_roofs {
    struct quantity flops; /* per cycle at peak, for elements of 8 bytes (peak.8) */
    struct quantity bytes; /* per cycle: the best mix of loads and stores for the slots or ports,
                              each of the widest load */
};
/* A level in the data bound of a loop. */
struct gap_level_roof {
    const char *name;
    double rate;  /* greatest rate into one core, bytes per cycle */
    double bytes; /* that an iteration needs at least from it; 0 = none */
};
/* Returns level i, from 0, of the data bound of a loop, in *to; false if there are fewer, or the
 * rate is unknown. */
bool gap_level_roof(const struct gap_loop *loop, int i, struct gap_level_roof *to);
/* Returns their number. */
int gap_level_roofs(const struct gap_loop *loop);

/* Returns the roofs of one processor of the machine of the run. Missing if no loop has a machine
 * description; reasons are allocated in a. */
struct gap_roofs gap_roofs(const struct gaps *g, struct arena *a, const struct gap_run *run);

/* Returns the bytes per iteration of the essential loads and stores: their number times the size of
 * the most frequent element. At most the widest load is used, because wider elements count several
 * times. > 0 or missing. */
struct quantity gap_bytes(const struct gaps *g, const struct gap_run *run,
                          const struct gap_loop *loop);

#endif
