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
    r->taken = xmalloc(n * sizeof *r->taken);
    memset(r->taken, 0, n * sizeof *r->taken);
}

void ring_close(struct ring *r)
{
    for (size_t i = 0; i < (size_t)r->subrings * r->slots; i++)
        calendar_free(&r->taken[i]);
    free(r->taken);
}

unsigned ring_hops(const struct ring *r, unsigned from, unsigned to)
{
    return to > from ? to - from : to + r->stations - from;
}

/* Slot s begins to pass station 0 that long after slot 0 does. */
static uint64_t slot_phase(const struct ring *r, unsigned s)
{
    return s * r->tour / r->slots;
}

uint64_t ring_send(struct ring *r, uint64_t subpage, unsigned from, unsigned hops, uint64_t t)
{
    struct calendar *taken = &r->taken[subpage % r->subrings * r->slots];
    uint64_t length = hops * r->hop;
    uint64_t phase = (t + r->tour - from * r->hop % r->tour) % r->tour;
    uint64_t turn = t - phase; /* slot 0 passes this station then or a tour later */
    unsigned s = 0;

    while (s < r->slots && slot_phase(r, s) < phase)
        s++;
    for (;; s++) {
        if (s == r->slots) {
            s = 0;
            turn += r->tour;
        }
        uint64_t leaves = turn + slot_phase(r, s);
        if (calendar_is_free(&taken[s], leaves, length)) {
            calendar_take(&taken[s], leaves, length);
            return leaves;
        }
    }
}

void ring_forget(struct ring *r, uint64_t before)
{
    for (size_t i = 0; i < (size_t)r->subrings * r->slots; i++)
        calendar_forget(&r->taken[i], before);
}
