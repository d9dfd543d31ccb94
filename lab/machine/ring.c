/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/ring.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

void ring_open(struct ring *r, const struct parameters *p, uint64_t hop)
{
    uint64_t bytes = (uint64_t)p->at[PARAMETER_DATA_BYTES];
    uint64_t header = (uint64_t)p->at[PARAMETER_HEADER_BYTES];

    r->hop = hop;
    r->stations = (unsigned)parameter_whole(p, PARAMETER_STATIONS);
    r->subrings = (unsigned)parameter_whole(p, PARAMETER_SUBRINGS);
    r->tour = r->stations * hop;
    r->header = header * THOUSANDTHS / (uint64_t)p->at[PARAMETER_HEADER_RATE];
    r->packet =
        r->header + bytes * THOUSANDTHS * r->subrings / (uint64_t)p->at[PARAMETER_RING_RATE];
    r->slots = r->packet > r->tour ? 1 : (unsigned)(r->tour / r->packet);
    size_t n = (size_t)r->subrings * r->slots;
    r->empty_from = xmalloc(n * sizeof *r->empty_from);
    memset(r->empty_from, 0, n * sizeof *r->empty_from);
}

void ring_close(struct ring *r)
{
    free(r->empty_from);
}

unsigned ring_hops(const struct ring *r, unsigned from, unsigned to)
{
    return to > from ? to - from : to + r->stations - from;
}

/* Returns the delay between slot 0 and slot s at station 0. */
static uint64_t slot_phase(const struct ring *r, unsigned s)
{
    return s * r->tour / r->slots;
}

uint64_t ring_next(const struct ring *r, uint64_t subpage, unsigned station, uint64_t t,
                   unsigned *slot)
{
    const uint64_t *empty_from = &r->empty_from[subpage % r->subrings * r->slots];
    uint64_t phase = (t + r->tour - station * r->hop % r->tour) % r->tour;
    uint64_t turn = t - phase; /* slot 0 passes this station at turn, and once per tour */
    unsigned s = 0;

    while (s < r->slots && slot_phase(r, s) < phase)
        s++;
    for (;; s++) {
        if (s == r->slots) {
            s = 0;
            turn += r->tour;
        }
        if (turn + slot_phase(r, s) >= empty_from[s])
            break;
    }
    *slot = s;
    return turn + slot_phase(r, s);
}

void ring_put(struct ring *r, uint64_t subpage, unsigned slot, unsigned hops, uint64_t t)
{
    r->empty_from[subpage % r->subrings * r->slots + slot] = t + hops * r->hop;
}
