/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the layout pass of a bar chart decided, for its draw pass only. */
#ifndef PLOTS_BARS_LAYOUT_H
#define PLOTS_BARS_LAYOUT_H

#include "plots/drawing/axis.h"
#include "plots/charts/bars.h"
#include "plots/drawing/legend.h"
#include "plots/drawing/page.h"
#include "plots/drawing/text.h"

/* A row of texts that belong to the bars, above or below the plot: all level,
 * or all turned upright where they would touch. */
enum bar_row {
    ROW_VALUE, /* of the whole, above the plot */
    ROW_BELOW, /* shares that the bar does not show as they are */
    ROW_NAME,
    BAR_ROWS
};
struct bar_texts {
    bool upright;
    double height; /* of the row; 0 = nothing in it */
};

struct placed_bar {
    const struct bar *bar;
    struct stack stack;
    const char *title;          /* of its group */
    const char *text[BAR_ROWS]; /* cleaned, shortened; "" = none */
    const char *why;            /* no bar: the reason, shortened to the plot's height; "" = a bar */
};

/* A panel, or as much of one as fits side by side. */
struct bar_cell {
    const struct bar_panel *panel;
    const char *title;  /* cleaned, shortened */
    const char *across; /* likewise */
    struct placed_bar *bars;
    size_t n;
    size_t page;
    struct box plot; /* inside the axes */
    double left;     /* of the cell, where its title starts */
    bool below;      /* some bar has a text in ROW_BELOW */
};

struct bar_layout {
    const struct bar_chart *chart;
    const char *title, *subject;
    struct page *pages;
    size_t n_pages;
    struct bar_cell *cells;
    size_t n_cells;
    struct legend legend;
    struct text_lines notes; /* what the marks mean, at the foot of each page */
    struct ticks ticks;      /* of the vertical axis, fractions */
    double pitch;            /* from bar to bar */
    double bar_width;
    bool labels; /* the segments' shares are written on them */
    struct bar_texts rows[BAR_ROWS];
};

/* Distances, in points. */
#define LEGEND_GAP 8.0   /* below the legend */
#define AXIS_ROOM 36.0   /* left of a plot: axis title, tick labels */
#define ROW_GAP 4.5      /* above and below a row of texts */
#define VALUE_GAP 6.0    /* between the values and the plot: clear of the topmost tick */
#define ACROSS_ROOM 12.0 /* title of the horizontal axis */
#define CELL_GAP 14.0    /* between cells, across and down */
/* A blank of less than this share has no room for its mark. */
#define BLANK_LEAST 0.06

#endif
