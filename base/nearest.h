/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The "did you mean" of messages. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/* The best of the names offered for a word so far. All zeroes but word; offer
 * each name; then read best. */
struct nearest {
    const char *word;
    const char *best; /* NULL = none is close */
    size_t distance;  /* letters to change, insert, remove or swap with a neighbour */
};

/* Close is: at most one letter in three of the word differs. The first of
 * several equally close names wins. */
void nearest_offer(struct nearest *n, const char *name);

#endif
