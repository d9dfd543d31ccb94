/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A long sequence of records that stay where they are: it grows by pieces and
 * never copies, so its peak memory is what it holds. Records are zeroed when
 * they are new.
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

/* A new last record. */
void *pile_push(struct pile *p);
/* Forgets the records from n on. */
void pile_cut(struct pile *p, size_t n);
void pile_free(struct pile *p);

/* Record i < n. */
static inline void *pile_at(const struct pile *p, size_t i)
{
    return p->pieces[i / PILE_PIECE] + i % PILE_PIECE * p->size;
}

#endif
