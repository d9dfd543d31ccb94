/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floating-point operations of an iteration: which vary, which fuse, what
 * each counts (rules 1-4). */
#ifndef ANALYSIS_WORK_H
#define ANALYSIS_WORK_H

#include "frontend/analysis/body.h"

/* What becomes of a value. */
enum fate {
    FATE_NOTHING,  /* invariant, integer, or not an operation */
    FATE_COUNTS,   /* an operation of its own */
    FATE_PAIR,     /* an add or subtract with a multiply fused into it */
    FATE_FUSED,    /* the multiply of a pair */
    FATE_ABSORBED, /* a negation that costs nothing */
};
struct work_list {
    enum fate *fate; /* of each value */
    int *partner;    /* PAIR: its multiply; FUSED: its add; else -1 */
};

/* Requires reuse_find. Sets variant, live and uses of all values and, in the
 * arena, their fates. */
void work_find(struct body *b, struct work_list *w);

/* Class a counting value counts in; how many: per class into n (zeroed). */
struct counts work_counts(const struct body *b, const struct work_list *w, int node);
/* A node's multiplicity: 2 where it works on both parts of complex numbers. */
int work_width(const struct body *b, int node);
/* A complex multiply: two multiplies, then two pairs. */
bool is_complex_product(const struct body *b, int node);

#endif
