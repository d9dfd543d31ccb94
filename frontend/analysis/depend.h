/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests whether two references access the same array element, and at which distance. */
#ifndef ANALYSIS_DEPEND_H
#define ANALYSIS_DEPEND_H

#include "frontend/analysis/body.h"

enum touch {
    TOUCH_NEVER,  /* no common element */
    TOUCH_AT,     /* the second accesses in iteration t the element of the first in t - distance */
    TOUCH_ALWAYS, /* one element in all iterations */
    TOUCH_NOW,    /* the same element within an iteration; unknown for other iterations */
    TOUCH_UNKNOWN,
};
/* The relation of two references in one run of the innermost loop. */
struct relation {
    enum touch touch;
    int ways;         /* directions from the first to the second in which they may meet: WAY_... */
    bool fixed;       /* they can only meet at this distance: */
    int64_t distance; /* iterations from the first to the second; may be negative */
    bool open;        /* UNKNOWN: a more exact test may decide */
    bool exists;      /* UNKNOWN: they meet for some values of the symbols */
    const char *test; /* the test that decided */
};

/* The one answer that bounds and --dump=deps take: subscript by subscript first
 * (strong SIV, symbolic differences, GCD, Banerjee); what that leaves, by all equations
 * and bounds of the nest together (iterations.h). */
struct relation depend_relate(struct body *b, const struct access *first,
                              const struct access *second);
/* Tests subscript by subscript only. */
struct relation depend_by_subscript(const struct body *b, const struct access *first,
                                    const struct access *second);
/* Whether both certainly access one element in an iteration. */
bool depend_same_now(struct body *b, const struct access *first, const struct access *second);
/* The family of an access (body.h): its subscripts less their constants. */
uint32_t depend_family(const struct access *a);
/* Whether the two may be in the same storage. */
bool depend_share(const struct access *a, const struct access *b);
/* Whether the reference's address is the same in all iterations; moves: whether it is
 * affine in the iteration number. */
bool access_invariant(const struct body *b, const struct access *a);
bool access_affine(const struct body *b, const struct access *a);
/* Whether a node differs between iterations for what shows before reuse is known. */
bool symbol_varies(const struct body *b, int node);

#endif
