/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumptions on the rings: a request travels to the owner, which responds after its service time;
 * request and response together make one full tour of each ring that they use. Only owners respond.
 * To acquire ownership of a subpage of which it has a copy, a cell sends an invalidation on one
 * full tour of its ring and of each ring that holds the page. Invalidations take no time of a
 * snooping cell. The response to a read updates invalid copies in the frames that it passes on the
 * requester's ring, after the owner or the directory that it comes from, unless their local cache
 * is busy then. A poststore does the same on its own ring only. States change when a cell sends its
 * request, except for those updates: other cells lose a subpage a part of a tour too early. */
#include "lab/machine/transaction.h"

/* Invalidates a cell's copy, also in its subcaches. */
static void invalidate_subpage(struct allcache *a, unsigned cell, const struct subpage_request *q)
{
    struct frame *f = local_frame(&a->nodes[cell].local, q->page->page);

    if (frame_state(f, q->index) == STATE_INVALID)
        return;
    frame_set(f, q->index, STATE_INVALID);
    count(a, cell, CELL_INVALIDATED);
    if (cell >= a->n_active)
        return;
    subcache_drop(&a->cells[cell].data, requested_address(q));
    subcache_drop(&a->nodes[cell].instructions, requested_address(q));
}

/* Invalidates every copy except the requester's. */
static void invalidate_others(struct allcache *a, const struct subpage_request *q)
{
    const struct directory *d = &a->directory;

    for (unsigned c = 0; (c = page_next_holder(d, q->page, c)) < d->cells; c++)
        if (c != q->cell)
            invalidate_subpage(a, c, q);
}

/* Updates an invalid copy of a cell that a packet passes at t; the packet's data leave at `now`. */
static void update_copy(struct allcache *a, unsigned cell, const struct subpage_request *q,
                        uint64_t t, uint64_t now)
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

/* Returns whether copies of the subpage may exist besides its owner's. */
static bool is_shared(const struct allcache *a, const struct subpage_request *q)
{
    unsigned owner = q->page->subpages[q->index].owner;
    const struct frame *f =
        owner == NO_CELL ? NULL : local_frame(&a->nodes[owner].local, q->page->page);

    return f && frame_state(f, q->index) == STATE_NONEXCLUSIVE;
}

void protocol_update_path(struct allcache *a, unsigned ring, unsigned from, unsigned hops,
                          const struct subpage_request *q, uint64_t t)
{
    const struct ring *r = &a->rings[ring];

    if (!is_shared(a, q))
        return;
    for (unsigned i = 1; i < hops; i++) {
        unsigned station = (from + i) % r->stations, cell = ring * RING_CELLS + station;
        if (station < RING_CELLS && page_held_by(q->page, cell))
            update_copy(a, cell, q, t + i * r->hop, t);
    }
}

/* Makes the requester the exclusive owner. */
static void acquire_ownership(struct allcache *a, const struct subpage_request *q, struct frame *f)
{
    invalidate_others(a, q);
    frame_set(f, q->index, STATE_EXCLUSIVE);
    q->page->subpages[q->index].owner = (uint16_t)q->cell;
    if (q->cell < a->n_active)
        subcache_set_writable(&a->cells[q->cell].data, requested_address(q), true);
}

/* Makes the owner nonexclusive. */
static void share_subpage(struct allcache *a, const struct subpage_request *q)
{
    unsigned owner = q->page->subpages[q->index].owner;

    frame_set(local_frame(&a->nodes[owner].local, q->page->page), q->index, STATE_NONEXCLUSIVE);
    if (owner < a->n_active)
        subcache_set_writable(&a->cells[owner].data, requested_address(q), false);
}

static bool held_elsewhere(const struct allcache *a, const struct subpage_request *q)
{
    const struct directory *d = &a->directory;
    unsigned home = ring_of(q->cell);

    return page_next_holder(d, q->page, 0) < home * RING_CELLS ||
           page_next_holder(d, q->page, (home + 1) * RING_CELLS) < d->cells;
}

/* Builds the path of the invalidation by which a cell with a copy acquires ownership. */
static void build_invalidation_path(struct allcache *a, struct transaction *x)
{
    unsigned ring = ring_of(x->q.cell), station = station_of(x->q.cell);

    if (!held_elsewhere(a, &x->q)) {
        transaction_ring_hop(a, x, ring, station, station);
    } else {
        transaction_ring_hop(a, x, ring, station, RING_DIRECTORY);
        transaction_wait(x, cost(a, PARAMETER_CROSS));
        transaction_tours(x);
        transaction_wait(x, cost(a, PARAMETER_CROSS));
        transaction_ring_hop(a, x, ring, RING_DIRECTORY, station);
    }
    transaction_wait(x, a->rings[ring].header);
}

/* Builds the path of a request to the owner, its service, and its response. */
static void build_fetch_path(struct allcache *a, struct transaction *x, bool updates,
                             uint64_t length)
{
    unsigned cell = x->q.cell;

    transaction_add_path(a, x, cell, x->owner, false);
    transaction_serve(x);
    transaction_add_path(a, x, x->owner, cell, updates);
    transaction_wait(x, length);
}

/* Creates a transaction. Its first hop is the directory lookup that makes the cell send a request.
 */
static struct transaction *begin_transaction(struct allcache *a, const struct subpage_request *q,
                                             enum purpose purpose, const struct request *r,
                                             uint64_t t)
{
    struct transaction *x = transaction_new(a, q, q->page->ready > t ? q->page->ready : t);

    count(a, q->cell, CELL_RING_REQUESTS);
    x->purpose = purpose;
    if (r)
        x->request = *r;
    x->owner = q->page->subpages[q->index].owner;
    x->needed_transfers = q->page->subpages[q->index].started_transfers;
    transaction_wait(x, cost(a, PARAMETER_DIRECTORY));
    x->again = 1;
    return x;
}

/* Starts the fetch or invalidation over the rings, and sets the new states. */
static void request_subpage(struct allcache *a, struct frame *f, bool own, struct transaction *x)
{
    const struct subpage_request *q = &x->q;

    if (frame_state(f, q->index) != STATE_INVALID)
        build_invalidation_path(a, x);
    else
        build_fetch_path(a, x, !own, a->rings[ring_of(q->cell)].packet);
    if (own) {
        acquire_ownership(a, q, f);
        x->own_transfer = ++q->page->subpages[q->index].started_transfers;
    } else {
        share_subpage(a, q);
        frame_set(f, q->index, STATE_COPY);
    }
    transaction_start(a, x);
}

bool protocol_acquire(struct allcache *a, const struct subpage_request *q, bool own,
                      enum purpose purpose, const struct request *r, uint64_t t,
                      uint64_t *present_at)
{
    struct node *n = &a->nodes[q->cell];
    struct frame *f = local_frame(&n->local, q->page->page);

    if (!f) {
        t = pages_allocate(a, q, t);
        f = local_frame(&n->local, q->page->page);
    }
    f->used = ++a->accesses;
    enum subpage_state state = frame_state(f, q->index);
    *present_at = t;
    if (state != STATE_INVALID)
        *present_at = arrivals_at(n, q->subpage, t);
    if (state == STATE_EXCLUSIVE || (state != STATE_INVALID && !own))
        return true;
    request_subpage(a, f, own, begin_transaction(a, q, purpose, r, *present_at));
    return false;
}

void protocol_refused(struct allcache *a, const struct subpage_request *q, const struct request *r,
                      uint64_t t)
{
    struct transaction *x = begin_transaction(a, q, PURPOSE_LOCK, r, t);

    if (x->owner == q->cell || x->owner == NO_CELL)
        x->owner = q->page->subpages[q->index].locked;
    x->needed_transfers = 0;
    build_fetch_path(a, x, false, a->rings[ring_of(q->cell)].header);
    transaction_start(a, x);
}

void protocol_poststore(struct allcache *a, const struct subpage_request *q, uint64_t t)
{
    struct transaction *x = begin_transaction(a, q, PURPOSE_POSTSTORE, NULL, t);

    share_subpage(a, q);
    transaction_add_path(a, x, q->cell, q->cell, true);
    transaction_start(a, x);
}
