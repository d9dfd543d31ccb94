/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The iterations of the loops of a nest as whole numbers, and the question whether
 * two of them, in given directions from each other, touch one element. What asks is
 * depend.c for the innermost loop, vectors.c for those around it. */
#ifndef ANALYSIS_ITERATIONS_H
#define ANALYSIS_ITERATIONS_H

#include "frontend/analysis/body.h"
#include "frontend/analysis/integers.h"

enum { LEVELS_MOST = 8 };

/* The DO variable of a loop is first + step * n, n = 0, 1, ... */
struct level {
    const struct nest *nest;
    int node; /* the DO variable's value in the graph; -1 = none that is an integer */
    int64_t step;
    bool known; /* first and step are: */
    struct form first;
    bool bounded; /* and last: */
    struct form last;
};

struct iterations {
    struct body *body;
    int depth;
    struct level *level;     /* outermost loop first */
    struct integers *system; /* scratch: what is left of the last question */
    long questions;          /* systems solved so far */
    struct answers *answers; /* depend.c's; NULL = none yet */
};

/* The loops around b's and its own, as far as there is room for them: of deeper nests
 * the innermost LEVELS_MOST. b keeps what it is given, until body_free. */
struct iterations *iterations_of(struct body *b);
void iterations_free(struct iterations *v);

struct asked {
    const struct access *first, *second;
    int subscript; /* -1 = all */
    bool bounds, rational;
};
/* Whether two iterations in these directions, a set for each level, may touch one
 * element. */
enum solution iterations_ask(struct iterations *v, const struct asked *a, const int *way);
/* The distance at a level, where the last question left but one. */
bool iterations_distance(const struct iterations *v, int level, int64_t *distance);
/* Whether two innermost iterations can be that far apart, distance > 0. */
bool iterations_reach(struct iterations *v, int64_t distance);
/* Whether asking can tell more than that both may touch one element: false where each
 * subscript that differs has a value of its own in it of which no loop says anything. */
bool iterations_tell(const struct iterations *v, const struct access *x, const struct access *y);

/* What a pair of subscripts depends on. */
struct shape {
    int levels;            /* loops whose iteration it depends on */
    int64_t first, second; /* coefficients in the last of these */
    bool symbolic, affine;
};
struct shape iterations_shape(struct iterations *v, const struct form *first,
                              const struct form *second);
/* Whether only their places in storage can be compared, not their subscripts. */
bool compared_by_bytes(const struct access *x, const struct access *y);
/* Of such whose places have forms: whether elements that overlap lie in one place. */
bool compared_whole(const struct access *x, const struct access *y);

#endif
