/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts beside marks, each at the first place around its mark where it touches nothing. */
#ifndef PLOTS_BESIDE_H
#define PLOTS_BESIDE_H

#include "base/arena.h"
#include "plots/drawing/verbs.h"

struct beside {
    struct box frame; /* texts stay within */
    struct box *taken, *lines;
    size_t n_taken; /* marks and texts: no text may touch them */
    size_t n_lines; /* lines: a text may be on paper over them, where no other place is free */
};
void beside_take(struct beside *b, struct arena *a, struct box box);
void beside_line(struct beside *b, struct arena *a, struct box box);
/* A line that is neither level nor upright. */
void beside_slope(struct beside *b, struct arena *a, struct point from, struct point to);
bool beside_free(const struct beside *b, struct box box, bool over_lines);

/* Takes a place for a text of small size (SIZE_LABEL) and that width beside the mark at from. False
 * if there is none. */
bool beside_place(struct beside *b, struct arena *a, struct point from, double width,
                  bool over_lines, struct box *to);

#endif
