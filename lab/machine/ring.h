/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slotted ring, or several side by side that subpages are spread over by turns.
 * Assumed: stations at equal distances; on each subring as many slots as packets fit into a tour,
 * at equal distances, which never stop; a packet waits for the first slot that comes by empty and
 * stays empty as far as it has to go; whoever takes a packet out may put one in at once; nobody
 * else is preferred. Requests, answers, invalidations: each is one packet in one slot, whether it
 * has data or not. */
#ifndef LAB_MACHINE_RING_H
#define LAB_MACHINE_RING_H

#include "lab/machine/calendar.h"
#include "lab/machine/parameters.h"

/* Times in thousandths of clocks. */
struct ring {
    uint64_t hop, tour;
    uint64_t header, packet; /* until a header, a whole packet has gone by */
    unsigned stations, subrings, slots;
    struct calendar *taken; /* of slot s of subring r: [r * slots + s] */
};

/* hop: from a station to the next. */
void ring_open(struct ring *r, const struct parameters *p, uint64_t hop);
void ring_close(struct ring *r);
/* Stations from one to another; to itself: all round. */
unsigned ring_hops(const struct ring *r, unsigned from, unsigned to);
/* Sends a packet that wants to leave at t or later: when it leaves. It is there hops * hop later,
 * with its header. */
uint64_t ring_send(struct ring *r, uint64_t subpage, unsigned from, unsigned hops, uint64_t t);
/* Nothing will be sent before that time any more. */
void ring_forget(struct ring *r, uint64_t before);

#endif
