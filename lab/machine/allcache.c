/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumed of a cell's requests: it stands still until the answer has come, but for prefetches,
 * poststores and releases, which go on behind its back. A load takes what the local cache's access
 * takes behind the subpage's arrival, less the hit's clocks, which the pairs behind it cover. The
 * same holds of stores, of fetches, and of gsp. Fractions of a clock are kept for each cell and
 * come in once they make a whole one: so a cost of 21.4 clocks is 21 or 22, and 21.4 on average.
 * A prefetch that finds its queue full waits (bl) or is dropped (nbl); one of a page that nobody
 * holds is dropped. What a prefetch or an update brings is used once it has arrived. */
#include "lab/machine/protocol.h"

#include <stdlib.h>
#include <string.h>

enum { FORGET_EVERY = 256 /* requests */ };

static void open_node(struct allcache *a, unsigned i)
{
    struct node *n = &a->nodes[i];
    uint64_t seed = ((uint64_t)a->p->at[PARAMETER_SEED] / THOUSANDTHS << 16 | i) << 1;

    n->local.ways = (unsigned)parameter_whole(a->p, PARAMETER_USER_WAYS);
    if (i >= a->n_active)
        return;
    subcache_clear(&a->cells[i].data, seed);
    subcache_clear(&n->instructions, seed | 1);
}

struct allcache *allcache_new(const struct parameters *p, struct cell *cells, unsigned n,
                              uint64_t text_bytes)
{
    struct allcache *a = xmalloc(sizeof *a);

    *a = (struct allcache){.p = p, .cells = cells, .n_active = n};
    a->text_end = LAB_TEXT + text_bytes;
    a->n_rings = (n + RING_CELLS - 1) / RING_CELLS;
    a->n = a->n_rings * RING_CELLS;
    a->nodes = xmalloc(a->n * sizeof *a->nodes);
    memset(a->nodes, 0, a->n * sizeof *a->nodes);
    a->rings = xmalloc(a->n_rings * sizeof *a->rings);
    for (unsigned i = 0; i < a->n_rings; i++)
        ring_open(&a->rings[i], p, cost(a, PARAMETER_HOP));
    ring_open(&a->second, p, cost(a, PARAMETER_RING_HOP));
    for (unsigned i = 0; i < a->n; i++)
        open_node(a, i);
    directory_open(&a->directory, a->n);
    return a;
}

void allcache_free(struct allcache *a)
{
    for (unsigned i = 0; i < a->n; i++) {
        local_close(&a->nodes[i].local);
        calendar_free(&a->nodes[i].busy);
        array_free(&a->nodes[i].arrivals);
    }
    for (unsigned i = 0; i < a->n_rings; i++)
        ring_close(&a->rings[i]);
    ring_close(&a->second);
    directory_close(&a->directory);
    array_free(&a->waiters);
    array_free(&a->released);
    free(a->nodes);
    free(a->rings);
    free(a);
}

/* Nothing will happen before now any more. */
static void forget(struct allcache *a, uint64_t now)
{
    for (unsigned i = 0; i < a->n_rings; i++)
        ring_forget(&a->rings[i], now);
    ring_forget(&a->second, now);
    for (unsigned i = 0; i < a->n; i++) {
        calendar_forget(&a->nodes[i].busy, now);
        arrivals_forget(&a->nodes[i], now);
    }
}

static uint64_t now_of(const struct allcache *a, unsigned cell)
{
    return a->cells[cell].clock * THOUSANDTHS + a->nodes[cell].fraction;
}

/* The cell goes on at t. */
static void go_on(struct allcache *a, unsigned cell, uint64_t t)
{
    struct cell *c = &a->cells[cell];
    struct node *n = &a->nodes[cell];

    if (t < now_of(a, cell))
        t = now_of(a, cell);
    c->counts[CELL_STALLS] += t / THOUSANDTHS - c->clock;
    c->clock = t / THOUSANDTHS;
    n->fraction = t % THOUSANDTHS;
    c->counts[CELL_RING_WAITS] = n->ring_wait / THOUSANDTHS;
}

/* The instructions of a block that is replaced go. */
static void forget_block(struct allcache *a, unsigned cell, uint64_t block)
{
    uint64_t end = block + SUBCACHE_BLOCK;

    for (uint64_t at = block; at < end && at < a->text_end; at += SUBCACHE_SUBBLOCK)
        if (at >= LAB_TEXT)
            a->cells[cell].fetched[(at - LAB_TEXT) / SUBCACHE_SUBBLOCK] = 0;
}

/* A subblock comes from the local cache: what that takes, less the hit. */
static uint64_t fill(struct allcache *a, const struct asked *q, const struct request *r)
{
    struct cell *c = &a->cells[q->cell];
    struct node *n = &a->nodes[q->cell];
    bool fetch = r->kind == REQUEST_FETCH;
    struct subcache_block *b;
    uint64_t replaced;
    bool allocated =
        subcache_allocate(fetch ? &n->instructions : &c->data, r->address, &b, &replaced);

    if (fetch) {
        c->fetched[(r->address - LAB_TEXT) / SUBCACHE_SUBBLOCK] = 1;
        if (replaced != SUBCACHE_NONE)
            forget_block(a, q->cell, replaced);
    }
    b->present |= subcache_bit(r->address);
    if (!fetch && frame_state(local_frame(&n->local, q->page->page), q->index) == STATE_EXCLUSIVE)
        b->writable |= b->present & subcache_subpage_bits(r->address);
    if (allocated)
        count(a, q->cell, CELL_BLOCK_MISSES);
    return cost(a, allocated ? PARAMETER_LOCAL_BLOCK : PARAMETER_LOCAL) - cost(a, PARAMETER_HIT);
}

/* protocol_acquire for a cell that stands still until then. */
static uint64_t demand(struct allcache *a, const struct asked *q, bool own)
{
    uint64_t t = now_of(a, q->cell), there = protocol_acquire(a, q, own, t);

    if (there > t)
        count(a, q->cell, CELL_LOCAL_MISSES);
    return there;
}

/* Loads, stores, fetches. A store to what the subcache has, but may not write, takes the claim
 * alone. */
static enum answer access_memory(struct allcache *a, const struct asked *q, const struct request *r)
{
    bool own = r->kind == REQUEST_WRITE || r->kind == REQUEST_READ_EX;
    struct subcache_block *b =
        r->kind == REQUEST_WRITE ? subcache_block(&a->cells[q->cell].data, r->address) : NULL;
    bool present = b != NULL && (b->present & subcache_bit(r->address)) != 0;

    if (lock_is_held(q) && !q->page->subpages[q->index].promised) {
        lock_wait(a, q, false);
        return ANSWER_WAITS;
    }
    if (!present)
        count(a, q->cell,
              r->kind == REQUEST_FETCH ? CELL_INSTRUCTION_MISSES : CELL_SUBCACHE_MISSES);
    uint64_t t = demand(a, q, own);
    if (!present)
        t += fill(a, q, r);
    go_on(a, q->cell, t);
    return ANSWER_GIVEN;
}

static enum answer prefetch(struct allcache *a, const struct asked *q, bool own, bool blocks)
{
    struct node *n = &a->nodes[q->cell];
    uint64_t first, t = now_of(a, q->cell);

    count(a, q->cell, CELL_PREFETCHES);
    if (lock_is_held(q) || q->page->n_holders == 0)
        return ANSWER_GIVEN;
    arrivals_forget(n, t);
    if (arrivals_prefetched(n, &first) >= parameter_whole(a->p, PARAMETER_PREFETCHES)) {
        if (!blocks)
            return ANSWER_GIVEN;
        t = first;
        go_on(a, q->cell, t);
    }
    uint64_t at = protocol_acquire(a, q, own, t);
    if (at > t)
        arrivals_add(n, q->subpage, at, true);
    return ANSWER_GIVEN;
}

static enum answer poststore(struct allcache *a, const struct asked *q)
{
    uint64_t t = now_of(a, q->cell);

    count(a, q->cell, CELL_POSTSTORES);
    go_on(a, q->cell, t + cost(a, PARAMETER_POSTSTORE));
    if (q->page->subpages[q->index].owner == q->cell && !lock_is_held(q))
        protocol_poststore(a, q, t);
    return ANSWER_GIVEN;
}

static enum answer lock(struct allcache *a, const struct asked *q, bool waits)
{
    struct subpage *s = &q->page->subpages[q->index];
    uint64_t *got = &a->cells[q->cell].r[CELL_CONDITION];
    bool mine = s->locked == q->cell && !s->promised;

    if (mine && waits)
        return ANSWER_LOCKED_ITSELF;
    if ((mine || lock_is_held(q)) && !waits) {
        *got = 0;
        if (!mine && !a->cells[q->cell].perfect)
            go_on(a, q->cell, protocol_refused(a, q, now_of(a, q->cell)));
        return ANSWER_GIVEN;
    }
    if (lock_is_held(q)) {
        lock_wait(a, q, true);
        return ANSWER_WAITS;
    }
    if (!a->cells[q->cell].perfect)
        go_on(a, q->cell, demand(a, q, true) + cost(a, PARAMETER_LOCAL) - cost(a, PARAMETER_HIT));
    s->locked = (uint16_t)q->cell;
    s->promised = false;
    if (!waits)
        *got = 1;
    return ANSWER_GIVEN;
}

static enum answer release(struct allcache *a, const struct asked *q)
{
    struct subpage *s = &q->page->subpages[q->index];

    if (s->locked != q->cell || s->promised)
        return ANSWER_NOT_LOCKED;
    if (!a->cells[q->cell].perfect)
        go_on(a, q->cell, now_of(a, q->cell) + cost(a, PARAMETER_RELEASE));
    lock_release(a, q);
    return ANSWER_GIVEN;
}

enum answer allcache_answer(struct allcache *a, unsigned cell)
{
    const struct request r = a->cells[cell].request;
    uint64_t subpage = r.address / LAB_SUBPAGE;
    struct asked q = {.cell = cell, .subpage = subpage, .index = subpage % PAGE_SUBPAGES};

    q.page = directory_page(&a->directory, r.address / LAB_PAGE);
    if (++a->requests % FORGET_EVERY == 0)
        forget(a, a->cells[cell].clock * THOUSANDTHS);
    switch (r.kind) {
    case REQUEST_READ:
    case REQUEST_READ_EX:
    case REQUEST_WRITE:
    case REQUEST_FETCH:
        return access_memory(a, &q, &r);
    case REQUEST_PREFETCH:
    case REQUEST_PREFETCH_EX:
        return prefetch(a, &q, r.kind == REQUEST_PREFETCH_EX, false);
    case REQUEST_PREFETCH_BLOCKING:
    case REQUEST_PREFETCH_BLOCKING_EX:
        return prefetch(a, &q, r.kind == REQUEST_PREFETCH_BLOCKING_EX, true);
    case REQUEST_POSTSTORE:
        return poststore(a, &q);
    case REQUEST_LOCK:
    case REQUEST_TRY_LOCK:
        return lock(a, &q, r.kind == REQUEST_LOCK);
    case REQUEST_UNLOCK:
        return release(a, &q);
    }
    bug("a request of kind %d", (int)r.kind);
}

int allcache_released(struct allcache *a)
{
    return a->released.n == 0 ? -1 : (int)a->released.at[--a->released.n];
}
