/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop with overlapping iterations: dependences across iterations, and the instructions of the
 * prologue, the kernel and the epilogue. */
#ifndef LAB_SCHEDULE_OVERLAP_H
#define LAB_SCHEDULE_OVERLAP_H

#include "lab/schedule/counted.h"
#include "lab/schedule/modulo.h"
#include "lab/schedule/webs.h"

/* An address register that one instruction advances by a constant in each iteration. Only loads and
 * stores use it otherwise; they may move across that instruction with another displacement. */
struct stepped {
    int64_t bytes;
    size_t node; /* the node that steps it; the number of nodes = none */
};
struct overlap {
    const struct lab_flow_block *block;
    const struct machine *m;
    struct counted loop;
    struct modulo x;
    struct memory_use *uses; /* by node */
    struct stepped stepped[LAB_CEU_REGISTERS];
    int *base;        /* by node: the stepped register of its address; -1 = none */
    struct webs webs; /* iterations = 1 if registers are not renamed */
    int stages;
};
/* A loop and its context. */
struct loop_context {
    const struct lab_flow *flow;
    const struct lab_flow_block *block;
    struct counted loop;
    struct rows before, after; /* live registers */
};

/* Builds the nodes and arcs of a counted loop. renamed: values that are local to an iteration may
 * get other registers. Returns false if the loop is too large. */
bool overlap_of(struct arena *a, const struct loop_context *l, const struct machine *m,
                bool renamed, struct overlap *o);
void overlap_free(struct overlap *o);
/* Searches a schedule with that many pairs per iteration. Returns false if it finds none. */
bool overlap_schedule(struct arena *a, struct overlap *o, int interval);

typedef ARRAY(struct lab_inst) inst_list;
/* Returns the kernel's *n pairs, in a, unrolled for as many iterations as have registers of their
 * own. target: of its branch. NULL if a displacement would be out of range. */
struct lab_pair *overlap_kernel(struct arena *a, const struct overlap *o, const char *target,
                                size_t *n);
/* Append the instructions in issue order, without the loop's control. */
bool overlap_prologue(const struct overlap *o, inst_list *out);
bool overlap_epilogue(const struct overlap *o, inst_list *out);

#endif
