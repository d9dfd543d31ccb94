/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks for the points of lines: shapes, full and hollow, that differ without
 * any colour. */
#ifndef PLOTS_MARKERS_H
#define PLOTS_MARKERS_H

#include "plots/drawing/verbs.h"

/* Shape and colour together are those of a line; the first differ most. */
enum { LINE_LOOKS = 14 };
struct line_look {
    int shape; /* 0 to MARKER_SHAPES - 1 */
    bool hollow;
    colour colour;
};
enum { MARKER_SHAPES = 7 };
extern const struct line_look line_looks[LINE_LOOKS];
extern const struct line_look sum_look;

#define MARKER_RADIUS 2.6

/* A mark around at; a hollow one is filled with paper. */
void draw_marker(struct canvas *c, struct point at, const struct line_look *look, double radius);

#endif
