/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a trace says of subcaches, local caches, sharing and the movement of data (K-LCache, K-Sim;
 * the report's section 9). Assumed:
 *   - references of all cells follow each other by their clocks, cells in order within a clock;
 *     what the library's barriers and forks do to their own data (lab.*) is left out but counted
 *   - subcache: 64 sets of 2 blocks of 2 KB, subblocks of 64 bytes, random replacement with a seed
 *   - local cache: 128 sets of pages of 16 KB, 12 ways by default, the page longest without a
 *     subcache miss goes first; subpages of 128 bytes; a store takes the subpage from all others;
 *     a page that nobody had is made here with all its subpages; no automatic update, so that the
 *     direct count holds each copy as long as the machine does at most
 *   - a synchronization region is what a cell does in a parallel region between its begin, its
 *     barriers and its end; what the first cell does between parallel regions is one, too; all
 *     that cells do is of the region that is under way, which ends when a cell is in the next
 *   - lower bound: no page ever goes for want of room; within a synchronization region all cells'
 *     references come in the order that is best for every subpage, so that a cell misses once at
 *     most, and an answer on the ring updates the invalid copies of all cells
 *   - upper bound: room as in the trace's order; within a synchronization region each write to a
 *     subpage by another cell costs a miss as long as there are references left to miss, no copy
 *     is updated, and what others write there is gone when the region ends
 *   - an element is 8 bytes, or the 4 of a 4-byte reference; it moves where a cell reads it for
 *     the first time since another wrote it. A message from that cell brings it, sent behind the
 *     write and up to the reader's last synchronization before the reference, or, where the write
 *     is behind that, up to the reference; messages are as few as these times allow */
#ifndef LAB_TRACE_ANALYSIS_H
#define LAB_TRACE_ANALYSIS_H

#include "lab/trace/places.h"
#include "lab/trace/trace.h"

enum analysis_count {
#define COUNT(NAME, name, what) COUNT_##NAME,
#include "lab/trace/counts.def"
#undef COUNT
    ANALYSIS_COUNTS
};

struct analysis_options {
    unsigned ways; /* of the local cache: 1 to 16 */
    uint64_t seed; /* of the subcaches' replacement */
};

/* A synchronization region of the text: all its instances together. */
struct region_row {
    const char *name;
    bool outside; /* sequential; else of a parallel region, phase is the number of its part */
    uint32_t region, phase;
    uint64_t instances, counts[ANALYSIS_COUNTS];
};
/* Elements that went from one cell to another for a region. */
struct flow {
    uint32_t row, from, to;
    uint64_t moved, messages;
    ARRAY(uint64_t) elements; /* addresses; sorted, each once, when the analysis is done */
    size_t compact;           /* elements when they were last sorted */
};
struct subpage_row {
    uint64_t address, reads, writes, true_sharing, false_sharing;
    uint32_t readers, writers; /* cells */
    uint32_t *cells;           /* that used it, in order; n_cells of them */
    uint32_t n_cells;
};
struct analysis {
    struct arena arena;
    struct places places;
    unsigned cells;
    uint64_t (*by_cell)[ANALYSIS_COUNTS];
    uint64_t counts[ANALYSIS_COUNTS];
    ARRAY(struct region_row) rows;
    ARRAY(struct flow) flows;           /* by row, from, to */
    ARRAY(struct subpage_row) subpages; /* by address */
};

/* Reads all of r. NULL with a message where it is damaged. */
struct analysis *analysis_of(struct trace_reader *r, const char *path,
                             const struct analysis_options *o, struct diag *d);
void analysis_free(struct analysis *a);

#endif
