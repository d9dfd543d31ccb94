/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumed of the rings: a request goes round to the owner, which answers after its service time;
 * requests and answers together make one full tour of each ring that they use. Only owners answer.
 * A request that comes to an owner whose data are still on their way goes on to the asker
 * unanswered, and is sent again. To own what it has a copy of, a cell sends an invalidation on one
 * full tour, and to each ring that holds the page. Invalidations take a snooping cell no time. A
 * read's answer updates invalid copies in the frames that it comes by on the asker's ring, behind
 * the owner or the directory it comes from, unless their local cache is busy. */
#include "lab/machine/protocol.h"

enum { PATIENCE = 8 /* tours that an unanswered request makes; then it waits at the asker */ };

/* A leg on one ring. */
static uint64_t leg(struct allcache *a, struct ring *r, uint64_t subpage, unsigned from,
                    unsigned to, unsigned wait, uint64_t t)
{
    unsigned hops = ring_hops(r, from, to);
    uint64_t leaves = ring_send(r, subpage, from, hops, t);

    a->nodes[wait].ring_wait += leaves - t;
    return leaves + hops * r->hop;
}

uint64_t protocol_send(struct allcache *a, uint64_t subpage, unsigned from, unsigned to,
                       unsigned wait, uint64_t t)
{
    struct ring *rings = a->rings;
    unsigned out = ring_of(from), in = ring_of(to);
    uint64_t cross = cost(a, PARAMETER_CROSS);

    if (out == in)
        return leg(a, &rings[out], subpage, station_of(from), station_of(to), wait, t);
    t = leg(a, &rings[out], subpage, station_of(from), RING_DIRECTORY, wait, t) +
        rings[out].packet + cross;
    t = leg(a, &a->second, subpage, out, in, wait, t) + a->second.packet + cross;
    return leg(a, &rings[in], subpage, RING_DIRECTORY, station_of(to), wait, t);
}

void protocol_invalidate(struct allcache *a, unsigned cell, struct frame *f, const struct asked *q)
{
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
            protocol_invalidate(a, c, local_frame(&a->nodes[c].local, q->page->page), q);
}

/* An answer on the asker's ring goes by that cell at t. */
static void update(struct allcache *a, unsigned cell, const struct asked *q, uint64_t t)
{
    struct node *n = &a->nodes[cell];
    struct frame *f = local_frame(&n->local, q->page->page);
    uint64_t length = cost(a, PARAMETER_UPDATE);

    if (frame_state(f, q->index) != STATE_INVALID || !calendar_is_free(&n->busy, t, length))
        return;
    calendar_take(&n->busy, t, length);
    frame_set(f, q->index, STATE_COPY);
    arrivals_add(n, q->subpage, t + a->rings[ring_of(cell)].packet, false);
    count(a, cell, CELL_UPDATED);
}

/* A packet with data of that subpage went from station to station of a ring, leaving at t. */
static void update_path(struct allcache *a, unsigned ring, unsigned from, unsigned hops,
                        const struct asked *q, uint64_t t)
{
    const struct ring *r = &a->rings[ring];

    for (unsigned i = 1; i < hops; i++) {
        unsigned station = (from + i) % r->stations, cell = ring * RING_CELLS + station;
        if (station < RING_CELLS && page_held_by(q->page, cell))
            update(a, cell, q, t + i * r->hop);
    }
}

/* The answer from the owner: when its header is at the asker. */
static uint64_t answer(struct allcache *a, const struct asked *q, unsigned owner, bool updates,
                       uint64_t t)
{
    unsigned ring = ring_of(q->cell);
    unsigned from = ring_of(owner) == ring ? station_of(owner) : RING_DIRECTORY;
    unsigned hops = ring_hops(&a->rings[ring], from, station_of(q->cell));

    t = protocol_send(a, q->subpage, owner, q->cell, q->cell, t);
    if (updates)
        update_path(a, ring, from, hops, q, t - hops * a->rings[ring].hop);
    return t;
}

/* The request's way to the owner, as often as it takes. */
static uint64_t ask(struct allcache *a, const struct asked *q, unsigned owner, uint64_t t)
{
    uint64_t ready = q->page->subpages[q->index].ready, tour = a->rings[0].tour;

    for (;;) {
        if (ready > t + PATIENCE * tour)
            t = ready - PATIENCE * tour;
        uint64_t there = protocol_send(a, q->subpage, q->cell, owner, q->cell, t);
        if (there >= ready)
            return there;
        t = protocol_send(a, q->subpage, owner, q->cell, q->cell, there);
    }
}

static uint64_t serve(struct allcache *a, unsigned cell, uint64_t t)
{
    uint64_t length = cost(a, PARAMETER_SERVICE);

    t = calendar_free_from(&a->nodes[cell].busy, t, length);
    calendar_take(&a->nodes[cell].busy, t, length);
    return t + length;
}

/* Request, service, answer. */
static uint64_t fetch(struct allcache *a, const struct asked *q, bool own, uint64_t t)
{
    unsigned owner = q->page->subpages[q->index].owner;

    t = ask(a, q, owner, t + cost(a, PARAMETER_DIRECTORY));
    t = serve(a, owner, t);
    return answer(a, q, owner, !own, t) + a->rings[ring_of(q->cell)].packet;
}

uint64_t protocol_refused(struct allcache *a, const struct asked *q, uint64_t t)
{
    unsigned owner = q->page->subpages[q->index].owner;

    count(a, q->cell, CELL_RING_REQUESTS);
    if (owner == q->cell || owner == NO_CELL)
        owner = q->page->subpages[q->index].locked;
    t = ask(a, q, owner, t + cost(a, PARAMETER_DIRECTORY));
    t = serve(a, owner, t);
    return answer(a, q, owner, false, t) + a->rings[ring_of(q->cell)].header;
}

/* The owner has one that reads beside it. */
static void share(struct allcache *a, const struct asked *q)
{
    unsigned owner = q->page->subpages[q->index].owner;

    frame_set(local_frame(&a->nodes[owner].local, q->page->page), q->index, STATE_NONEXCLUSIVE);
    if (owner < a->n_active)
        subcache_set_writable(&a->cells[owner].data, asked_address(q), false);
}

/* The invalidation's tour of another ring that holds the page. */
static uint64_t tour_of_ring(struct allcache *a, const struct asked *q, unsigned ring, uint64_t t)
{
    unsigned home = ring_of(q->cell);
    uint64_t cross = cost(a, PARAMETER_CROSS);

    t = leg(a, &a->second, q->subpage, home, ring, q->cell, t) + cross;
    t = leg(a, &a->rings[ring], q->subpage, RING_DIRECTORY, RING_DIRECTORY, q->cell, t) + cross;
    return leg(a, &a->second, q->subpage, ring, home, q->cell, t);
}

/* The invalidation's way over the second-level ring and back. */
static uint64_t tour_of_rings(struct allcache *a, const struct asked *q, uint64_t t)
{
    const struct directory *d = &a->directory;
    unsigned home = ring_of(q->cell);
    uint64_t last = t;

    for (unsigned c = 0; (c = page_next_holder(d, q->page, c)) < d->cells;
         c = (ring_of(c) + 1) * RING_CELLS) {
        uint64_t back = ring_of(c) == home ? t : tour_of_ring(a, q, ring_of(c), t);
        last = back > last ? back : last;
    }
    return last;
}

static bool held_elsewhere(const struct allcache *a, const struct asked *q)
{
    const struct directory *d = &a->directory;
    unsigned home = ring_of(q->cell);
    unsigned c = page_next_holder(d, q->page, 0);

    return c < home * RING_CELLS ||
           page_next_holder(d, q->page, (home + 1) * RING_CELLS) < d->cells;
}

/* The invalidation that makes a cell with a copy the only one: when it is back. */
static uint64_t claim(struct allcache *a, const struct asked *q, uint64_t t)
{
    unsigned ring = ring_of(q->cell), station = station_of(q->cell);
    struct ring *r = &a->rings[ring];
    uint64_t cross = cost(a, PARAMETER_CROSS);

    t += cost(a, PARAMETER_DIRECTORY);
    if (!held_elsewhere(a, q))
        return leg(a, r, q->subpage, station, station, q->cell, t) + r->header;
    t = leg(a, r, q->subpage, station, RING_DIRECTORY, q->cell, t) + cross;
    t = tour_of_rings(a, q, t) + cross;
    return leg(a, r, q->subpage, RING_DIRECTORY, station, q->cell, t) + r->header;
}

/* The cell becomes the only one that has the subpage, at t. */
static void take(struct allcache *a, const struct asked *q, struct frame *f, uint64_t t)
{
    struct subpage *s = &q->page->subpages[q->index];

    invalidate_others(a, q);
    frame_set(f, q->index, STATE_EXCLUSIVE);
    s->owner = (uint16_t)q->cell;
    s->ready = t;
    if (q->cell < a->n_active)
        subcache_set_writable(&a->cells[q->cell].data, asked_address(q), true);
}

/* Whether a state is enough for what is wanted. */
static bool is_enough(enum subpage_state state, bool own)
{
    return state == STATE_EXCLUSIVE || (state != STATE_INVALID && !own);
}

/* Over the ring: when the subpage is there. */
static uint64_t bring(struct allcache *a, const struct asked *q, struct frame *f, bool own,
                      uint64_t t)
{
    bool valid = frame_state(f, q->index) != STATE_INVALID;

    count(a, q->cell, CELL_RING_REQUESTS);
    t = valid ? claim(a, q, t) : fetch(a, q, own, t);
    if (own) {
        take(a, q, f, t);
        return t;
    }
    share(a, q);
    frame_set(f, q->index, STATE_COPY);
    return t;
}

uint64_t protocol_acquire(struct allcache *a, const struct asked *q, bool own, uint64_t t)
{
    struct node *n = &a->nodes[q->cell];
    struct frame *f = local_frame(&n->local, q->page->page);

    if (f == NULL) {
        t = pages_allocate(a, q, t);
        f = local_frame(&n->local, q->page->page);
    }
    f->used = ++a->accesses;
    if (frame_state(f, q->index) != STATE_INVALID)
        t = arrivals_at(n, q->subpage, t);
    return is_enough(frame_state(f, q->index), own) ? t : bring(a, q, f, own, t);
}

void protocol_poststore(struct allcache *a, const struct asked *q, uint64_t t)
{
    unsigned ring = ring_of(q->cell), station = station_of(q->cell);
    const struct ring *r = &a->rings[ring];

    count(a, q->cell, CELL_RING_REQUESTS);
    t = leg(a, &a->rings[ring], q->subpage, station, station, q->cell,
            t + cost(a, PARAMETER_DIRECTORY));
    share(a, q);
    update_path(a, ring, station, r->stations, q, t - r->tour);
}
