/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumed of the rings: a request goes round to the owner, which answers after its service time;
 * request and answer together make one full tour of each ring that they use. Only owners answer.
 * To own what it has a copy of, a cell sends an invalidation on one full tour, and to each ring
 * that holds the page. Invalidations take a snooping cell no time. A read's answer updates invalid
 * copies in the frames that it comes by on the asker's ring, behind the owner or the directory that
 * it comes from, unless their local cache is busy then; a poststore goes round its own ring alone,
 * and does the same there. States change when a cell asks, but for
 * those updates: other cells lose a subpage a part of a tour too early. */
#include "lab/machine/transaction.h"

/* The asker's copy goes, from its subcaches too. */
static void invalidate(struct allcache *a, unsigned cell, const struct asked *q)
{
    struct frame *f = local_frame(&a->nodes[cell].local, q->page->page);

    if (frame_state(f, q->index) == STATE_INVALID)
        return;
    frame_set(f, q->index, STATE_INVALID);
    count(a, cell, CELL_INVALIDATED);
    if (cell >= a->n_active)
        return;
    subcache_drop(&a->cells[cell].data, asked_address(q));
    subcache_drop(&a->nodes[cell].instructions, asked_address(q));
}

/* Every copy but the asker's goes. */
static void invalidate_others(struct allcache *a, const struct asked *q)
{
    const struct directory *d = &a->directory;

    for (unsigned c = 0; (c = page_next_holder(d, q->page, c)) < d->cells; c++)
        if (c != q->cell)
            invalidate(a, c, q);
}

/* A packet goes by that cell at t; it leaves now. */
static void update(struct allcache *a, unsigned cell, const struct asked *q, uint64_t t,
                   uint64_t now)
{
    struct node *n = &a->nodes[cell];
    struct frame *f = local_frame(&n->local, q->page->page);

    if (frame_state(f, q->index) != STATE_INVALID || n->busy_until > t)
        return;
    n->busy_until = t + cost(a, PARAMETER_UPDATE);
    frame_set(f, q->index, STATE_COPY);
    arrivals_add(n, q->subpage, t + a->rings[ring_of(cell)].packet, false, now);
    count(a, cell, CELL_UPDATED);
}

/* Whether there may be copies of the subpage beside its owner's. */
static bool is_shared(const struct allcache *a, const struct asked *q)
{
    unsigned owner = q->page->subpages[q->index].owner;
    const struct frame *f =
        owner == NO_CELL ? NULL : local_frame(&a->nodes[owner].local, q->page->page);

    return f != NULL && frame_state(f, q->index) == STATE_NONEXCLUSIVE;
}

void protocol_update_path(struct allcache *a, unsigned ring, unsigned from, unsigned hops,
                          const struct asked *q, uint64_t t)
{
    const struct ring *r = &a->rings[ring];

    if (!is_shared(a, q))
        return;
    for (unsigned i = 1; i < hops; i++) {
        unsigned station = (from + i) % r->stations, cell = ring * RING_CELLS + station;
        if (station < RING_CELLS && page_held_by(q->page, cell))
            update(a, cell, q, t + i * r->hop, t);
    }
}

/* The cell becomes the only one that has the subpage. */
static void take(struct allcache *a, const struct asked *q, struct frame *f)
{
    invalidate_others(a, q);
    frame_set(f, q->index, STATE_EXCLUSIVE);
    q->page->subpages[q->index].owner = (uint16_t)q->cell;
    if (q->cell < a->n_active)
        subcache_set_writable(&a->cells[q->cell].data, asked_address(q), true);
}

/* The owner has one that reads beside it. */
static void share(struct allcache *a, const struct asked *q)
{
    unsigned owner = q->page->subpages[q->index].owner;

    frame_set(local_frame(&a->nodes[owner].local, q->page->page), q->index, STATE_NONEXCLUSIVE);
    if (owner < a->n_active)
        subcache_set_writable(&a->cells[owner].data, asked_address(q), false);
}

static bool held_elsewhere(const struct allcache *a, const struct asked *q)
{
    const struct directory *d = &a->directory;
    unsigned home = ring_of(q->cell);

    return page_next_holder(d, q->page, 0) < home * RING_CELLS ||
           page_next_holder(d, q->page, (home + 1) * RING_CELLS) < d->cells;
}

/* The way of the invalidation that makes a cell with a copy the only one. */
static void claim_way(struct allcache *a, struct transaction *x)
{
    unsigned ring = ring_of(x->q.cell), station = station_of(x->q.cell);

    if (!held_elsewhere(a, &x->q)) {
        transaction_leg(a, x, ring, station, station);
    } else {
        transaction_leg(a, x, ring, station, RING_DIRECTORY);
        transaction_wait(x, cost(a, PARAMETER_CROSS));
        transaction_tours(x);
        transaction_wait(x, cost(a, PARAMETER_CROSS));
        transaction_leg(a, x, ring, RING_DIRECTORY, station);
    }
    transaction_wait(x, a->rings[ring].header);
}

/* The way of a request to the owner, its service, its answer. */
static void fetch_way(struct allcache *a, struct transaction *x, bool updates, uint64_t length)
{
    unsigned cell = x->q.cell;

    transaction_go(a, x, cell, x->owner, false);
    transaction_serve(x);
    transaction_go(a, x, x->owner, cell, updates);
    transaction_wait(x, length);
}

/* A transaction whose first leg lets the cell find out that it has to ask. */
static struct transaction *begin(struct allcache *a, const struct asked *q, enum purpose purpose,
                                 const struct request *r, uint64_t t)
{
    struct transaction *x = transaction_new(a, q, q->page->ready > t ? q->page->ready : t);

    count(a, q->cell, CELL_RING_REQUESTS);
    x->purpose = purpose;
    if (r != NULL)
        x->request = *r;
    x->owner = q->page->subpages[q->index].owner;
    x->needs = q->page->subpages[q->index].taken;
    transaction_wait(x, cost(a, PARAMETER_DIRECTORY));
    x->again = 1;
    return x;
}

/* Over the ring. */
static void bring(struct allcache *a, struct frame *f, bool own, struct transaction *x)
{
    const struct asked *q = &x->q;

    if (frame_state(f, q->index) != STATE_INVALID)
        claim_way(a, x);
    else
        fetch_way(a, x, !own, a->rings[ring_of(q->cell)].packet);
    if (own) {
        take(a, q, f);
        x->takes = ++q->page->subpages[q->index].taken;
    } else {
        share(a, q);
        frame_set(f, q->index, STATE_COPY);
    }
    transaction_start(a, x);
}

bool protocol_acquire(struct allcache *a, const struct asked *q, bool own, enum purpose purpose,
                      const struct request *r, uint64_t t, uint64_t *there)
{
    struct node *n = &a->nodes[q->cell];
    struct frame *f = local_frame(&n->local, q->page->page);

    if (f == NULL) {
        t = pages_allocate(a, q, t);
        f = local_frame(&n->local, q->page->page);
    }
    f->used = ++a->accesses;
    enum subpage_state state = frame_state(f, q->index);
    *there = t;
    if (state != STATE_INVALID)
        *there = arrivals_at(n, q->subpage, t);
    if (state == STATE_EXCLUSIVE || (state != STATE_INVALID && !own))
        return true;
    bring(a, f, own, begin(a, q, purpose, r, *there));
    return false;
}

void protocol_refused(struct allcache *a, const struct asked *q, const struct request *r,
                      uint64_t t)
{
    struct transaction *x = begin(a, q, PURPOSE_LOCK, r, t);

    if (x->owner == q->cell || x->owner == NO_CELL)
        x->owner = q->page->subpages[q->index].locked;
    x->needs = 0;
    fetch_way(a, x, false, a->rings[ring_of(q->cell)].header);
    transaction_start(a, x);
}

void protocol_poststore(struct allcache *a, const struct asked *q, uint64_t t)
{
    struct transaction *x = begin(a, q, PURPOSE_POSTSTORE, NULL, t);

    share(a, q);
    transaction_go(a, x, q->cell, q->cell, true);
    transaction_start(a, x);
}
