/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placement of labels beside marks: each label gets the first position around its mark where it
 * overlaps nothing. */
#ifndef PLOTS_LABEL_SPACE_H
#define PLOTS_LABEL_SPACE_H

#include "base/arena.h"
#include "plots/drawing/verbs.h"

struct label_space {
    struct box frame;     /* labels stay inside */
    struct box *reserved; /* marks and labels: no label may overlap them */
    struct box *lines;    /* a label may cover them, on a white box, if no other position is free */
    size_t n_reserved, n_lines;
};
void label_space_reserve(struct label_space *b, struct arena *a, struct box box);
void label_space_add_line(struct label_space *b, struct arena *a, struct box box);
/* Adds a sloping line, as a series of boxes. */
void label_space_add_slope(struct label_space *b, struct arena *a, struct point from,
                           struct point to);
bool label_space_is_free(const struct label_space *b, struct box box, bool over_lines);

/* Reserves a position for a label of size SIZE_LABEL and that width beside the mark at from, and
 * sets *to. over_lines: the label may cover lines. Returns false if no position is free. */
bool label_space_place(struct label_space *b, struct arena *a, struct point from, double width,
                       bool over_lines, struct box *to);

#endif
