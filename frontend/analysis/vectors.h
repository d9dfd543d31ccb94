/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dependences between two references over all loops of the nest: distance and
 * direction vectors, by tests from cheap to exact. */
#ifndef ANALYSIS_VECTORS_H
#define ANALYSIS_VECTORS_H

#include "frontend/analysis/body.h"
#include "frontend/analysis/integers.h"

enum { LEVELS_MOST = 8 };

/* Iterations of the loops of a nest as unknowns: the DO variable of a loop is
 * first + step * n, n = 0, 1, ... */
struct level {
    const struct nest *nest;
    int node; /* the DO variable's value in the graph; -1 = none that is an integer */
    int64_t step;
    bool known; /* first and step are: */
    struct form first;
    bool bounded; /* and last: */
    struct form last;
};

/* Directions as a set: of the second iteration from the first. */
enum { WAY_LATER = 1, WAY_SAME = 2, WAY_EARLIER = 4, WAY_ANY = 7 };
struct vector {
    int way[LEVELS_MOST]; /* outermost loop first */
    bool known[LEVELS_MOST];
    int64_t distance[LEVELS_MOST]; /* iterations, where known */
};

struct vectors {
    struct body *body;
    int depth;
    struct level level[LEVELS_MOST];
    struct integers *system; /* scratch */
    long questions;          /* systems solved so far */
};

/* The loops around b's, which has been run, and its own, as far as there is room for
 * them: of deeper nests the innermost LEVELS_MOST. */
void vectors_open(struct vectors *v, struct body *b);

struct vector_list {
    ARRAY(struct vector) at;
    const char *test; /* what gave the answer */
};
/* Fills the list with the directions in which both may touch one element, the second
 * in the same or a later iteration (way of the first loop that is not SAME), and then
 * the other way round in back, with the directions seen from the second. None in
 * both: they never do. Neither may be wild. */
void vectors_relate(struct vectors *v, const struct access *first, const struct access *second,
                    struct vector_list *forth, struct vector_list *back);

#endif
