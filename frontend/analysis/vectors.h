/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dependences between two references over all loops of the nest: distance and
 * direction vectors. What stays within one run of the innermost loop is depend.c's
 * answer, the one that bounds take. */
#ifndef ANALYSIS_VECTORS_H
#define ANALYSIS_VECTORS_H

#include "frontend/analysis/iterations.h"

struct vector {
    int way[LEVELS_MOST]; /* outermost loop first */
    bool known[LEVELS_MOST];
    int64_t distance[LEVELS_MOST]; /* iterations, where known */
};
struct vector_list {
    ARRAY(struct vector) at;
    const char *test; /* the test that decided */
};
/* Fills the list with the directions in which both may touch one element, the second
 * in the same or a later iteration (way of the first loop that is not SAME), and then
 * the other way round in back, with the directions seen from the second. None in
 * both: they never do. Neither may be wild. */
void vectors_relate(struct iterations *v, const struct access *first, const struct access *second,
                    struct vector_list *forth, struct vector_list *back);

#endif
