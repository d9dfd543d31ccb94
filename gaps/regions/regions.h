/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run-time bounds over the region tree of a run (sections 4.3 and 4.4 of the report). With B the
 * bound of a loop in cycles per iteration and C its iterations:
 *   loop, sequential        sum of B * C                                       eq. 4.15, 4.16
 *   parallel, balanced      sum over loops and threads of B * C, / processors  eq. 4.17
 *   parallel, as distributed  sum over the phases between barriers of the maximum over threads of
 *                           the sum over loops of B * C of the thread          eq. 4.18
 *   program, routine, sequential, section   sum of the regions in it           eq. 4.19
 *   sections                maximum of its sections                            eq. 4.19
 *   call                    calls * bound of one call of the routine           appendix B.2
 * The measurements of a loop are those of the whole run; one call of a routine has 1 / calls of
 * them. In a parallel region each thread runs the sequential regions and calls. The bound of a
 * nested parallel region or of nested sections counts for only one thread of the enclosing region:
 * among the threads that execute it, the one with the lowest thread number. All numbers are in
 * cycles of one execution of the region; a program is executed once. */
#ifndef GAPS_REGIONS_REGIONS_H
#define GAPS_REGIONS_REGIONS_H

#include "facts/doubts.h"
#include "gaps/gaps.h"

enum region_rung { REGION_MA, REGION_MAC, REGION_MACS, REGION_RUNGS };
struct region_bounds {
    struct quantity balanced[REGION_RUNGS], actual[REGION_RUNGS];
};

/* A thread in a parallel region, from the beginning of the region to its closing barrier. */
struct region_thread {
    long thread;
    struct quantity bound;    /* of rung MACS */
    struct quantity measured; /* its own cycles */
    struct quantity idle;     /* cycles until the last thread finishes */
};
enum gap_region_kind {
    GAP_REGION_BLOCK, /* program, sequential, sections, section */
    GAP_REGION_ROUTINE,
    GAP_REGION_PARALLEL,
    GAP_REGION_LOOP,
    GAP_REGION_CALL,
    GAP_REGION_BARRIER
};
struct gap_region {
    enum gap_region_kind kind;
    const char *word;           /* keyword of the kind in a region file: "parallel" */
    int depth;                  /* 0 = program or routine */
    const char *name, *loop;    /* as of struct tree_region; loop is an id */
    struct quantity calls;      /* of a call: calls in one execution of the region around it; of a
                                   routine: calls in the run */
    struct quantity processors; /* of a parallel region: those that share its work */
    struct region_bounds bound;
    struct quantity measured; /* of a parallel region: that of its slowest thread */
    bool timed;               /* measured is from the region file or events, not a sum over loops */
    struct quantity imbalance;                  /* actual - balanced, of rung MACS */
    struct quantity imbalance_share, gap_share; /* of measured */
    struct quantity gap;                        /* measured - actual, of rung MACS */
    struct region_thread *threads;              /* of a parallel region, sorted by number */
    size_t n_threads;
};
struct gap_regions {
    const char *path;               /* the region file; NULL = from region events */
    const struct region_tree *tree; /* the stored tree */
    struct gap_region *at;          /* in the order of the file */
    size_t n;
    size_t program;     /* index of the program: its bound is that of the run */
    struct notes notes; /* measured loops in no region; inconsistent bounds */
};

/* Returns the letters of the notes that doubt a number of region i of the run; NULL = none. The
 * number depends on the loops in the region and in routines that it calls. bound, measured: the
 * numbers of facts/doubts.h on which it depends through bounds and through measured times, 0 =
 * none. names: the name of each loop of the run in the notes. */
const char *gap_region_mark(struct doubts *d, const struct gap_run *run, size_t i, unsigned bound,
                            unsigned measured, const char *const *names);

struct region_tree; /* runs/regions/regions.h */
struct gaps;
struct model_build;
/* Sets *to to the regions of a run of the table, or of a build that was not measured, allocated in
 * a; NULL if no tree is stored. Returns false after a message. */
bool regions_of(const struct gaps *g, struct arena *a, const struct gap_run *run,
                struct gap_regions **to);

#endif
