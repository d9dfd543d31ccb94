/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Run-time bounds over the region tree of a run (sections 4.3 and 4.4 of the report). With B the
 * bound of a loop in cycles per iteration and C its iterations:
 *   loop, sequential        sum of B * C                                       eq. 4.15, 4.16
 *   parallel, balanced      sum over loops and threads of B * C, / processors  eq. 4.17
 *   parallel, as distributed  between two barriers the greatest, over threads, of the sum over
 *                           loops of B * C of that thread; barrier after barrier  eq. 4.18
 *   program, routine, sequential, section   sum of what they hold              eq. 4.19
 *   sections                the greatest of its sections                       eq. 4.19
 *   call                    calls * bound of one call of the routine           appendix B.2
 * What was measured of a loop is that of the whole run; a routine's part of it is 1 / its calls in
 * the run. In a parallel region the threads go through sequential regions and calls each for
 * itself; a parallel region, or sections, within belong to the thread of least number that runs in
 * them, for the others of them wait for it.
 * All numbers are of one execution of the region, cycles; a program is executed once. */
#ifndef GAPS_REGIONS_REGIONS_H
#define GAPS_REGIONS_REGIONS_H

#include "facts/doubts.h"
#include "gaps/gaps.h"

enum region_rung { REGION_MA, REGION_MAC, REGION_MACS, REGION_RUNGS };
struct region_bounds {
    struct quantity balanced[REGION_RUNGS], actual[REGION_RUNGS];
};

/* A thread in a parallel region, from its begin to its closing barrier. */
struct region_thread {
    long thread;
    struct quantity bound;    /* of rung MACS */
    struct quantity measured; /* its own cycles */
    struct quantity idle;     /* cycles until the last thread is done */
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
    const char *word;           /* of the kind, as in a region file: "parallel" */
    int depth;                  /* 0 = program or routine */
    const char *name, *loop;    /* as of struct tree_region; loop is an id */
    struct quantity calls;      /* of a call: calls in one execution of what holds it; of a routine:
                                   calls in the run */
    struct quantity processors; /* that share it out, if it is parallel */
    struct region_bounds bound;
    struct quantity measured;  /* of a parallel region that of its slowest thread */
    bool timed;                /* measured is given or sampled, not a sum over the loops in it */
    struct quantity imbalance; /* actual - balanced, of rung MACS */
    struct quantity imbalance_share, gap_share; /* of measured */
    struct quantity gap;                        /* measured - actual, of rung MACS */
    struct region_thread *threads;              /* of a parallel region, by number */
    size_t n_threads;
};
struct gap_regions {
    const char *path;               /* the region file; NULL = from region events */
    const struct region_tree *tree; /* as it is stored */
    struct gap_region *at;          /* in the order of the file */
    size_t n;
    size_t program;     /* index of the program: its bound is that of the run */
    struct notes notes; /* loops that no region names; bounds that do not fit */
};

/* The letters of the notes that doubt a number of region i of the run, which is made of those of
 * the loops in the region and in routines that it calls. bound, measured: the numbers of
 * facts/doubts.h that its bound and its measured time are made of, 0 = it is not made of them.
 * names: what the notes call each loop of the run. NULL: none does. */
const char *gap_region_mark(struct doubts *d, const struct gap_run *run, size_t i, unsigned bound,
                            unsigned measured, const char *const *names);

struct region_tree; /* runs/regions/regions.h */
struct gaps;
struct model_build;
/* The regions of a run of the table, or of a build that was not measured; made in a. *to = NULL
 * where no tree is stored. False after a message. */
bool regions_of(const struct gaps *g, struct arena *a, const struct gap_run *run,
                struct gap_regions **to);

#endif
