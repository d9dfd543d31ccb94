/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawing operations (verbs) of all charts, and the back ends that implement them. The layout
 * pass of a chart computes all positions from the text widths of plots/drawing/text.h alone, so the
 * result is the same for every back end.
 *
 * Lengths are in points (1/72 inch). x increases to the right and y downwards, from the top left
 * corner of the page. Texts are UTF-8 and contain only characters that text_clean keeps. */
#ifndef PLOTS_VERBS_H
#define PLOTS_VERBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct point {
    double x, y;
};
struct box {
    double x, y;          /* top left corner */
    double width, height; /* >= 0 */
};

typedef uint32_t colour; /* 0xRRGGBB */

enum hatch {
#define HATCH(NAME, name, spacing, rise) HATCH_##NAME,
#include "plots/drawing/hatches.def"
#undef HATCH
    HATCHES
};

enum dash { DASH_SOLID, DASH_DASHED, DASH_DOTTED };

/* The look of an area or a line. */
struct paint {
    bool filled;
    colour fill;
    enum hatch hatch; /* over the fill */
    colour ink;       /* of the hatch */
    double stroke;    /* width of the outline; 0 = none */
    colour line;      /* of the outline */
    enum dash dash;
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct text_style {
    double size; /* font size */
    bool bold;
    colour colour;
    enum anchor anchor;
    double turn; /* degrees, counter-clockwise, about the anchor point */
};

struct page {
    double width, height;
};
struct document {
    const char *title;
    const char *subject; /* one sentence, for screen readers */
    const struct page *pages;
    size_t n_pages; /* >= 1 */
};

struct canvas;

/* The operations of a back end. Order of calls: begin; for each page of the document, page and the
 * verbs of its drawing; end, which frees the back end. Groups nest and end on their page. A back
 * end whose files have one page (SVG, PNG) places the pages below each other. */
struct verbs {
    void (*begin)(struct canvas *c, const struct document *d);
    void (*page)(struct canvas *c, const struct page *p);
    void (*group)(struct canvas *c, const char *title); /* title: meaning of the shapes in it */
    void (*end_group)(struct canvas *c);
    void (*rectangle)(struct canvas *c, struct box b, const struct paint *p);
    /* Lines through n >= 2 points; closed ones may be filled and hatched. */
    void (*path)(struct canvas *c, const struct point *at, size_t n, bool closed,
                 const struct paint *p);
    /* at = the anchor point on the text's base line. */
    void (*text)(struct canvas *c, struct point at, const struct text_style *s, const char *text);
    /* Returns NULL, or the reason why the picture could not be written. */
    const char *(*end)(struct canvas *c);
};

struct canvas {
    const struct verbs *verbs;
    FILE *out;   /* destination; owned by the caller */
    void *state; /* private to the back end */
};

/* Return the canvas of a back end, which writes to out. end frees it. */
struct canvas record_canvas(FILE *out); /* the verbs as text, one per line */
struct canvas svg_canvas(FILE *out);
/* Returns the SVG canvas for an element of an HTML page with that class. The page defines its
 * colours. */
struct canvas svg_inline_canvas(FILE *out, const char *class);
struct canvas pdf_canvas(FILE *out);
struct canvas png_canvas(FILE *out);

/* Draws a line between two points. */
void draw_line(struct canvas *c, struct point a, struct point b, double width, colour line);

/* ---- for back ends ---- */

struct hatching {
    const char *name;
    double spacing; /* between its lines, points; 0 = no hatch */
    double rise;    /* degrees */
};
const struct hatching *hatching(enum hatch h);
/* Width of a hatch's lines, points. */
#define HATCH_LINE 0.6

enum { COORDINATE_TEXT = 32 };
/* Writes v, rounded to a hundredth of a point, without trailing zeros, to buf (COORDINATE_TEXT
 * bytes). Returns buf. */
const char *coordinate_text(double v, char *buf);

#endif
