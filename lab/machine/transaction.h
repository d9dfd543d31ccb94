/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transactions on the rings, as events in time order. The states of subpages change when a
 * transaction starts; this module computes how long it takes.
 * Assumptions: an owner serves one request at a time, in the order of arrival. An owner whose own
 * data have not arrived does not respond: the request returns unanswered and is repeated, up to
 * eight times at once, then after pauses that double from 1 clock to 4096 (our choice). */
#ifndef LAB_MACHINE_TRANSACTION_H
#define LAB_MACHINE_TRANSACTION_H

#include "lab/machine/protocol.h"

enum hop_kind {
    HOP_RING,  /* from a station over that many links of a ring */
    HOP_WAIT,  /* for some ticks */
    HOP_SERVE, /* service at the owner */
    HOP_TOURS, /* concurrent tours of the other rings that hold the page */
};
struct hop {
    enum hop_kind kind;
    bool updates;  /* the packet updates copies on its path */
    unsigned ring; /* number; SECOND_RING */
    unsigned from, hops;
    uint64_t ticks;
};
enum { SECOND_RING = 0xffff, MAX_HOPS = 20 };

struct transaction {
    struct subpage_request q;
    enum purpose purpose;
    struct request request; /* completed at the end */
    struct hop path[MAX_HOPS];
    unsigned n_hops, at, again; /* again: where an unanswered request is repeated */
    unsigned owner;
    /* value of subpage.arrived_transfers that the owner must have before it can respond; 0 = none
     */
    uint32_t needed_transfers;
    uint32_t own_transfer; /* subpage.arrived_transfers after the transaction; 0 = unchanged */
    bool unanswered;
    unsigned packets;     /* number of packets to send in sequence over the same path */
    uint64_t time, order; /* of its next event */
    unsigned tries;       /* number of unanswered requests */
    uint64_t wants_slot;  /* time since when it waits for a slot; NO_SLOT_WAIT = it does not */
    struct transaction *parent;
    unsigned children; /* unfinished ones */
    struct transaction *next_free;
};
#define NO_SLOT_WAIT UINT64_MAX

/* Returns an empty transaction that starts at t. */
struct transaction *transaction_new(struct allcache *a, const struct subpage_request *q,
                                    uint64_t t);
/* Append hops to the path. */
void transaction_wait(struct transaction *x, uint64_t ticks);
void transaction_serve(struct transaction *x);
void transaction_tours(struct transaction *x);
/* Appends the path between two cells, over other rings if needed; from a cell to itself: once
 * around its ring. The last hop updates copies if `updates`. */
void transaction_add_path(struct allcache *a, struct transaction *x, unsigned from, unsigned to,
                          bool updates);
void transaction_ring_hop(struct allcache *a, struct transaction *x, unsigned ring, unsigned from,
                          unsigned to);
void transaction_start(struct allcache *a, struct transaction *x);
void transactions_free(struct allcache *a);

#endif
