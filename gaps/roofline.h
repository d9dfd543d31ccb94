/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a roofline chart needs: a loop's essential flops for each byte that it
 * loads or stores, and the roofs that the machine description gives. Caches
 * have no roof, for a description gives them no bandwidth. */
#ifndef GAPS_ROOFLINE_H
#define GAPS_ROOFLINE_H

#include "gaps/gaps.h"

struct gap_roofs {
    struct quantity flops; /* a cycle at peak, for elements of 8 bytes (peak.8) */
    struct quantity bytes; /* a cycle: the best mix of loads and stores that the slots or ports
                              take, each of the widest load */
};
/* Of one processor of the run's machine. Missing where no loop has a machine description; reasons
 * live in a. */
struct gap_roofs gap_roofs(const struct gaps *g, struct arena *a, const struct gap_run *run);

/* Bytes an iteration of its essential loads and stores: their number times the
 * size of the loop's commonest element, or of the widest load where that is
 * less, for wider ones count several times. > 0 or missing. */
struct quantity gap_bytes(const struct gaps *g, const struct gap_run *run,
                          const struct gap_loop *loop);

#endif
