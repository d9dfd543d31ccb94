/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analysis of a trace while it goes on. */
#ifndef LAB_TRACE_STATE_H
#define LAB_TRACE_STATE_H

#include "lab/machine/local-cache.h"
#include "lab/machine/subcache.h"
#include "lab/trace/analysis.h"
#include "lab/trace/tracer.h"

enum { GRANULE = 4, GRANULES = LAB_SUBPAGE / GRANULE, RECENT = 512 };

/* A cell and a subpage. */
struct user {
    struct user *next;
    uint32_t cell;
    bool reader, writer;    /* ever */
    bool had;               /* the cell had a copy, and its page is still there */
    bool valid;             /* it has one, in the order of the trace */
    bool evicted;           /* lost for want of room, not by a write */
    bool unclear;           /* a miss whose kind of sharing is not known yet */
    bool known;             /* it had one at the end of some region */
    bool lower, upper;      /* valid by the assumptions of the bounds when the region began */
    uint64_t lost;          /* clock of the write that took it */
    uint64_t reads, writes; /* in the region under way */
    uint64_t fetches;       /* in it, for want of room */
};
struct subpage {
    uint64_t address;
    struct user *users;
    uint32_t owner;     /* cell + 1 that has it exclusively; 0 = none */
    bool synchronizing; /* of the library's barriers and forks */
    bool in_region;     /* listed in it */
    uint64_t true_sharing, false_sharing, reads, writes;
    uint64_t written[GRANULES]; /* clock of the last write */
    uint16_t writer[GRANULES];  /* cell + 1; 0 = nobody wrote it */
    uint64_t *has;              /* cells that have that, a bit each: words for each granule */
};
struct trace_page {
    uint64_t number;
    unsigned creator;
    bool left; /* it went from its creator: what nobody used until then is not there any more */
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
    uint64_t key;          /* of the region it is in: order of regions; 0 = any */
    uint64_t synchronized; /* clock of its last synchronization */
};
/* What a cell sent to another: clocks of messages. */
struct pair_of_cells {
    bool any, any_before;
    uint64_t sent;         /* the last */
    uint64_t before;       /* the last up to the reader's last synchronization, */
    uint64_t synchronized; /* which was this */
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
    struct subpage **listed; /* subpages of the region under way */
    size_t n_listed, room_listed;
    uint64_t key;                /* of the region under way */
    uint32_t row;                /* its */
    uint64_t access;             /* number of the last: for the local caches */
    struct pair_of_cells *pairs; /* from * cells + to */
};

/* All that cells do while a region is under way is of it. */
static inline void count(struct state *s, unsigned cell, enum analysis_count k)
{
    s->out->by_cell[cell][k]++;
    s->out->rows.at[s->row].counts[k]++;
}

/* ---- caches.c ---- */
struct subpage *subpage_of(struct state *s, uint64_t address, unsigned cell);
struct user *user_of(struct state *s, struct subpage *p, unsigned cell);
/* A reference in the order of the trace; hint: it only brings the subpage. */
void caches_refer(struct state *s, unsigned cell, struct subpage *p, struct user *u,
                  const struct trace_event *e);
/* The element was used: was it what another wrote? */
void caches_use(struct state *s, struct subpage *p, struct user *u, unsigned granule);
/* Misses whose kind is still open were of false sharing. */
void caches_settle(struct state *s);

/* ---- bounds.c ---- */
void bounds_refer(struct state *s, struct subpage *p, struct user *u, bool write);
void bounds_end_region(struct state *s);

/* ---- moves.c ---- */
void moves_read(struct state *s, unsigned cell, struct subpage *p, unsigned granule,
                uint64_t clock);
void moves_write(struct state *s, unsigned cell, struct subpage *p, unsigned granule,
                 uint64_t clock);
void moves_end(struct state *s);

#endif
