/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of the layout pass of a bar chart; only its draw pass reads it. */
#ifndef PLOTS_BARS_LAYOUT_H
#define PLOTS_BARS_LAYOUT_H

#include "plots/drawing/axis.h"
#include "plots/charts/bars.h"
#include "plots/drawing/legend.h"
#include "plots/drawing/page.h"
#include "plots/drawing/text.h"

/* A row of texts of the bars, above or below the plot. All texts of a row are horizontal, or all
 * are vertical if they would touch. */
enum bar_row {
    ROW_VALUE, /* of the whole, above the plot */
    ROW_BELOW, /* shares that the bar does not show completely */
    ROW_NAME,
    BAR_ROWS
};
struct bar_texts {
    bool upright;
    double height; /* of the row; 0 = the row is empty */
};

struct placed_bar {
    const struct bar *bar;
    struct stack stack;
    const char *title;          /* of its group */
    const char *text[BAR_ROWS]; /* cleaned, shortened; "" = none */
    const char *why; /* reason if there is no bar, shortened to the plot's height; "" = a bar */
};

/* A panel, or a part of a panel whose bars do not fit side by side. */
struct bar_cell {
    const struct bar_panel *panel;
    const char *title;  /* cleaned, shortened */
    const char *across; /* likewise */
    struct placed_bar *bars;
    size_t n;
    size_t page;
    struct box plot; /* inside the axes */
    double left;     /* of the cell, where its title starts */
    bool below;      /* at least one bar has a text in ROW_BELOW */
};

struct bar_layout {
    const struct bar_chart *chart;
    const char *title, *subject;
    struct page *pages;
    size_t n_pages;
    struct bar_cell *cells;
    size_t n_cells;
    struct legend legend;
    struct text_lines notes; /* meaning of the marks, at the foot of each page */
    struct ticks ticks;      /* of the vertical axis, fractions */
    double pitch;            /* from bar to bar */
    double bar_width;
    bool labels; /* segments are labelled with their shares */
    struct bar_texts rows[BAR_ROWS];
};

/* Distances, in points. */
#define LEGEND_GAP 8.0  /* below the legend */
#define AXIS_WIDTH 36.0 /* left of a plot: axis title, tick labels */
#define ROW_GAP 4.5     /* above and below a row of texts */
#define VALUE_GAP 6.0   /* between the values and the plot, so that they clear the topmost tick */
#define ACROSS_HEIGHT 12.0 /* title of the horizontal axis */
#define CELL_GAP 14.0      /* between cells, across and down */
/* A blank segment with a smaller share is too flat for its mark. */
#define BLANK_LEAST 0.06

#endif
