/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the memory system share. Times are in thousandths of clocks. */
#ifndef LAB_MACHINE_PROTOCOL_H
#define LAB_MACHINE_PROTOCOL_H

#include "lab/machine/directory.h"
#include "lab/machine/ring.h"
#include "lab/machine/subcache.h"

enum { RING_CELLS = 32, RING_DIRECTORY = 32 /* station of the way to other rings */ };

/* A subpage on its way to a cell whose local cache says already that it has it. */
struct arrival {
    uint64_t subpage, at; /* at: NOT_YET = nobody knows */
    bool prefetched;
};
#define NOT_YET UINT64_MAX

/* A cell's part of the memory system; idle ones have a local cache alone. */
struct node {
    struct local_cache local;
    uint64_t busy_until;          /* its local cache serves the ring */
    struct subcache instructions; /* active ones */
    ARRAY(struct arrival) arrivals;
    bool waits;         /* for an arrival, or for room in the prefetch queue */
    uint64_t fraction;  /* by which the cell is behind its clock */
    uint64_t ring_wait; /* for slots */
};

struct waiter {
    unsigned cell;
    uint64_t subpage;
    bool lock;
};
struct released {
    unsigned cell;
    bool answered; /* else it asks again */
};

struct transaction;
struct allcache {
    const struct parameters *p;
    struct cell *cells; /* the active ones */
    unsigned n_active, n;
    unsigned n_rings;
    struct node *nodes; /* n of them */
    struct ring *rings, second;
    struct directory directory;
    uint64_t accesses;            /* so far: dates of the frames' last use */
    uint64_t text_end;            /* address */
    ARRAY(struct waiter) waiters; /* who waits longest first */
    ARRAY(struct released) released;
    /* under way, the next to go on first; and those that wait for others */
    ARRAY(struct transaction *) events, parked;
    struct transaction *free_transactions;
    uint64_t orders; /* transactions so far */
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
/* Counts for a cell; idle ones count nothing. */
static inline void count(struct allcache *a, unsigned cell, enum cell_counter what)
{
    if (cell < a->n_active)
        a->cells[cell].counts[what]++;
}

/* A subpage that is asked for. */
struct asked {
    unsigned cell;
    uint64_t subpage; /* address / LAB_SUBPAGE */
    struct page *page;
    unsigned index; /* of the subpage in its page */
};
static inline uint64_t asked_address(const struct asked *q)
{
    return q->subpage * LAB_SUBPAGE;
}

/* What a transaction is for: what its end does. */
enum purpose {
    PURPOSE_ACCESS,   /* a load, store, fetch that waits */
    PURPOSE_LOCK,     /* gsp that waits, got or refused */
    PURPOSE_PREFETCH, /* behind the cell's back, as these: */
    PURPOSE_POSTSTORE,
    PURPOSE_MOVE, /* of what had no room */
    PURPOSE_TOUR, /* a part of another one */
};

/* Brings a subpage into the cell's local cache, owned exclusively or as it comes, for a cell that
 * asks at t. True: it is there at *there. False: a transaction for that purpose ends behind its
 * arrival. */
bool protocol_acquire(struct allcache *a, const struct asked *q, bool own, enum purpose purpose,
                      const struct request *r, uint64_t t, uint64_t *there);
/* Sends an owned subpage on a full tour: local caches with a frame for it take it. */
void protocol_poststore(struct allcache *a, const struct asked *q, uint64_t t);
/* Asks who has it locked and is refused: a transaction. */
void protocol_refused(struct allcache *a, const struct asked *q, const struct request *r,
                      uint64_t t);
/* A packet with data of that subpage goes from station to station of a ring, leaving at t. */
void protocol_update_path(struct allcache *a, unsigned ring, unsigned from, unsigned hops,
                          const struct asked *q, uint64_t t);
/* A transaction has ended at t (allcache.c). */
void protocol_finish(struct allcache *a, enum purpose purpose, const struct asked *q,
                     const struct request *r, uint64_t t);

/* Finds a frame for the page in the cell's local cache (pages.c); what was there goes elsewhere. A
 * page that nobody holds is owned by the cell as a whole. When the frame is there. */
uint64_t pages_allocate(struct allcache *a, const struct asked *q, uint64_t t);

/* When a subpage that is on its way to the cell arrives; t where it is not. */
uint64_t arrivals_at(const struct node *n, uint64_t subpage, uint64_t t);
/* now: what has come by then is forgotten. */
void arrivals_add(struct node *n, uint64_t subpage, uint64_t at, bool prefetched, uint64_t now);
/* A prefetched subpage has come. */
void arrivals_come(struct node *n, uint64_t subpage);
/* Those that have come by t are forgotten. */
void arrivals_forget(struct node *n, uint64_t t);
/* Prefetches under way. */
unsigned arrivals_prefetched(const struct node *n);

/* Locks (locks.c). */
bool lock_is_held(const struct asked *q); /* by another cell */
void lock_wait(struct allcache *a, const struct asked *q, bool lock);
void lock_release(struct allcache *a, const struct asked *q);

#endif
