/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing sequence of records with stable addresses: memory is allocated in pieces and never
 * copied. New records are zeroed.
 *     struct pile loops = {.size = sizeof(struct loop)};
 *     struct loop *l = pile_push(&loops);
 *     l = pile_at(&loops, 7);
 */
#ifndef BASE_PILE_H
#define BASE_PILE_H

#include <stddef.h>

enum { PILE_PIECE = 1024 }; /* records in a piece */

struct pile {
    size_t size; /* bytes of a record */
    size_t n;    /* records */
    char **pieces;
    size_t n_pieces, room;
};

/* Appends a record. */
void *pile_push(struct pile *p);
/* Removes the records from n on. */
void pile_cut(struct pile *p, size_t n);
void pile_free(struct pile *p);

/* Record i < n. */
static inline void *pile_at(const struct pile *p, size_t i)
{
    return p->pieces[i / PILE_PIECE] + i % PILE_PIECE * p->size;
}

#endif
