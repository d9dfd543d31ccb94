/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers for the points of lines: filled and hollow shapes, which differ even without colour. */
#ifndef PLOTS_MARKERS_H
#define PLOTS_MARKERS_H

#include "plots/drawing/verbs.h"

/* Shape and colour of a line. The first looks differ most. */
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

/* Draws a marker around at. A hollow one is filled with the background colour. */
void draw_marker(struct canvas *c, struct point at, const struct line_look *look, double radius);

#endif
