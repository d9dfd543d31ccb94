/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts executions and clocks of each pair, cell by cell, and sums them for innermost loops:
 * iterations, pairs and clocks. Assumption: a pair takes the clocks from its own first step to that
 * of the next executed pair, so that stalls, and clocks of host routines, are charged to the pair
 * that caused them. */
#ifndef LAB_MACHINE_PROFILE_H
#define LAB_MACHINE_PROFILE_H

#include "lab/machine/code.h"

struct profile;
/* Attaches a profile to cells that run that program, which must outlive it. */
struct profile *profile_open(const struct program *p, struct cell *cells, unsigned n);
void profile_close(struct profile *p);

/* Records a step that is about to run; calling it again for an interrupted step has no effect. */
void profile_step(struct cell *c, const struct step *s, uint64_t clock);

/* A loop of one of the program's own files: from the label that a branch goes back to, to the
 * second pair after the branch, without an inner loop. Sums over the cells. */
struct profile_loop {
    const char *file, *label;
    const char *source; /* NULL = unknown */
    uint32_t line;      /* of the first pair with a source line; 0 = unknown */
    uint32_t length;    /* pairs */
    uint64_t passes;    /* executions of its first pair, unless quashed */
    uint64_t pairs;     /* executed in it, including those that its branches quashed */
    uint64_t clocks;
};
typedef ARRAY(struct profile_loop) profile_loops;
/* Finds the loops with the cells' current counts, in the order of the text. */
void profile_loops_find(const struct profile *p, profile_loops *loops);

#endif
