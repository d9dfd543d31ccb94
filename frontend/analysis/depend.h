/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two references touch the same array element, and at what distance. */
#ifndef ANALYSIS_DEPEND_H
#define ANALYSIS_DEPEND_H

#include "frontend/analysis/body.h"

enum touch {
    TOUCH_NEVER,  /* no element in common */
    TOUCH_AT,     /* the second touches in iteration t what the first did in t - distance */
    TOUCH_ALWAYS, /* one element in all iterations */
    TOUCH_NOW,    /* the same element in one iteration; of others nothing is known */
    TOUCH_UNKNOWN,
};
/* Of two references in one run of the innermost loop. */
struct relation {
    enum touch touch;
    int ways;         /* from the first to the second one, in which they may touch: WAY_... */
    bool fixed;       /* they touch at no other distance than: */
    int64_t distance; /* iterations from the first to the second; may be negative */
    bool open;        /* UNKNOWN: more exact tests may know more */
    bool exists;      /* UNKNOWN: they do touch, for some values of the symbols */
    const char *test; /* the test that gave the answer */
};

/* The one answer that bounds and --dump=deps take: subscript by subscript first
 * (strong SIV, symbolic differences, GCD, Banerjee); what that leaves, by all equations
 * and bounds of the nest together (iterations.h). */
struct relation depend_relate(struct body *b, const struct access *first,
                              const struct access *second);
/* As far as single subscripts tell. */
struct relation depend_by_subscript(const struct body *b, const struct access *first,
                                    const struct access *second);
/* Whether one iteration surely has one element in both. */
bool depend_same_now(struct body *b, const struct access *first, const struct access *second);
/* The family of an access (body.h): its subscripts less their constants. */
uint32_t depend_family(const struct access *a);
/* Whether the two may lie in the same storage at all. */
bool depend_share(const struct access *a, const struct access *b);
/* Whether the reference's address is the same in all iterations; moves: whether it is
 * affine in the iteration number. */
bool access_invariant(const struct body *b, const struct access *a);
bool access_affine(const struct body *b, const struct access *a);
/* Whether a node differs between iterations for what shows before reuse is known. */
bool symbol_varies(const struct body *b, int node);

#endif
