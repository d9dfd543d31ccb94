/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slotted ring, or several side by side that subpages are spread over by turns.
 * Assumed: stations at equal distances; on each subring as many slots as packets fit into a tour,
 * at equal distances, which never stop; a packet takes the first slot that comes by empty, and
 * whoever takes one out leaves the slot empty at once; nobody is preferred. Requests, answers,
 * invalidations: each is one packet in one slot, whether it has data or not. */
#ifndef LAB_MACHINE_RING_H
#define LAB_MACHINE_RING_H

#include "lab/machine/parameters.h"

/* Times in thousandths of clocks. */
struct ring {
    uint64_t hop, tour;
    uint64_t header, packet; /* until a header, a whole packet has gone by */
    unsigned stations, subrings, slots;
    uint64_t *empty_from; /* of slot s of subring r: [r * slots + s] */
};

/* hop: from a station to the next. */
void ring_open(struct ring *r, const struct parameters *p, uint64_t hop);
void ring_close(struct ring *r);
/* Stations from one to another; to itself: all round. */
unsigned ring_hops(const struct ring *r, unsigned from, unsigned to);
/* When the first slot that will be empty, as things are, comes by that station, at t or later. */
uint64_t ring_next(const struct ring *r, uint64_t subpage, unsigned station, uint64_t t,
                   unsigned *slot);
/* Puts a packet into the slot that comes by empty at t. It is there hops * hop later, with its
 * header. */
void ring_put(struct ring *r, uint64_t subpage, unsigned slot, unsigned hops, uint64_t t);

#endif
