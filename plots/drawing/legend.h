/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A legend: swatches with their texts, in lines. */
#ifndef PLOTS_LEGEND_H
#define PLOTS_LEGEND_H

#include "base/arena.h"
#include "plots/drawing/palette.h"
#include "plots/drawing/verbs.h"

struct legend_entry {
    const char *text;
    struct look look;
    bool blank;      /* nothing but a dashed outline */
    bool bare;       /* no swatch */
    struct point at; /* of the swatch, if any; set by the layout, from the legend's corner */
};
struct legend {
    struct legend_entry *entries;
    size_t n;
    double height; /* set by the layout */
};

/* Places the entries in lines of at most width. */
void legend_lay_out(struct legend *l, double width);
void legend_draw(const struct legend *l, struct canvas *c, struct point corner);

#endif
