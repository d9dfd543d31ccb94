/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A core that schedules while it runs, cycle by cycle: what happens to the operations of pass after
 * pass of a body. */
#ifndef BOUNDS_CORE_H
#define BOUNDS_CORE_H

#include "bounds/body.h"

/* Why the front end sends less than its width. */
enum stall {
    STALL_FETCH,
    STALL_DISPATCH,
    STALL_REORDER,
    STALL_LOADS,
    STALL_STORES,
    STALL_SCHEDULER, /* the first of the machine's schedulers; others follow */
    STALLS = STALL_SCHEDULER + CORE_SCHEDULERS
};

/* An operation that waits at a port, its operands' times being known. */
struct waiting {
    long age;  /* number of the operation, over all passes */
    int place; /* in the ring */
    int op;
};

struct core {
    const struct body_parts *p;
    const struct machine_core *limits;
    long now;
    long passes_kept; /* a power of two: passes that the ring has room for */
    /* by place of an operation: pass modulo passes_kept, then its number in the body */
    int *ready, *issued, *waits;
    unsigned char *port;
    /* by place of a slot */
    int *left, *done;
    long fetched, renamed, retired; /* slots */
    long ops_renamed;
    long rename_pass; /* of the next slot to be renamed, and its number in the body */
    int rename_slot, fetch_slot, retire_slot;
    long retire_pass;
    int loads, stores, committing; /* entries taken; of the stores, those that have retired */
    int scheduler_of[MACHINE_PORTS], taken[CORE_SCHEDULERS];
    int pending[MACHINE_PORTS], pending_before[MACHINE_PORTS]; /* now; when the cycle began */
    int place_in_cycle;                                        /* of what is renamed */
    struct waiting *queue[MACHINE_PORTS];
    int queued[MACHINE_PORTS];
    long next[MACHINE_PORTS]; /* nothing can start there before */
    long free[MACHINE_PORTS]; /* when it takes another one, in 1/UNIT_PARTS cycles */
    struct commit *commits;   /* ring of the stores to come, in order */
    int n_commits, first_commit;
    int commit_debt;    /* turns that a split store still takes */
    const int *longest; /* by operation: cycles until all that use its result may start */
    long look_back;     /* passes that have retired, and whose results may not be there yet */
    long phases;        /* passes after which addresses lie in lines as before */
    int line;           /* bytes */
    int dispatch_most; /* what goes to the schedulers in a cycle, in parts of operations; 0 = all */
    int *dispatch;     /* by slot: what it takes of that */
    int dispatch_debt; /* taken of this cycle, so far or in the ones before; less than 0: left of
                          the one before, for a queue evens them out */
    int split_here;    /* instructions whose operations are split as they are renamed */
    /* what was seen */
    long busy[MACHINE_PORTS]; /* 1/UNIT_PARTS cycles */
    long stalls[STALLS], issued_slots;
    long splits;
    bool moved; /* something happened in this cycle */
};

/* Empty, before the first pass. Lives in a. */
void core_start(struct core *c, struct arena *a, const struct body_parts *p);
/* One cycle, and those behind it in which nothing happens. */
void core_cycle(struct core *c);
/* A number for all that decides what happens from now on: two equal ones, the same future. */
uint64_t core_state(const struct core *c);
/* The same for how many entries of each kind are taken. */
uint64_t core_entries(const struct core *c);

#endif
