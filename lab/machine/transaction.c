/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/transaction.h"

#include "base/arena.h"

#include <stdlib.h>

/* ---- the event heap ---- */

static bool comes_before(const struct transaction *a, const struct transaction *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void push_event(struct allcache *a, struct transaction *x)
{
    size_t i = a->events.n;

    (void)array_push(&a->events);
    for (; i > 0 && comes_before(x, a->events.at[(i - 1) / 2]); i = (i - 1) / 2)
        a->events.at[i] = a->events.at[(i - 1) / 2];
    a->events.at[i] = x;
}

static struct transaction *pop_event(struct allcache *a)
{
    struct transaction *first = a->events.at[0], *x = a->events.at[--a->events.n];
    size_t i = 0, n = a->events.n;

    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && comes_before(a->events.at[child + 1], a->events.at[child]))
            child++;
        if (!comes_before(a->events.at[child], x))
            break;
        a->events.at[i] = a->events.at[child];
    }
    a->events.at[i] = x;
    return first;
}

uint64_t allcache_next_event(const struct allcache *a)
{
    return a->events.n == 0 ? UINT64_MAX : a->events.at[0]->time / THOUSANDTHS;
}

/* ---- creation ---- */

struct transaction *transaction_new(struct allcache *a, const struct subpage_request *q, uint64_t t)
{
    struct transaction *x = a->free_transactions;

    if (x)
        a->free_transactions = x->next_free;
    else
        x = xmalloc(sizeof *x);
    *x = (struct transaction){.q = *q, .time = t, .wants_slot = NO_SLOT_WAIT};
    x->order = ++a->orders;
    return x;
}

void transactions_free(struct allcache *a)
{
    while (a->events.n > 0)
        free(a->events.at[--a->events.n]);
    for (struct transaction *x = a->free_transactions, *next; x; x = next) {
        next = x->next_free;
        free(x);
    }
    for (size_t i = 0; i < a->parked.n; i++)
        free(a->parked.at[i]);
    array_free(&a->events);
    array_free(&a->parked);
}

static struct hop *add_hop(struct transaction *x, enum hop_kind kind)
{
    if (x->n_hops == MAX_HOPS)
        bug("a transaction of more than %d hops", (int)MAX_HOPS);
    x->path[x->n_hops] = (struct hop){.kind = kind};
    return &x->path[x->n_hops++];
}

void transaction_wait(struct transaction *x, uint64_t ticks)
{
    add_hop(x, HOP_WAIT)->ticks = ticks;
}

void transaction_serve(struct transaction *x)
{
    add_hop(x, HOP_SERVE);
}

void transaction_tours(struct transaction *x)
{
    add_hop(x, HOP_TOURS);
}

static struct ring *ring_numbered(struct allcache *a, unsigned ring)
{
    return ring == SECOND_RING ? &a->second : &a->rings[ring];
}

void transaction_ring_hop(struct allcache *a, struct transaction *x, unsigned ring, unsigned from,
                          unsigned to)
{
    struct hop *l = add_hop(x, HOP_RING);

    l->ring = ring;
    l->from = from;
    l->hops = ring_hops(ring_numbered(a, ring), from, to);
}

void transaction_add_path(struct allcache *a, struct transaction *x, unsigned from, unsigned to,
                          bool updates)
{
    unsigned out = ring_of(from), in = ring_of(to);
    uint64_t cross = a->second.packet + cost(a, PARAMETER_CROSS);

    if (out == in) {
        transaction_ring_hop(a, x, out, station_of(from), station_of(to));
    } else {
        transaction_ring_hop(a, x, out, station_of(from), RING_DIRECTORY);
        transaction_wait(x, cross);
        transaction_ring_hop(a, x, SECOND_RING, out, in);
        transaction_wait(x, cross);
        transaction_ring_hop(a, x, in, RING_DIRECTORY, station_of(to));
    }
    x->path[x->n_hops - 1].updates = updates;
}

void transaction_start(struct allcache *a, struct transaction *x)
{
    push_event(a, x);
}

/* ---- progress ---- */

/* Sends the packet now, or waits until the next empty slot passes. */
static void send_packet(struct allcache *a, struct transaction *x)
{
    const struct hop *l = &x->path[x->at];
    struct ring *r = ring_numbered(a, l->ring);
    unsigned slot;
    uint64_t t = ring_next(r, x->q.subpage, l->from, x->time, &slot);

    if (x->wants_slot == NO_SLOT_WAIT)
        x->wants_slot = x->time;
    if (t > x->time) {
        x->time = t;
        return;
    }
    ring_put(r, x->q.subpage, slot, l->hops, t);
    a->nodes[x->q.cell].ring_wait += t - x->wants_slot;
    x->wants_slot = NO_SLOT_WAIT;
    if (l->updates && !x->unanswered)
        protocol_update_path(a, l->ring, l->from, l->hops, &x->q, t);
    x->at++;
    if (x->packets > 1 && x->at == x->n_hops) {
        x->packets--;
        x->q.subpage++;
        x->at = 0;
        return;
    }
    x->time = t + l->hops * r->hop;
}

static void serve_request(struct allcache *a, struct transaction *x)
{
    struct node *n = &a->nodes[x->owner];

    x->at++;
    x->unanswered = x->q.page->subpages[x->q.index].arrived_transfers < x->needed_transfers;
    if (x->unanswered)
        return;
    if (n->busy_until > x->time)
        x->time = n->busy_until;
    x->time += cost(a, PARAMETER_SERVICE);
    n->busy_until = x->time;
}

/* Starts the tour of a packet over another ring and back. */
static void start_tour(struct allcache *a, struct transaction *parent, unsigned ring)
{
    struct transaction *x = transaction_new(a, &parent->q, parent->time);
    unsigned home = ring_of(parent->q.cell);

    x->purpose = PURPOSE_TOUR;
    x->parent = parent;
    parent->children++;
    transaction_ring_hop(a, x, SECOND_RING, home, ring);
    transaction_wait(x, cost(a, PARAMETER_CROSS));
    transaction_ring_hop(a, x, ring, RING_DIRECTORY, RING_DIRECTORY);
    transaction_wait(x, cost(a, PARAMETER_CROSS));
    transaction_ring_hop(a, x, SECOND_RING, ring, home);
    transaction_start(a, x);
}

static void start_tours(struct allcache *a, struct transaction *x)
{
    const struct directory *d = &a->directory;
    unsigned home = ring_of(x->q.cell);

    x->at++;
    for (unsigned c = 0; (c = page_next_holder(d, x->q.page, c)) < d->cells;
         c = (ring_of(c) + 1) * RING_CELLS)
        if (ring_of(c) != home)
            start_tour(a, x, ring_of(c));
}

static void remove_parked(struct allcache *a, const struct transaction *x)
{
    for (size_t i = 0; i < a->parked.n; i++)
        if (a->parked.at[i] == x)
            a->parked.at[i] = a->parked.at[--a->parked.n];
}

/* Ends a child; the last one lets its parent continue. */
static void end_child(struct allcache *a, const struct transaction *x)
{
    struct transaction *parent = x->parent;

    if (--parent->children > 0)
        return;
    remove_parked(a, parent);
    parent->time = x->time;
    push_event(a, parent);
}

static void finish_transaction(struct allcache *a, struct transaction *x)
{
    struct subpage *s = &x->q.page->subpages[x->q.index];

    if (x->own_transfer > s->arrived_transfers)
        s->arrived_transfers = x->own_transfer;
    if (x->parent)
        end_child(a, x);
    protocol_finish(a, x->purpose, &x->q, &x->request, x->time);
    x->next_free = a->free_transactions;
    a->free_transactions = x;
}

static void wait_ticks(struct allcache *a, struct transaction *x)
{
    (void)a;
    x->time += x->path[x->at].ticks;
    x->at++;
}

static void process_hop(struct allcache *a, struct transaction *x)
{
    static void (*const process[])(struct allcache *, struct transaction *) = {
        [HOP_RING] = send_packet,
        [HOP_WAIT] = wait_ticks,
        [HOP_SERVE] = serve_request,
        [HOP_TOURS] = start_tours,
    };
    process[x->path[x->at].kind](a, x);
}

/* Returns the ticks until the request is repeated. Without pauses, unanswered packets would fill
 * the rings, and the packets that they wait for would find no slot. */
static uint64_t pause_before(unsigned tries)
{
    enum { AT_ONCE = 8, MOST_DOUBLED = 12 };
    unsigned doubled = tries < AT_ONCE ? 0 : tries - AT_ONCE;

    if (tries <= AT_ONCE)
        return 0;
    return (UINT64_C(1) << (doubled < MOST_DOUBLED ? doubled : MOST_DOUBLED)) * THOUSANDTHS;
}

void allcache_step(struct allcache *a)
{
    struct transaction *x = pop_event(a);

    if (x->at == x->n_hops && x->unanswered) {
        x->at = x->again;
        x->unanswered = false;
        x->time += pause_before(++x->tries);
    }
    if (x->at == x->n_hops) {
        finish_transaction(a, x);
        return;
    }
    process_hop(a, x);
    if (x->children > 0)
        *array_push(&a->parked) = x;
    else
        push_event(a, x);
}
