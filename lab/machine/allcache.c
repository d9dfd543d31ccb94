/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumptions on a cell's requests: the cell stalls until the response arrives, except for
 * prefetches, poststores and releases, which proceed in the background. A load takes the local
 * cache's access time after the subpage's arrival, less the clocks of a hit, which the following
 * pairs cover. The same holds for stores, fetches, and gsp. Each cell accumulates fractions of a
 * clock: a cost of 21.4 clocks is 21 or 22, and 21.4 on average. A prefetch that finds its queue
 * full waits (bl) or is dropped (nbl); a prefetch of a page without holders is dropped. Data of a
 * prefetch or an update can be used once they have arrived. */
#include "lab/machine/transaction.h"

#include <stdlib.h>
#include <string.h>

static void open_node(struct allcache *a, unsigned i)
{
    struct node *n = &a->nodes[i];
    uint64_t seed = subcache_seed((uint64_t)a->p->at[PARAMETER_SEED] / THOUSANDTHS, i);

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
        array_free(&a->nodes[i].arrivals);
    }
    for (unsigned i = 0; i < a->n_rings; i++)
        ring_close(&a->rings[i]);
    ring_close(&a->second);
    directory_close(&a->directory);
    transactions_free(a);
    array_free(&a->waiters);
    array_free(&a->released);
    free(a->nodes);
    free(a->rings);
    free(a);
}

static uint64_t now_of(const struct allcache *a, unsigned cell)
{
    return a->cells[cell].clock * THOUSANDTHS + a->nodes[cell].fraction;
}

/* Lets the cell continue at t. */
static void resume_cell(struct allcache *a, unsigned cell, uint64_t t)
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

/* Marks the instructions of a replaced block as absent. */
static void drop_instruction_block(struct allcache *a, unsigned cell, uint64_t block)
{
    uint64_t end = block + SUBCACHE_BLOCK;

    for (uint64_t at = block; at < end && at < a->text_end; at += SUBCACHE_SUBBLOCK)
        if (at >= LAB_TEXT)
            a->cells[cell].fetched[(at - LAB_TEXT) / SUBCACHE_SUBBLOCK] = 0;
}

/* Loads a subblock of instructions into the instruction subcache. */
static void fill_instructions(struct allcache *a, unsigned cell, uint64_t address)
{
    struct subcache_block *b;
    uint64_t replaced;

    if (subcache_allocate(&a->nodes[cell].instructions, address, &b, &replaced) &&
        replaced != SUBCACHE_NONE)
        drop_instruction_block(a, cell, replaced);
    b->present |= subcache_bit(address);
    a->cells[cell].fetched[(address - LAB_TEXT) / SUBCACHE_SUBBLOCK] = 1;
}

static void fill_data(struct allcache *a, unsigned cell, uint64_t address, bool writable)
{
    struct subcache_block *b;
    uint64_t replaced;

    (void)subcache_allocate(&a->cells[cell].data, address, &b, &replaced);
    b->present |= subcache_bit(address);
    if (writable)
        b->writable |= b->present & subcache_subpage_bits(address);
}

/* Loads the subblock from the local cache into the subcache, unless the subpage was invalidated.
 * Returns the time this takes, less that of a hit. */
static uint64_t fill_subcache(struct allcache *a, const struct subpage_request *q,
                              const struct request *r)
{
    bool fetch = r->kind == REQUEST_FETCH;
    struct subcache *s = fetch ? &a->nodes[q->cell].instructions : &a->cells[q->cell].data;
    bool allocated = subcache_block(s, r->address);
    enum subpage_state state = allcache_state(a, q->cell, r->address);

    if (!allocated)
        count(a, q->cell, CELL_BLOCK_MISSES);
    if (state != STATE_INVALID && fetch)
        fill_instructions(a, q->cell, r->address);
    else if (state != STATE_INVALID)
        fill_data(a, q->cell, r->address, state == STATE_EXCLUSIVE);
    return cost(a, allocated ? PARAMETER_LOCAL : PARAMETER_LOCAL_BLOCK) - cost(a, PARAMETER_HIT);
}

/* Returns whether the data subcache holds the target of a store. */
static bool is_present(struct allcache *a, const struct subpage_request *q, const struct request *r)
{
    struct subcache_block *b = subcache_block(&a->cells[q->cell].data, r->address);

    return r->kind == REQUEST_WRITE && b && (b->present & subcache_bit(r->address)) != 0;
}

/* Completes a load, store or fetch whose subpage is in the local cache at t. A store to a subblock
 * in the subcache takes no more time. */
static void end_access(struct allcache *a, const struct subpage_request *q, const struct request *r,
                       uint64_t t)
{
    if (!is_present(a, q, r))
        t += fill_subcache(a, q, r);
    resume_cell(a, q->cell, t);
    a->cells[q->cell].answered = true;
}

/* Wakes a waiting cell at t: it continues, or repeats its request. */
static void release_cell(struct allcache *a, unsigned cell, bool answered, uint64_t t)
{
    if (!answered)
        resume_cell(a, cell, t);
    *array_push(&a->released) = (struct released){.cell = cell, .answered = answered};
}

/* Lets the cell wait for an arrival and repeat its request then. */
static enum answer wait_for_arrival(struct allcache *a, unsigned cell)
{
    a->nodes[cell].waits = true;
    return ANSWER_WAITS;
}

static enum answer access_memory(struct allcache *a, const struct subpage_request *q,
                                 const struct request *r)
{
    bool own = r->kind == REQUEST_WRITE || r->kind == REQUEST_READ_EX;
    uint64_t t = now_of(a, q->cell), arrival;

    if (lock_is_held(q) && !q->page->subpages[q->index].promised) {
        lock_wait(a, q, false);
        return ANSWER_WAITS;
    }
    arrivals_expire(&a->nodes[q->cell], t);
    if (arrivals_at(&a->nodes[q->cell], q->subpage, t) == NOT_YET)
        return wait_for_arrival(a, q->cell);
    if (!is_present(a, q, r))
        count(a, q->cell,
              r->kind == REQUEST_FETCH ? CELL_INSTRUCTION_MISSES : CELL_SUBCACHE_MISSES);
    bool present = protocol_acquire(a, q, own, PURPOSE_ACCESS, r, t, &arrival);
    if (!present || arrival > t)
        count(a, q->cell, CELL_LOCAL_MISSES);
    if (present)
        end_access(a, q, r, arrival);
    return present ? ANSWER_GIVEN : ANSWER_WAITS;
}

static enum answer prefetch(struct allcache *a, const struct subpage_request *q,
                            const struct request *r, bool own, bool blocks)
{
    struct node *n = &a->nodes[q->cell];
    uint64_t t = now_of(a, q->cell), arrival;

    arrivals_expire(n, t);
    bool full = arrivals_count_prefetches(n) >= parameter_whole(a->p, PARAMETER_PREFETCHES);
    if (full && blocks)
        return wait_for_arrival(a, q->cell);
    count(a, q->cell, CELL_PREFETCHES);
    if (full || lock_is_held(q) || q->page->n_holders == 0 ||
        arrivals_at(n, q->subpage, t) == NOT_YET)
        return ANSWER_GIVEN;
    if (!protocol_acquire(a, q, own, PURPOSE_PREFETCH, r, t, &arrival))
        arrivals_add(n, q->subpage, NOT_YET, true, t);
    return ANSWER_GIVEN;
}

static enum answer poststore(struct allcache *a, const struct subpage_request *q)
{
    uint64_t t = now_of(a, q->cell);

    count(a, q->cell, CELL_POSTSTORES);
    resume_cell(a, q->cell, t + cost(a, PARAMETER_POSTSTORE));
    if (q->page->subpages[q->index].owner == q->cell && !lock_is_held(q))
        protocol_poststore(a, q, t);
    return ANSWER_GIVEN;
}

static void end_lock(struct allcache *a, const struct subpage_request *q, uint64_t t)
{
    uint64_t *got = &a->cells[q->cell].r[CELL_CONDITION];
    bool waits = a->cells[q->cell].request.kind == REQUEST_LOCK;

    if (waits || *got != 0)
        t += cost(a, PARAMETER_LOCAL) - cost(a, PARAMETER_HIT);
    if (!a->cells[q->cell].perfect)
        resume_cell(a, q->cell, t);
}

/* Processes gsp of a subpage that no other cell has locked. */
static enum answer grant_lock(struct allcache *a, const struct subpage_request *q,
                              const struct request *r)
{
    struct subpage *s = &q->page->subpages[q->index];
    uint64_t t = now_of(a, q->cell), arrival = t;

    s->locked = (uint16_t)q->cell;
    s->promised = false;
    if (r->kind == REQUEST_TRY_LOCK)
        a->cells[q->cell].r[CELL_CONDITION] = 1;
    if (!a->cells[q->cell].perfect && !protocol_acquire(a, q, true, PURPOSE_LOCK, r, t, &arrival)) {
        count(a, q->cell, CELL_LOCAL_MISSES);
        return ANSWER_WAITS;
    }
    end_lock(a, q, arrival);
    return ANSWER_GIVEN;
}

/* Processes gsp.nwt of a locked subpage. */
static enum answer refuse_lock(struct allcache *a, const struct subpage_request *q,
                               const struct request *r)
{
    struct cell *c = &a->cells[q->cell];

    c->r[CELL_CONDITION] = 0;
    if (c->perfect || !lock_is_held(q))
        return ANSWER_GIVEN;
    protocol_refused(a, q, r, now_of(a, q->cell));
    return ANSWER_WAITS;
}

static enum answer lock_subpage(struct allcache *a, const struct subpage_request *q,
                                const struct request *r)
{
    struct subpage *s = &q->page->subpages[q->index];
    bool mine = s->locked == q->cell && !s->promised;

    if (arrivals_at(&a->nodes[q->cell], q->subpage, 0) == NOT_YET)
        return wait_for_arrival(a, q->cell);
    if (!mine && !lock_is_held(q))
        return grant_lock(a, q, r);
    if (r->kind == REQUEST_TRY_LOCK)
        return refuse_lock(a, q, r);
    if (mine)
        return ANSWER_LOCKED_ITSELF;
    lock_wait(a, q, true);
    return ANSWER_WAITS;
}

static enum answer unlock_subpage(struct allcache *a, const struct subpage_request *q)
{
    struct subpage *s = &q->page->subpages[q->index];

    if (s->locked != q->cell || s->promised)
        return ANSWER_NOT_LOCKED;
    if (!a->cells[q->cell].perfect)
        resume_cell(a, q->cell, now_of(a, q->cell) + cost(a, PARAMETER_RELEASE));
    lock_release(a, q);
    return ANSWER_GIVEN;
}

void protocol_finish(struct allcache *a, enum purpose purpose, const struct subpage_request *q,
                     const struct request *r, uint64_t t)
{
    struct node *n = &a->nodes[q->cell];

    switch (purpose) {
    case PURPOSE_ACCESS:
        end_access(a, q, r, t);
        release_cell(a, q->cell, true, t);
        break;
    case PURPOSE_LOCK:
        end_lock(a, q, t);
        release_cell(a, q->cell, true, t);
        break;
    case PURPOSE_PREFETCH:
        arrivals_remove_prefetched(n, q->subpage);
        if (n->waits)
            release_cell(a, q->cell, false, t);
        n->waits = false;
        break;
    default:
        break;
    }
}

enum answer allcache_answer(struct allcache *a, unsigned cell)
{
    const struct request r = a->cells[cell].request;
    uint64_t subpage = r.address / LAB_SUBPAGE;
    struct subpage_request q = {.cell = cell, .subpage = subpage, .index = subpage % PAGE_SUBPAGES};

    q.page = directory_page(&a->directory, r.address / LAB_PAGE);
    switch (r.kind) {
    case REQUEST_READ:
    case REQUEST_READ_EX:
    case REQUEST_WRITE:
    case REQUEST_FETCH:
        return access_memory(a, &q, &r);
    case REQUEST_PREFETCH:
    case REQUEST_PREFETCH_EX:
        return prefetch(a, &q, &r, r.kind == REQUEST_PREFETCH_EX, false);
    case REQUEST_PREFETCH_BLOCKING:
    case REQUEST_PREFETCH_BLOCKING_EX:
        return prefetch(a, &q, &r, r.kind == REQUEST_PREFETCH_BLOCKING_EX, true);
    case REQUEST_POSTSTORE:
        return poststore(a, &q);
    case REQUEST_LOCK:
    case REQUEST_TRY_LOCK:
        return lock_subpage(a, &q, &r);
    case REQUEST_UNLOCK:
        return unlock_subpage(a, &q);
    }
    bug("a request of kind %d", (int)r.kind);
}

int allcache_released(struct allcache *a, bool *answered)
{
    if (a->released.n == 0)
        return -1;
    struct released r = a->released.at[--a->released.n];
    *answered = r.answered;
    return (int)r.cell;
}
