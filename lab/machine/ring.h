/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slotted ring, or several subrings over which subpages are interleaved.
 * Assumptions: stations are equidistant. Each subring has as many equidistant, moving slots as
 * packets fit into a tour. A packet takes the first empty slot that passes; its receiver empties
 * the slot at once; no station has priority. Each request, response or invalidation is one packet
 * in one slot, with or without data. */
#ifndef LAB_MACHINE_RING_H
#define LAB_MACHINE_RING_H

#include "lab/machine/parameters.h"

/* Times in thousandths of clocks. */
struct ring {
    uint64_t hop, tour;
    uint64_t header, packet; /* time for a header, a whole packet to pass */
    unsigned stations, subrings, slots;
    uint64_t *empty_from; /* of slot s of subring r: [r * slots + s] */
};

/* Initializes a ring. hop: time from one station to the next. */
void ring_open(struct ring *r, const struct parameters *p, uint64_t hop);
void ring_close(struct ring *r);
/* Returns the number of hops between two stations; from a station to itself: a whole tour. */
unsigned ring_hops(const struct ring *r, unsigned from, unsigned to);
/* Returns when the first slot that is empty there passes the station, at t or later. */
uint64_t ring_next(const struct ring *r, uint64_t subpage, unsigned station, uint64_t t,
                   unsigned *slot);
/* Puts a packet into the slot that passes empty at t. Its header arrives hops * hop later. */
void ring_put(struct ring *r, uint64_t subpage, unsigned slot, unsigned hops, uint64_t t);

#endif
