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
    uint64_t subpage, at;
    bool prefetched;
};

/* A cell's part of the memory system; idle ones have a local cache alone. */
struct node {
    struct local_cache local;
    struct calendar busy;         /* its local cache serves the ring */
    struct subcache instructions; /* active ones */
    ARRAY(struct arrival) arrivals;
    uint64_t fraction;  /* by which the cell is behind its clock */
    uint64_t ring_wait; /* for slots */
};

struct waiter {
    unsigned cell;
    uint64_t subpage;
    bool lock;
};

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
    uint64_t requests;            /* so far */
    ARRAY(struct waiter) waiters; /* who waits longest first */
    ARRAY(unsigned) released;
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

/* Brings a subpage into the cell's local cache, owned exclusively or as it comes: when it is
 * there, for a cell that asks at t. */
uint64_t protocol_acquire(struct allcache *a, const struct asked *q, bool own, uint64_t t);
/* Sends an owned subpage on a full tour: local caches with a frame for it take it. */
void protocol_poststore(struct allcache *a, const struct asked *q, uint64_t t);
/* Asks the owner and is refused: when the cell knows. */
uint64_t protocol_refused(struct allcache *a, const struct asked *q, uint64_t t);
/* The cell's copy goes, from its subcaches too. */
void protocol_invalidate(struct allcache *a, unsigned cell, struct frame *f, const struct asked *q);
/* Sends a packet from cell to cell (to itself: all round its ring, no further): when its header is
 * there. wait: of whom, for slots. */
uint64_t protocol_send(struct allcache *a, uint64_t subpage, unsigned from, unsigned to,
                       unsigned wait, uint64_t t);

/* Finds a frame for the page in the cell's local cache (pages.c); what was there goes elsewhere. A
 * page that nobody holds is owned by the cell as a whole. When it is there. */
uint64_t pages_allocate(struct allcache *a, const struct asked *q, uint64_t t);

/* When a subpage that is on its way to the cell arrives; t where it is not. */
uint64_t arrivals_at(const struct node *n, uint64_t subpage, uint64_t t);
void arrivals_add(struct node *n, uint64_t subpage, uint64_t at, bool prefetched);
/* Those that have come by t are forgotten. */
void arrivals_forget(struct node *n, uint64_t t);
/* Prefetches under way, and when the first of them arrives. */
unsigned arrivals_prefetched(const struct node *n, uint64_t *first);

/* Locks (locks.c). */
bool lock_is_held(const struct asked *q); /* by another cell */
void lock_wait(struct allcache *a, const struct asked *q, bool lock);
void lock_release(struct allcache *a, const struct asked *q);

#endif
