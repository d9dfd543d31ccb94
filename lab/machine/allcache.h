/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory system of the KSR1 as its cells see it: subcaches, local caches, rings. It models
 * where data are and how long accesses take; struct memory of cell.h holds the contents. Sources:
 * of each number, parameters.def; of the protocol, sections 2.2 and 2.3 of the report.
 *
 * Requests must come in clock order, and ring events that are due before a request must be
 * processed before it; engine.h does both. */
#ifndef LAB_MACHINE_ALLCACHE_H
#define LAB_MACHINE_ALLCACHE_H

#include "lab/machine/cell.h"
#include "lab/machine/parameters.h"

/* States of a subpage in a local cache. */
enum subpage_state { STATE_INVALID, STATE_COPY, STATE_NONEXCLUSIVE, STATE_EXCLUSIVE };

enum answer {
    ANSWER_GIVEN,        /* clock, subcaches and counts are those at which the cell continues */
    ANSWER_WAITS,        /* until allcache_released() returns the cell */
    ANSWER_NOT_LOCKED,   /* it releases a subpage that it has not locked: an error of the program */
    ANSWER_LOCKED_ITSELF /* it waits for a lock that it holds: an error of the program */
};

struct allcache;
/* Creates a machine with those active cells, on as many full rings as they need. The other cells of
 * the rings are idle; their local caches store what active cells have no space for. text_bytes:
 * length of the program's text at LAB_TEXT. No cell holds any page yet. */
struct allcache *allcache_new(const struct parameters *p, struct cell *cells, unsigned n,
                              uint64_t text_bytes);
void allcache_free(struct allcache *a);
/* Processes the pending request of a cell. */
enum answer allcache_answer(struct allcache *a, unsigned cell);
/* Returns the next cell that no longer waits, with an updated clock; -1 = none. *answered: its
 * request is complete; otherwise it must be repeated. */
int allcache_released(struct allcache *a, bool *answered);
/* Returns the clock of the next ring event; UINT64_MAX = none. */
uint64_t allcache_next_event(const struct allcache *a);
/* Processes that event. */
void allcache_step(struct allcache *a);

/* For tests and statistics. */
enum subpage_state allcache_state(const struct allcache *a, unsigned cell, uint64_t address);
/* Returns the cell that holds the lock; -1 = none. */
int allcache_locked_by(const struct allcache *a, uint64_t address);
/* Returns the number of cells with a local cache, including idle ones. */
unsigned allcache_cells(const struct allcache *a);
/* Returns the first violated invariant as text; NULL = none. A subpage has at most one owner;
 * copies exist only with a nonexclusive owner; a subcache holds only what its local cache holds,
 * and may write only what that owns exclusively. Checks the whole machine: for tests. */
const char *allcache_check_invariants(struct allcache *a);

#endif
