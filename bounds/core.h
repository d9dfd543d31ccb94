/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulates a core with dynamic scheduling, cycle by cycle, for consecutive passes of a body. */
#ifndef BOUNDS_CORE_H
#define BOUNDS_CORE_H

#include "bounds/body.h"

/* Why the front end delivers less than its width. */
enum stall {
    STALL_FETCH,
    STALL_DISPATCH,
    STALL_REORDER,
    STALL_LOADS,
    STALL_STORES,
    STALL_SCHEDULER, /* the first of the machine's schedulers; the others follow */
    STALLS = STALL_SCHEDULER + CORE_SCHEDULERS
};

/* An operation that waits at a port; the times of its operands are known. */
struct waiting {
    long age;  /* sequence number over all passes */
    int place; /* in the ring */
    int op;
};

/* A limit of events per cycle, in millionths of an event. It need not be a whole number: with a
 * limit of 0.3, events follow each other after 3, 3 and 4 cycles. */
struct rate {
    long most; /* per cycle */
    long debt; /* share of the next cycles that earlier events use */
};

struct core {
    const struct body_parts *p;
    const struct machine_core *limits;
    long now;
    long passes_kept; /* passes that the ring can hold; a power of two */
    /* by ring position of an operation: pass modulo passes_kept, then its number in the body */
    long *ready, *issued;
    int *waits;
    unsigned char *port;
    /* by ring position of a slot */
    int *left;
    long *done;
    long fetched, renamed, retired; /* slots */
    long ops_renamed;
    long rename_pass; /* pass of the next slot to rename, and its number in the body */
    int rename_slot, fetch_slot, retire_slot;
    long retire_pass;
    int loads, stores, committing; /* used entries; committing: stores that have retired */
    int scheduler_of[MACHINE_PORTS], taken[CORE_SCHEDULERS];
    int pending[MACHINE_PORTS], pending_before[MACHINE_PORTS]; /* now; at the start of the cycle */
    int place_in_cycle;                                        /* of the operation being renamed */
    struct waiting *queue[MACHINE_PORTS];
    int queued[MACHINE_PORTS];
    long next[MACHINE_PORTS]; /* earliest start of an operation there */
    long free[MACHINE_PORTS]; /* when it is free again, in 1/UNIT_PARTS cycles */
    struct commit *commits;   /* ring of pending stores, in order */
    int n_commits, first_commit;
    struct rate retire, commit, issue, fetch;
    struct rate together; /* stores that one commit writes to a line */
    const int *longest;   /* by operation: cycles until all users of its result can start */
    long look_back;       /* retired passes whose results may still be pending */
    long phases;          /* passes after which the positions of addresses in lines repeat */
    int line;             /* bytes */
    int dispatch_most;    /* limit of dispatch per cycle, in parts of operations; 0 = none */
    int *dispatch;        /* by slot: its share of that limit */
    int dispatch_debt;    /* used in this cycle or in earlier ones; negative: unused part of the
                             previous cycle, because a queue balances them */
    int split_here;       /* instructions whose operations are split at renaming */
    /* statistics */
    long busy[MACHINE_PORTS]; /* 1/UNIT_PARTS cycles */
    long stalls[STALLS], issued_slots;
    long splits;
    bool moved; /* an event happened in this cycle */
};

/* Initialises c before the first pass; memory from a. */
void core_start(struct core *c, struct arena *a, const struct body_parts *p);
/* Simulates one cycle, and the following ones without events. */
void core_cycle(struct core *c);
/* Returns a hash of the state that determines the future: equal states have equal futures. */
uint64_t core_state(const struct core *c);
/* Returns a hash of the numbers of used entries. */
uint64_t core_entries(const struct core *c);

#endif
