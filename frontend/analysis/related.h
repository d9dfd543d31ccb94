/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which accesses of a body may touch the same elements as one access, found without comparing it
 * with all others. Accesses to one array whose affine subscripts differ by constants only are a
 * group; those of them that some iterations may bring to one element are a line, ordered by
 * iterations. Accesses of different lines of a group never touch one element. Accesses whose
 * subscripts are not affine, or have strides that are not constants, are on no line. */
#ifndef ANALYSIS_RELATED_H
#define ANALYSIS_RELATED_H

#include "base/array.h"
#include "base/name-index.h"

#include <stdbool.h>
#include <stdint.h>

struct access;
struct body;
struct symbol;
struct related_group;
struct related_line;
struct related_element;

struct related {
    ARRAY(struct related_group) groups;
    ARRAY(struct related_line) lines;
    ARRAY(struct related_element) elements;
    ARRAY(int) unseen; /* accesses that are wild */
    struct name_index by_storage, by_shape, by_line, by_element;
    struct name_index mixed; /* storages of several arrays */
    long pairs;              /* of accesses that were compared */
};

/* Sets line, element and offset of an access before it is added or looked up. */
void related_place(struct body *b, struct access *a);
/* Adds the last access of the body to the lists. */
void related_add(struct body *b);
/* Removes all accesses; keeps the memory. */
void related_reset(struct related *r);
void related_free(struct related *r);

/* Whether the access of that number satisfies the search. */
typedef bool related_test(struct body *b, int x, void *context);

enum related_which {
    RELATED_LOOSE,  /* accesses that certainly may be the same element */
    RELATED_STORES, /* these, and all other stores */
    RELATED_ALL,
};
/* Accesses between the numbers above and below (both excluded) that may touch elements of a's
 * array, but are on no line of a's group: the last one, or the first, for which the test holds;
 * -1 = none. Where the body has too many pairs, it is excluded, and none is found. */
int related_last(struct body *b, const struct access *a, int above, int below,
                 enum related_which which, related_test *test, void *context);
int related_first(struct body *b, const struct access *a, int above, int below,
                  enum related_which which, related_test *test, void *context);

/* Accesses to the very element of a, which is on a line, latest first: begins with below = all;
 * each is before the last one. -1 = no more. */
int related_same(const struct body *b, const struct access *a);
/* Returns the last store among them; -1 = none. */
int related_last_store(const struct body *b, const struct access *a);
/* Returns the latest load among them that found no value of this iteration; -1 = none. */
int related_last_fresh(const struct body *b, const struct access *a);

/* The accesses of a's line that touch its element the fewest iterations before it, at least one:
 * the latest one. loads: stores do not count. -1 = none. Only after the body has run. */
int related_before(struct body *b, const struct access *a, bool loads);

/* All that may touch an element of access i and have a greater number, ascending; at least one of
 * each pair is a store. Released by the caller. */
struct related_list {
    int *at;
    size_t n, room;
};
struct related_list related_later(struct body *b, int i);

#endif
