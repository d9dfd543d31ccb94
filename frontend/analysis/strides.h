/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the accesses of a loop move from one iteration to the next. */
#ifndef ANALYSIS_STRIDES_H
#define ANALYSIS_STRIDES_H

#include "frontend/analysis/body.h"

/* The stride of an access, and the accesses that one vector may serve. */
struct stride {
    long elements; /* moved in an iteration, as an absolute value; 1: also those that do not move;
                      0 = not a constant */
    long alike;    /* loads, or stores, of its array with that stride, including itself; 1 where the
                      stride is 1 */
};

/* Returns the stride of each access, in the arena of the body. Requires reuse_find. */
struct stride *strides_find(const struct body *b);
/* Returns the stride in elements that all loads and stores share; 0 = they differ or are not
 * constant. Loops without an access that moves have the step of their DO variable. */
long strides_common(const struct body *b);

#endif
