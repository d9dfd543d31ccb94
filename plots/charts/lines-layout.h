/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of the layout pass of a line chart; only its draw pass reads it. */
#ifndef PLOTS_LINES_LAYOUT_H
#define PLOTS_LINES_LAYOUT_H

#include "plots/charts/lines.h"
#include "plots/drawing/page.h"
#include "plots/drawing/scale.h"

/* A line with its name beside the plot. */
struct placed_line {
    const struct line *line; /* NULL = the ideal line */
    const char *title;       /* of its group; cleaned */
    const char *name;        /* cleaned, shortened */
    const struct line_look *look;
    struct point end; /* last point of the line in the plot */
    double y;         /* middle of its name */
};
/* A plot: of all lines of a panel, or of one line. */
struct line_cell {
    const struct line_panel *panel;
    const char *group;         /* title of its group, cleaned */
    const char *title;         /* cleaned, shortened */
    const char *note;          /* at the right of the title; "" = none */
    const struct line *line;   /* the line; NULL = all lines, named at the right */
    struct placed_line *lines; /* all lines, sorted by the height of their names; else NULL */
    size_t n;
    size_t page;
    struct box plot;
    const char *heading; /* the panel's title, for the first small plot of a page; NULL = none */
    bool outer_left, outer_foot; /* labels at the vertical, the horizontal axis */
};

/* A tick and its label. */
struct tick_text {
    double at;        /* on the axis, 0 to 1 */
    const char *text; /* "" = not labelled */
};

struct line_layout {
    const struct line_chart *chart;
    const char *title, *subject, *across, *up;
    struct page *pages;
    size_t n_pages;
    struct line_cell *cells;
    size_t n_cells;
    const char *legend; /* of the dotted lines, at the top of each page; "" = none */
    struct text_lines notes;
    struct scale x, y;
    struct tick_text *x_ticks, *y_ticks; /* x.n, y.n */
    bool fits;                           /* each line has its fit; else only the sum */
    double radius;                       /* of markers */
};

/* Distances at the right of a plot, for the names, in points. */
#define LEADER 12.0       /* from the plot to the mark */
#define MARK_WIDTH 9.0    /* from the mark to the name */
#define SAMPLE_WIDTH 22.0 /* of a line in the legend */
#define NAME_HEIGHT 8.8
#define AXIS_LEFT 38.0 /* title and labels of the vertical axis */
#define ACROSS_HEIGHT 12.0

/* Returns the position of a value in the plot. */
struct point line_place(const struct line_layout *l, const struct box *plot, double x, double y);

#endif
