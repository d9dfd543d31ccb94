/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a trace analysis. */
#ifndef LAB_TRACE_STATE_H
#define LAB_TRACE_STATE_H

#include "lab/machine/local-cache.h"
#include "lab/machine/subcache.h"
#include "lab/trace/analysis.h"
#include "lab/trace/tracer.h"

enum { GRANULE = 4, GRANULES = LAB_SUBPAGE / GRANULE, RECENT = 512 };

/* The state of a subpage at one cell. */
struct user {
    struct user *next;
    uint32_t cell;
    bool reader, writer;    /* the cell read or wrote it at any time */
    bool had;               /* the cell had a copy, and still has a frame for the page */
    bool valid;             /* the cell has a copy, in trace order */
    bool evicted;           /* the copy was replaced for lack of space, not invalidated */
    bool unclassified;      /* a miss whose kind of sharing is not known yet */
    bool known;             /* the cell had a copy at the end of some region */
    bool lower, upper;      /* valid at the region's start under the bounds' assumptions */
    uint64_t invalidated;   /* clock of the write that invalidated the copy */
    uint64_t reads, writes; /* in the current region */
    uint64_t fetches;       /* misses of the current region for lack of space */
};
struct subpage {
    uint64_t address;
    struct user *users;
    uint32_t owner;     /* cell + 1 of the exclusive owner; 0 = none */
    bool synchronizing; /* data of the library's barriers and forks */
    bool in_region;     /* in the list of the current region */
    uint64_t true_sharing, false_sharing, reads, writes;
    uint64_t written[GRANULES]; /* clock of the last write */
    uint16_t writer[GRANULES];  /* cell + 1; 0 = never written */
    uint64_t *has;              /* for each granule a set of the cells that have its value */
};
struct trace_page {
    uint64_t number;
    unsigned creator;
    bool replaced; /* the creator replaced it: unused subpages are no longer present there */
    struct subpage *at[PAGE_SUBPAGES];
};
struct trace_cell {
    struct subcache sub;
    struct local_cache local;
    struct {
        struct subpage *subpage;
        struct user *user;
    } recent[RECENT];
    uint32_t row;
    uint64_t key;          /* sequence number of its current region; 0 = any */
    uint64_t synchronized; /* clock of its last synchronization */
};
/* Clocks of the messages from one cell to another. */
struct pair_of_cells {
    bool any, any_before;
    uint64_t sent;         /* the last message */
    uint64_t before;       /* the last one up to the reader's last synchronization */
    uint64_t synchronized; /* clock of that synchronization */
    uint32_t *flows;       /* by row: index + 1; 0 = none */
    uint32_t n_flows;
};
struct state {
    struct analysis *out;
    struct arena *arena;
    const struct analysis_options *o;
    unsigned cells, words; /* words of a set of cells */
    struct trace_cell *cell;
    struct trace_page **pages; /* open addressing by number */
    size_t n_pages, room;
    struct subpage **listed; /* subpages with references in the current region */
    size_t n_listed, room_listed;
    uint64_t key;                /* of the current region */
    uint32_t row;                /* of the current region */
    uint64_t access;             /* sequence number of the last local-cache access */
    struct pair_of_cells *pairs; /* from * cells + to */
};

/* Adds 1 to a count of the cell and of the current region. */
static inline void count(struct state *s, unsigned cell, enum analysis_count k)
{
    s->out->by_cell[cell][k]++;
    s->out->rows.at[s->row].counts[k]++;
}

/* ---- caches.c ---- */
/* Returns the subpage of an address. The first cell that refers to its page creates the page. */
struct subpage *subpage_of(struct state *s, uint64_t address, unsigned cell);
/* Returns the state of a subpage at a cell; creates it if necessary. */
struct user *user_of(struct state *s, struct subpage *p, unsigned cell);
/* Simulates one reference in trace order. A prefetch only fetches the subpage. */
void caches_reference(struct state *s, unsigned cell, struct subpage *p, struct user *u,
                      const struct trace_event *e);
/* Classifies the cell's open miss as true sharing if another cell wrote the element used. */
void caches_classify_use(struct state *s, struct subpage *p, struct user *u, unsigned granule);
/* Counts all misses that are still unclassified as false sharing. */
void caches_classify_remaining(struct state *s);

/* ---- bounds.c ---- */
/* Counts a reference of the current region. */
void bounds_add_reference(struct state *s, struct subpage *p, struct user *u, bool write);
/* Adds the bounds of the current region to the counts and starts a new region. */
void bounds_end_region(struct state *s);

/* ---- moves.c ---- */
/* Record that a cell reads or writes an element at that clock. A read of another cell's value moves
 * the element. */
void moves_add_read(struct state *s, unsigned cell, struct subpage *p, unsigned granule,
                    uint64_t clock);
void moves_add_write(struct state *s, unsigned cell, struct subpage *p, unsigned granule,
                     uint64_t clock);
/* Sorts the flows and their elements. */
void moves_end(struct state *s);

#endif
