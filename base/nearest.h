/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the most similar name, for "did you mean" in messages. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/* The most similar of the offered names. Initialize all but word to zero, offer each name, then
 * read best. */
struct nearest {
    const char *word;
    const char *best; /* NULL = none is close */
    size_t distance;  /* letters to change, insert, remove or swap with a neighbour */
};

/* Offers a name. It is close if at most a third of the word's letters differ. Of equally close
 * names the first is kept. */
void nearest_offer(struct nearest *n, const char *name);

#endif
