/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is under way on the rings, in the order of time. States of subpages have changed when a
 * transaction starts; what is here finds out how long it takes.
 * Assumed: an owner answers one request at a time, in the order in which they come; one whose own
 * data are still on their way answers none: the request goes home unanswered and comes again, at
 * once up to eight times, then behind pauses that double from a clock to 4096 (chosen here). */
#ifndef LAB_MACHINE_TRANSACTION_H
#define LAB_MACHINE_TRANSACTION_H

#include "lab/machine/protocol.h"

enum leg_kind {
    LEG_GO,    /* on a ring, from a station as many hops */
    LEG_WAIT,  /* ticks */
    LEG_SERVE, /* at the owner */
    LEG_TOURS, /* of the other rings that hold the page, at once */
};
struct leg {
    enum leg_kind kind;
    bool updates;  /* copies are updated on the way */
    unsigned ring; /* number; SECOND_RING */
    unsigned from, hops;
    uint64_t ticks;
};
enum { SECOND_RING = 0xffff, MOST_LEGS = 20 };

struct transaction {
    struct asked q;
    enum purpose purpose;
    struct request request; /* that is answered at the end */
    struct leg legs[MOST_LEGS];
    unsigned n_legs, at, again; /* again: where an unanswered request goes on from */
    unsigned owner;
    uint32_t needs, takes; /* subpage.come before the owner can answer; and behind this; 0 = none */
    bool unanswered;
    unsigned packets;     /* to be sent one behind the other, over the same legs */
    uint64_t time, order; /* of its next event */
    unsigned tries;       /* times that nobody answered */
    uint64_t wants_slot;  /* since then; NOBODY_WAITS = it does not */
    struct transaction *parent;
    unsigned children; /* that it waits for */
    struct transaction *next_free;
};
#define NOBODY_WAITS UINT64_MAX

/* An empty one that starts at t. */
struct transaction *transaction_new(struct allcache *a, const struct asked *q, uint64_t t);
/* Appends legs. */
void transaction_wait(struct transaction *x, uint64_t ticks);
void transaction_serve(struct transaction *x);
void transaction_tours(struct transaction *x);
/* The way from cell to cell, over other rings where it has to; to itself: all round its ring. The
 * last leg updates copies. */
void transaction_go(struct allcache *a, struct transaction *x, unsigned from, unsigned to,
                    bool updates);
void transaction_leg(struct allcache *a, struct transaction *x, unsigned ring, unsigned from,
                     unsigned to);
void transaction_start(struct allcache *a, struct transaction *x);
void transactions_free(struct allcache *a);

#endif
