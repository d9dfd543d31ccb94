/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The iterations of the loops of a nest as integers. Tests whether two iterations, in given
 * directions from each other, access one element: for depend.c in the innermost loop, for vectors.c
 * in the loops around it. */
#ifndef ANALYSIS_ITERATIONS_H
#define ANALYSIS_ITERATIONS_H

#include "frontend/analysis/body.h"
#include "frontend/analysis/integers.h"

enum { LEVELS_MOST = 8 };

/* The DO variable of a loop is first + step * n, n = 0, 1, ... */
struct level {
    const struct nest *nest;
    int node; /* node of the DO variable's value; -1 = no integer */
    int64_t step;
    bool known; /* first and step are known: */
    struct form first;
    bool bounded; /* last is known: */
    struct form last;
};

struct iterations {
    struct body *body;
    int depth;
    struct level *level;     /* outermost loop first */
    struct integers *system; /* scratch: the system of the last test */
    long questions;          /* systems solved so far */
    struct answers *answers; /* for depend.c; NULL = not yet used */
};

/* Returns the loops around b's loop and that loop: at most the innermost LEVELS_MOST. b owns the
 * result until body_free. */
struct iterations *iterations_of(struct body *b);
void iterations_free(struct iterations *v);

struct asked {
    const struct access *first, *second;
    int subscript; /* -1 = all */
    bool bounds, rational;
};
/* Tests whether two iterations in these directions, a set for each level, may access one element.
 */
enum solution iterations_ask(struct iterations *v, const struct asked *a, const int *way);
/* Returns the distance at a level, if the last test left only one. */
bool iterations_distance(const struct iterations *v, int level, int64_t *distance);
/* Whether two innermost iterations can have that distance, distance > 0. */
bool iterations_reach(struct iterations *v, int64_t distance);
/* Whether a test can decide: false if each differing subscript contains a value of its own that no
 * loop restricts. */
bool iterations_tell(const struct iterations *v, const struct access *x, const struct access *y);

/* The variables of a pair of subscripts. */
struct shape {
    int levels;            /* loops on whose iterations it depends */
    int64_t first, second; /* coefficients in the last of these */
    bool symbolic, affine;
};
struct shape iterations_shape(struct iterations *v, const struct form *first,
                              const struct form *second);
/* Whether only their addresses can be compared, not their subscripts. */
bool compared_by_bytes(const struct access *x, const struct access *y);
/* For such accesses with known forms: whether overlapping elements have the same address. */
bool compared_whole(const struct access *x, const struct access *y);

#endif
