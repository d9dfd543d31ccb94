/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumptions on locks (no source confirms them): a locked subpage can be accessed only by its
 * cell. Loads and stores of others wait as gsp.wt does, prefetches of others are dropped; gsp.nwt
 * asks the owner and is refused. A release wakes, in the order of their requests, the waiting loads
 * and stores up to the first gsp.wt, for which the lock is reserved. The cost of the transfer is
 * that of the waiting cells' requests over the ring. */
#include "lab/machine/protocol.h"

static struct subpage *subpage_of(const struct subpage_request *q)
{
    return &q->page->subpages[q->index];
}

bool lock_is_held(const struct subpage_request *q)
{
    return subpage_of(q)->locked != NO_CELL && subpage_of(q)->locked != q->cell;
}

void lock_wait(struct allcache *a, const struct subpage_request *q, bool lock)
{
    *array_push(&a->waiters) =
        (struct waiter){.cell = q->cell, .subpage = q->subpage, .lock = lock};
}

/* Wakes a cell at the releasing cell's clock; it repeats its request. */
static void wake_cell(struct allcache *a, unsigned cell, uint64_t clock)
{
    struct cell *c = &a->cells[cell];

    if (clock > c->clock) {
        c->counts[CELL_LOCK_WAITS] += clock - c->clock;
        c->counts[CELL_STALLS] += clock - c->clock;
        c->clock = clock;
    }
    *array_push(&a->released) = (struct released){.cell = cell};
}

void lock_release(struct allcache *a, const struct subpage_request *q)
{
    struct subpage *s = subpage_of(q);
    uint64_t clock = a->cells[q->cell].clock;
    size_t kept = 0;
    bool promised = false;

    s->locked = NO_CELL;
    for (size_t i = 0; i < a->waiters.n; i++) {
        struct waiter w = a->waiters.at[i];
        if (promised || w.subpage != q->subpage) {
            a->waiters.at[kept++] = w;
            continue;
        }
        promised = w.lock;
        wake_cell(a, w.cell, clock);
        if (promised)
            s->locked = (uint16_t)w.cell;
    }
    s->promised = promised;
    a->waiters.n = kept;
}
