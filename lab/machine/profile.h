/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often each pair ran and how long it took, cell by cell, and what that makes of innermost
 * loops: passes, pairs and clocks. Assumed: a pair takes the clocks from its own first step to that
 * of the pair run next, so that stalls, and clocks of routines that the host does, are those of the
 * pair that had them. */
#ifndef LAB_MACHINE_PROFILE_H
#define LAB_MACHINE_PROFILE_H

#include "lab/machine/code.h"

struct profile;
/* For cells that run that program, which must outlive it. */
struct profile *profile_open(const struct program *p, struct cell *cells, unsigned n);
void profile_close(struct profile *p);

/* A step is about to be done; again where the cell left it. */
void profile_step(struct cell *c, const struct step *s, uint64_t clock);

/* A loop of one of the program's own files: from the label that a branch goes back to, to the two
 * pairs behind the branch, with no such loop in it. Sums over the cells. */
struct profile_loop {
    const char *file, *label;
    const char *source; /* NULL = unknown */
    uint32_t line;      /* of the source, first pair that has one; 0 = unknown */
    uint32_t length;    /* pairs */
    uint64_t passes;    /* times its first pair ran, not counting that it was quashed */
    uint64_t pairs;     /* that ran in it, and those that its branches quashed */
    uint64_t clocks;
};
typedef ARRAY(struct profile_loop) profile_loops;
/* Of the cells now, in the order of the text. */
void profile_loops_find(const struct profile *p, profile_loops *loops);

#endif
