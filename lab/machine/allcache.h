/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory system of the KSR1: subcaches, local caches, rings, as seen by their cells. Contents
 * of memory are not here (struct memory of cell.h): what is here says where they are, and what it
 * takes to have them. Source of each number: parameters.def; of the protocol: the report, 2.2, 2.3.
 *
 * A request is answered at once and as a whole: states change when it is asked, and the cell's
 * clock moves to when its answer would have arrived, given all that was asked before. So requests
 * have to come in the order of their clocks; engine.h sees to it. */
#ifndef LAB_MACHINE_ALLCACHE_H
#define LAB_MACHINE_ALLCACHE_H

#include "lab/machine/cell.h"
#include "lab/machine/parameters.h"

/* States of a subpage in a local cache. */
enum subpage_state { STATE_INVALID, STATE_COPY, STATE_NONEXCLUSIVE, STATE_EXCLUSIVE };

enum answer {
    ANSWER_GIVEN, /* clock, subcaches and counts are as they are when the cell goes on */
    ANSWER_WAITS, /* for a subpage that another cell has locked: ask again once it is released */
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
/* The next cell that may ask again because what it waited for was released, its clock moved on;
 * -1 = none. */
int allcache_released(struct allcache *a);

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
