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
struct relation {
    enum touch touch;
    int64_t distance; /* AT: may be negative */
    const char *test; /* the test that gave the answer */
};

struct relation depend_relate(const struct body *b, const struct access *first,
                              const struct access *second);
/* Whether the two may lie in the same storage at all. */
bool depend_share(const struct access *a, const struct access *b);
/* Whether the reference's address is the same in all iterations; moves: whether it is
 * affine in the iteration number. */
bool access_invariant(const struct body *b, const struct access *a);
bool access_affine(const struct body *b, const struct access *a);
/* Whether a node differs between iterations for what shows before reuse is known. */
bool symbol_varies(const struct body *b, int node);

#endif
