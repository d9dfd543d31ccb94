/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the layout pass of a chart of lines decided, for its draw pass only. */
#ifndef PLOTS_LINES_LAYOUT_H
#define PLOTS_LINES_LAYOUT_H

#include "plots/charts/lines.h"
#include "plots/drawing/page.h"
#include "plots/drawing/scale.h"

/* A line that is named beside the plot, or, without a line, the ideal. */
struct placed_line {
    const struct line *line;
    const char *title; /* of its group; cleaned */
    const char *name;  /* cleaned, shortened */
    const struct line_look *look;
    struct point end; /* where it ends in the plot */
    double y;         /* middle of its name */
};
/* A panel, or the part of one that is about one of its lines. */
struct line_cell {
    const struct line_panel *panel;
    const char *group;         /* what it shows, cleaned */
    const char *title;         /* cleaned, shortened */
    const char *note;          /* at the right of the title; "" = none */
    const struct line *chief;  /* NULL = all lines, named at the right */
    struct placed_line *lines; /* those, by height of their names; NULL else */
    size_t n;
    size_t page;
    struct box plot;
    const char
        *heading; /* of the small plots of a page, with the first: the panel's title; NULL = none */
    bool outer_left, outer_foot; /* the axes are labelled here */
};

/* A tick with its text, where one has room. */
struct tick_text {
    double at;        /* on the axis, 0 to 1 */
    const char *text; /* "" = no room */
};

struct line_layout {
    const struct line_chart *chart;
    const char *title, *subject, *across, *up;
    struct page *pages;
    size_t n_pages;
    struct line_cell *cells;
    size_t n_cells;
    const char *legend; /* of the dotted line at the head of each page; "" = none */
    struct text_lines notes;
    struct scale x, y;
    struct tick_text *x_ticks, *y_ticks; /* x.n, y.n */
    bool fits;                           /* of each line; else of a sum alone */
    double radius;                       /* of markers */
};

/* Room for the names at the right of a plot, from the plot's edge. */
#define LEADER 12.0      /* from the plot to the mark */
#define MARK_ROOM 9.0    /* from there to the name */
#define SAMPLE_ROOM 22.0 /* of a line in the legend */
#define NAME_HEIGHT 8.8
#define AXIS_LEFT 38.0 /* title and texts of the upright axis */
#define ACROSS_HEIGHT 12.0

/* Where the value is in the cell's plot. */
struct point line_place(const struct line_layout *l, const struct box *plot, double x, double y);

#endif
