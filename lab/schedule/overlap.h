/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One loop whose passes overlap: what depends on what over passes, and the instructions of the
 * prologue, the kernel and the epilogue. */
#ifndef LAB_SCHEDULE_OVERLAP_H
#define LAB_SCHEDULE_OVERLAP_H

#include "lab/schedule/counted.h"
#include "lab/schedule/modulo.h"
#include "lab/schedule/webs.h"

/* An address register that goes on by a number of bytes a pass, by one instruction that nothing but
 * loads and stores has to do with: they may change places with it, with another displacement. */
struct stepped {
    int64_t bytes;
    size_t node; /* that steps it; the number of nodes: there is none */
};
struct overlap {
    const struct lab_flow_block *block;
    const struct machine *m;
    struct counted loop;
    struct modulo x;
    struct memory_use *uses; /* by node */
    struct stepped stepped[LAB_CEU_REGISTERS];
    int *base; /* by node: number of the stepped register that it is addressed by; -1 = none */
    struct webs webs; /* passes = 1 where registers stay */
    int stages;
};
/* A loop and what is around it. */
struct around {
    const struct lab_flow *flow;
    const struct lab_flow_block *block;
    struct counted loop;
    struct rows before, behind; /* live there */
};

/* What overlaps in a counted loop: its nodes and arcs; renamed: registers of values that only a
 * pass has to do with may be others. False: too many. */
bool overlap_of(struct arena *a, const struct around *l, const struct machine *m, bool renamed,
                struct overlap *o);
void overlap_free(struct overlap *o);
/* Finds a schedule with that many pairs a pass. */
bool overlap_schedule(struct arena *a, struct overlap *o, int interval);

typedef ARRAY(struct lab_inst) inst_list;
/* The kernel's pairs, in a: *n of them, for as many passes as have registers of their own. target:
 * of its branch. False: a displacement would be out of reach. */
struct lab_pair *overlap_kernel(struct arena *a, const struct overlap *o, const char *target,
                                size_t *n);
/* In the order in which they are issued; what counts is left out. */
bool overlap_prologue(const struct overlap *o, inst_list *out);
bool overlap_epilogue(const struct overlap *o, inst_list *out);

#endif
