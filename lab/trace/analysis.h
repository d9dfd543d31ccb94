/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analyses a trace: subcache and local-cache misses, sharing, and movement of data between cells
 * (K-LCache, K-Sim; section 9 of the report). The model assumes:
 *   - References of all cells are ordered by their clocks. References with the same clock are
 *     ordered by cell number. References to the data of the library's barriers and forks (lab.*)
 *     are counted but otherwise ignored.
 *   - Subcache: 64 sets of 2 blocks of 2 KB, subblocks of 64 bytes, random replacement from a
 *     seed.
 *   - Local cache: 128 sets of 16 KB pages, 12 ways by default. The page whose last subcache miss
 *     is oldest is replaced first. A subpage has 128 bytes. A store invalidates all other copies of
 *     the subpage. The first cell that refers to a page creates it with all its subpages. There is
 *     no automatic update, so each copy stays valid at most as long as it can on the machine.
 *   - A synchronization region is the work of a cell in a parallel region between two of these
 *     points: its begin, its barriers, its end. The first cell's work between parallel regions is a
 *     region, too. Each reference belongs to the current region, which ends when a cell enters
 *     the next one.
 *   - Lower bound: no page is replaced. Within a synchronization region the references of all cells
 *     have the best order for every subpage, so each cell misses at most once. Cells that had a
 *     copy before share one miss, because its response updates the copies of the others. If a cell
 *     reads and another cell writes a subpage, all cells that had it have a copy at the end of the
 *     region.
 *   - Upper bound: pages are replaced in the order of the trace. Within a synchronization region
 *     each write to a subpage by another cell causes a miss while references are left that can
 *     miss. No copy is updated. Copies of subpages that others write are invalid at the region's
 *     end.
 *   - An element has 8 bytes, or 4 bytes for a 4-byte reference. It moves when a cell reads it for
 *     the first time since another cell wrote it. A message from the writer carries it. The message
 *     is sent after the write and before the reader's last synchronization before the reference; if
 *     the write follows that synchronization, before the reference. The number of messages is the
 *     least that these times allow. */
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

/* All instances of one synchronization region of the program text. */
struct region_row {
    const char *name;
    bool outside; /* sequential; else part `phase` of a parallel region */
    uint32_t region, phase;
    uint64_t instances, counts[ANALYSIS_COUNTS];
};
/* Elements that moved from one cell to another in a region. */
struct flow {
    uint32_t row, from, to;
    uint64_t moved, messages;
    ARRAY(uint64_t) elements; /* addresses; sorted and unique when the analysis is complete */
    size_t compact;           /* number of elements when they were last sorted */
};
struct subpage_row {
    uint64_t address, reads, writes, true_sharing, false_sharing;
    uint32_t readers, writers; /* cells */
    uint32_t *cells;           /* users in ascending order, n_cells of them */
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

/* Reads all of r. Returns NULL after an error message if the trace is damaged. */
struct analysis *analysis_of(struct trace_reader *r, const char *path,
                             const struct analysis_options *o, struct diag *d);
void analysis_free(struct analysis *a);

#endif
