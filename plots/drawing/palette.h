/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The looks of the parts of a chart. Adjacent parts differ in lightness, for grey prints; in hue
 * along the blue-yellow axis, for colour-blind readers; and in hatch. */
#ifndef PLOTS_PALETTE_H
#define PLOTS_PALETTE_H

#include "plots/drawing/verbs.h"

struct look {
    colour fill;
    enum hatch hatch;
    colour ink;  /* of the hatch */
    colour text; /* of a label on the fill; on a hatch, the label has a white background */
};

/* Looks of the ladder's segments, from the bottom: M, A, C, S, P; and of D, the part of P that the
 * movement of data needs. */
enum { LOOK_D = 5, LADDER_LOOKS };
extern const struct look ladder_looks[LADDER_LOOKS];

/* Returns the colour of a label on an area with this look. */
colour look_label(const struct look *l);
/* Returns the paint of an area with this look and a thin outline. */
struct paint look_paint(struct look l);
/* For a part whose division is unknown: a dashed outline. */
extern const struct paint blank_paint;

#define COLOUR_INK 0x1A1A1A   /* text, axes, outlines */
#define COLOUR_QUIET 0x5A5A5A /* less important text */
#define COLOUR_GRID 0xDDDDDD
#define COLOUR_PAPER 0xFFFFFF

/* Font sizes, points. */
#define SIZE_TITLE 11.0
#define SIZE_PANEL 8.5
#define SIZE_AXIS 7.5
#define SIZE_LABEL 7.0

#define LINE_AXIS 0.6
#define LINE_GRID 0.4
#define LINE_SEGMENT 0.4

#endif
