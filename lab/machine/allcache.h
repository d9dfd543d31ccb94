/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory system of the KSR1: subcaches, local caches, rings, as seen by their cells. Contents
 * of memory are not here (struct memory of cell.h): what is here says where they are, and what it
 * takes to have them. Source of each number: parameters.def; of the protocol: the report, 2.2, 2.3.
 *
 * Requests have to come in the order of their clocks, and events of the rings that are due before
 * a request have to be stepped before it; engine.h sees to both. */
#ifndef LAB_MACHINE_ALLCACHE_H
#define LAB_MACHINE_ALLCACHE_H

#include "lab/machine/cell.h"
#include "lab/machine/parameters.h"

/* States of a subpage in a local cache. */
enum subpage_state { STATE_INVALID, STATE_COPY, STATE_NONEXCLUSIVE, STATE_EXCLUSIVE };

enum answer {
    ANSWER_GIVEN,        /* clock, subcaches and counts are as they are when the cell goes on */
    ANSWER_WAITS,        /* until allcache_released brings it back */
    ANSWER_NOT_LOCKED,   /* it releases what it has not locked: a fault of the program */
    ANSWER_LOCKED_ITSELF /* it waits for what it has locked: likewise */
};

struct allcache;
/* The machine with those active cells on as many rings as they need, full rings of cells; the
 * others are idle, their local caches hold what active ones have no room for. text_bytes: length
 * of the program's text at LAB_TEXT. No page is anywhere as yet. */
struct allcache *allcache_new(const struct parameters *p, struct cell *cells, unsigned n,
                              uint64_t text_bytes);
void allcache_free(struct allcache *a);
/* Answers the request of a cell that asks. */
enum answer allcache_answer(struct allcache *a, unsigned cell);
/* The next cell that need not wait any more, its clock moved on; -1 = none. answered: its request
 * is, else it asks again. */
int allcache_released(struct allcache *a, bool *answered);
/* Clock of the next event on the rings; UINT64_MAX = nothing is under way. */
uint64_t allcache_next_event(const struct allcache *a);
/* Does it. */
void allcache_step(struct allcache *a);

/* For tests and statistics. */
enum subpage_state allcache_state(const struct allcache *a, unsigned cell, uint64_t address);
/* The cell that has it locked; -1 = none. */
int allcache_locked_by(const struct allcache *a, uint64_t address);
/* Cells with a local cache, the idle ones too. */
unsigned allcache_cells(const struct allcache *a);
/* What should hold and does not, in words; NULL = all is well: at most one owner of a subpage,
 * copies only beside a nonexclusive owner, subcaches hold only what the local cache has, and may
 * write only what it owns exclusively. Looks at everything: for tests. */
const char *allcache_fault(struct allcache *a);

#endif
