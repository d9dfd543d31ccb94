/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A legend: swatches with texts, in lines. */
#ifndef PLOTS_LEGEND_H
#define PLOTS_LEGEND_H

#include "base/arena.h"
#include "plots/drawing/palette.h"
#include "plots/drawing/verbs.h"

struct legend_entry {
    const char *text;
    struct look look;
    bool blank;      /* the swatch is a dashed outline */
    bool bare;       /* no swatch */
    struct point at; /* corner of the swatch or text, relative to the legend; set by the layout */
};
struct legend {
    struct legend_entry *entries;
    size_t n;
    double height; /* set by the layout */
};

/* Places the entries in lines of at most width, and sets the height. */
void legend_lay_out(struct legend *l, double width);
void legend_draw(const struct legend *l, struct canvas *c, struct point corner);

#endif
