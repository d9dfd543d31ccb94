/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/pile.h"
#include "base/arena.h"
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

void *pile_push(struct pile *p)
{
    if (p->n == p->n_pieces * PILE_PIECE) {
        p->pieces = array_grow(p->pieces, sizeof *p->pieces, p->n_pieces, &p->room);
        p->pieces[p->n_pieces++] = xmalloc(PILE_PIECE * p->size);
    }
    return memset(pile_at(p, p->n++), 0, p->size);
}

void pile_cut(struct pile *p, size_t n)
{
    if (n < p->n)
        p->n = n;
}

void pile_free(struct pile *p)
{
    for (size_t i = 0; i < p->n_pieces; i++)
        free(p->pieces[i]);
    array_release(p->pieces);
    *p = (struct pile){.size = p->size};
}
