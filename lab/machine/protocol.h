/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the parts of the memory system. Times are in thousandths of clocks. */
#ifndef LAB_MACHINE_PROTOCOL_H
#define LAB_MACHINE_PROTOCOL_H

#include "lab/machine/directory.h"
#include "lab/machine/ring.h"
#include "lab/machine/subcache.h"

enum { RING_CELLS = 32, RING_DIRECTORY = 32 /* station that connects to other rings */ };

/* A subpage in transit to a cell whose local cache already has its state. */
struct arrival {
    uint64_t subpage, at; /* at: NOT_YET = unknown */
    bool prefetched;
};
#define NOT_YET UINT64_MAX

/* A cell's part of the memory system. Idle cells have only a local cache. */
struct node {
    struct local_cache local;
    uint64_t busy_until;          /* end of its local cache's current service to the ring */
    struct subcache instructions; /* active cells */
    ARRAY(struct arrival) arrivals;
    bool waits;         /* for an arrival, or for space in the prefetch queue */
    uint64_t fraction;  /* fraction of a clock to add to the cell's clock */
    uint64_t ring_wait; /* total wait for slots */
};

struct waiter {
    unsigned cell;
    uint64_t subpage;
    bool lock;
};
struct released {
    unsigned cell;
    bool answered; /* else the cell repeats its request */
};

struct transaction;
struct allcache {
    const struct parameters *p;
    struct cell *cells; /* active cells */
    unsigned n_active, n;
    unsigned n_rings;
    struct node *nodes; /* n of them */
    struct ring *rings, second;
    struct directory directory;
    uint64_t accesses;            /* number of accesses: timestamps of the frames' last use */
    uint64_t text_end;            /* address */
    ARRAY(struct waiter) waiters; /* in order of arrival */
    ARRAY(struct released) released;
    /* active transactions as a heap by time; and those that wait for their children */
    ARRAY(struct transaction *) events, parked;
    struct transaction *free_transactions;
    uint64_t orders; /* number of transactions so far */
};

static inline unsigned ring_of(unsigned cell)
{
    return cell / RING_CELLS;
}
static inline unsigned station_of(unsigned cell)
{
    return cell % RING_CELLS;
}
static inline uint64_t cost(const struct allcache *a, enum parameter i)
{
    return (uint64_t)a->p->at[i];
}
/* Increments a counter of an active cell. */
static inline void count(struct allcache *a, unsigned cell, enum cell_counter what)
{
    if (cell < a->n_active)
        a->cells[cell].counts[what]++;
}

/* A request of a cell for a subpage. */
struct subpage_request {
    unsigned cell;
    uint64_t subpage; /* address / LAB_SUBPAGE */
    struct page *page;
    unsigned index; /* of the subpage in its page */
};
static inline uint64_t requested_address(const struct subpage_request *q)
{
    return q->subpage * LAB_SUBPAGE;
}

/* The purpose of a transaction; it determines what happens at its end. */
enum purpose {
    PURPOSE_ACCESS,   /* a load, store or fetch that waits */
    PURPOSE_LOCK,     /* a gsp that waits, granted or refused */
    PURPOSE_PREFETCH, /* in the background, as the following: */
    PURPOSE_POSTSTORE,
    PURPOSE_MOVE, /* of replaced subpages */
    PURPOSE_TOUR, /* a part of another transaction */
};

/* Fetches a subpage into the cell's local cache for a request at t, exclusively if `own`. Returns
 * true if it is present, and sets *present_at to the time. Otherwise starts a transaction for that
 * purpose, which ends after the subpage's arrival. */
bool protocol_acquire(struct allcache *a, const struct subpage_request *q, bool own,
                      enum purpose purpose, const struct request *r, uint64_t t,
                      uint64_t *present_at);
/* Sends an owned subpage once around the ring; local caches with a frame for it store a copy. */
void protocol_poststore(struct allcache *a, const struct subpage_request *q, uint64_t t);
/* Starts the transaction of a refused lock request. */
void protocol_refused(struct allcache *a, const struct subpage_request *q, const struct request *r,
                      uint64_t t);
/* Updates the copies on the path of a packet with the subpage's data that leaves its station at t.
 */
void protocol_update_path(struct allcache *a, unsigned ring, unsigned from, unsigned hops,
                          const struct subpage_request *q, uint64_t t);
/* Completes a transaction that ended at t (allcache.c). */
void protocol_finish(struct allcache *a, enum purpose purpose, const struct subpage_request *q,
                     const struct request *r, uint64_t t);

/* Finds a frame for the page in the cell's local cache and evicts its previous page (pages.c). A
 * page without holders becomes owned by the cell. Returns the time at which the frame is available.
 */
uint64_t pages_allocate(struct allcache *a, const struct subpage_request *q, uint64_t t);

/* Returns when a subpage in transit to the cell arrives; t if none is. */
uint64_t arrivals_at(const struct node *n, uint64_t subpage, uint64_t t);
/* Adds an arrival, and removes those up to `now`. */
void arrivals_add(struct node *n, uint64_t subpage, uint64_t at, bool prefetched, uint64_t now);
/* Removes the arrival of a prefetched subpage. */
void arrivals_remove_prefetched(struct node *n, uint64_t subpage);
/* Removes the arrivals up to t. */
void arrivals_expire(struct node *n, uint64_t t);
/* Returns the number of prefetches in transit. */
unsigned arrivals_count_prefetches(const struct node *n);

/* Locks (locks.c). */
bool lock_is_held(const struct subpage_request *q); /* by another cell */
void lock_wait(struct allcache *a, const struct subpage_request *q, bool lock);
void lock_release(struct allcache *a, const struct subpage_request *q);

#endif
