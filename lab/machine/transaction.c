/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/transaction.h"

#include "base/arena.h"

#include <stdlib.h>

/* ---- events in the order of time ---- */

static bool comes_before(const struct transaction *a, const struct transaction *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void put(struct allcache *a, struct transaction *x)
{
    size_t i = a->events.n;

    (void)array_push(&a->events);
    for (; i > 0 && comes_before(x, a->events.at[(i - 1) / 2]); i = (i - 1) / 2)
        a->events.at[i] = a->events.at[(i - 1) / 2];
    a->events.at[i] = x;
}

static struct transaction *take_first(struct allcache *a)
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

/* ---- making one ---- */

struct transaction *transaction_new(struct allcache *a, const struct asked *q, uint64_t t)
{
    struct transaction *x = a->free_transactions;

    if (x != NULL)
        a->free_transactions = x->next_free;
    else
        x = xmalloc(sizeof *x);
    *x = (struct transaction){.q = *q, .time = t, .wants_slot = NOBODY_WAITS};
    x->order = ++a->orders;
    return x;
}

void transactions_free(struct allcache *a)
{
    while (a->events.n > 0)
        free(a->events.at[--a->events.n]);
    for (struct transaction *x = a->free_transactions, *next; x != NULL; x = next) {
        next = x->next_free;
        free(x);
    }
    for (size_t i = 0; i < a->parked.n; i++)
        free(a->parked.at[i]);
    array_free(&a->events);
    array_free(&a->parked);
}

static struct leg *add(struct transaction *x, enum leg_kind kind)
{
    if (x->n_legs == MOST_LEGS)
        bug("a transaction of more than %d legs", (int)MOST_LEGS);
    x->legs[x->n_legs] = (struct leg){.kind = kind};
    return &x->legs[x->n_legs++];
}

void transaction_wait(struct transaction *x, uint64_t ticks)
{
    add(x, LEG_WAIT)->ticks = ticks;
}

void transaction_serve(struct transaction *x)
{
    add(x, LEG_SERVE);
}

void transaction_tours(struct transaction *x)
{
    add(x, LEG_TOURS);
}

static struct ring *ring_numbered(struct allcache *a, unsigned ring)
{
    return ring == SECOND_RING ? &a->second : &a->rings[ring];
}

void transaction_leg(struct allcache *a, struct transaction *x, unsigned ring, unsigned from,
                     unsigned to)
{
    struct leg *l = add(x, LEG_GO);

    l->ring = ring;
    l->from = from;
    l->hops = ring_hops(ring_numbered(a, ring), from, to);
}

void transaction_go(struct allcache *a, struct transaction *x, unsigned from, unsigned to,
                    bool updates)
{
    unsigned out = ring_of(from), in = ring_of(to);
    uint64_t cross = a->second.packet + cost(a, PARAMETER_CROSS);

    if (out == in) {
        transaction_leg(a, x, out, station_of(from), station_of(to));
    } else {
        transaction_leg(a, x, out, station_of(from), RING_DIRECTORY);
        transaction_wait(x, cross);
        transaction_leg(a, x, SECOND_RING, out, in);
        transaction_wait(x, cross);
        transaction_leg(a, x, in, RING_DIRECTORY, station_of(to));
    }
    x->legs[x->n_legs - 1].updates = updates;
}

void transaction_start(struct allcache *a, struct transaction *x)
{
    put(a, x);
}

/* ---- going on ---- */

/* It leaves its station now, or will when the next empty slot comes by. */
static void go(struct allcache *a, struct transaction *x, const struct leg *l)
{
    struct ring *r = ring_numbered(a, l->ring);
    unsigned slot;
    uint64_t t = ring_next(r, x->q.subpage, l->from, x->time, &slot);

    if (x->wants_slot == NOBODY_WAITS)
        x->wants_slot = x->time;
    if (t > x->time) {
        x->time = t;
        return;
    }
    ring_put(r, x->q.subpage, slot, l->hops, t);
    a->nodes[x->q.cell].ring_wait += t - x->wants_slot;
    x->wants_slot = NOBODY_WAITS;
    if (l->updates && !x->unanswered)
        protocol_update_path(a, l->ring, l->from, l->hops, &x->q, t);
    x->at++;
    if (x->packets > 1 && x->at == x->n_legs) {
        x->packets--;
        x->q.subpage++;
        x->at = 0;
        return;
    }
    x->time = t + l->hops * r->hop;
}

static void serve(struct allcache *a, struct transaction *x)
{
    struct node *n = &a->nodes[x->owner];

    x->at++;
    x->unanswered = x->q.page->subpages[x->q.index].come < x->needs;
    if (x->unanswered)
        return;
    if (n->busy_until > x->time)
        x->time = n->busy_until;
    x->time += cost(a, PARAMETER_SERVICE);
    n->busy_until = x->time;
}

/* A packet's way over another ring and back. */
static void start_tour(struct allcache *a, struct transaction *parent, unsigned ring)
{
    struct transaction *x = transaction_new(a, &parent->q, parent->time);
    unsigned home = ring_of(parent->q.cell);

    x->purpose = PURPOSE_TOUR;
    x->parent = parent;
    parent->children++;
    transaction_leg(a, x, SECOND_RING, home, ring);
    transaction_wait(x, cost(a, PARAMETER_CROSS));
    transaction_leg(a, x, ring, RING_DIRECTORY, RING_DIRECTORY);
    transaction_wait(x, cost(a, PARAMETER_CROSS));
    transaction_leg(a, x, SECOND_RING, ring, home);
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

static void unpark(struct allcache *a, const struct transaction *x)
{
    for (size_t i = 0; i < a->parked.n; i++)
        if (a->parked.at[i] == x)
            a->parked.at[i] = a->parked.at[--a->parked.n];
}

/* The last child brings its parent back. */
static void child_is_back(struct allcache *a, const struct transaction *x)
{
    struct transaction *parent = x->parent;

    if (--parent->children > 0)
        return;
    unpark(a, parent);
    parent->time = x->time;
    put(a, parent);
}

static void finish(struct allcache *a, struct transaction *x)
{
    struct subpage *s = &x->q.page->subpages[x->q.index];

    if (x->takes > s->come)
        s->come = x->takes;
    if (x->parent != NULL)
        child_is_back(a, x);
    protocol_finish(a, x->purpose, &x->q, &x->request, x->time);
    x->next_free = a->free_transactions;
    a->free_transactions = x;
}

static void pass_leg(struct allcache *a, struct transaction *x)
{
    const struct leg *l = &x->legs[x->at];

    switch (l->kind) {
    case LEG_GO:
        go(a, x, l);
        break;
    case LEG_WAIT:
        x->time += l->ticks;
        x->at++;
        break;
    case LEG_SERVE:
        serve(a, x);
        break;
    case LEG_TOURS:
        start_tours(a, x);
        break;
    }
}

/* Ticks until it asks again. Packets that nobody answers would fill the rings for ever else, and
 * those that they wait for find no slot. */
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
    struct transaction *x = take_first(a);

    if (x->at == x->n_legs && x->unanswered) {
        x->at = x->again;
        x->unanswered = false;
        x->time += pause_before(++x->tries);
    }
    if (x->at == x->n_legs) {
        finish(a, x);
        return;
    }
    pass_leg(a, x);
    if (x->children > 0)
        *array_push(&a->parked) = x;
    else
        put(a, x);
}
