/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumed of locks (nobody could confirm it): a locked subpage is its cell's alone: loads and
 * stores of others wait as gsp.wt does, prefetches of others are dropped; gsp.nwt asks the owner
 * and is refused. A release lets go on, in the order in which they asked, the loads and stores
 * that wait, up to the first gsp.wt, which is promised the lock. That the waiting cells then ask
 * over the ring is what the hand-over costs. */
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

/* The cell asks again, at the clock of the one that released. */
static void let_go_on(struct allcache *a, unsigned cell, uint64_t clock)
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
        let_go_on(a, w.cell, clock);
        if (promised)
            s->locked = (uint16_t)w.cell;
    }
    s->promised = promised;
    a->waiters.n = kept;
}
