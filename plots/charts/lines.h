/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line charts (figures 18, 19): values of several series against one number, one panel per set of
 * series. Up to LINES_TOGETHER lines of a panel are drawn in one plot and named at their ends. More
 * lines get a small plot each, with the other lines in grey in the background. */
#ifndef PLOTS_LINES_H
#define PLOTS_LINES_H

#include "base/arena.h"
#include "plots/drawing/canvas.h"
#include "plots/drawing/markers.h"

enum { LINES_TOGETHER = LINE_LOOKS }; /* without the sum */

struct line_point {
    double x, y;
    bool missing; /* y is unknown: the line is interrupted */
};
struct line {
    const char *name;            /* short */
    const char *title;           /* full text, for tooltips */
    bool sum;                    /* the line of all others together, drawn in bold */
    const struct line_point *at; /* sorted by x, each x once; at least one is not missing */
    size_t n;
    const struct line_point *fit; /* fitted curve */
    size_t n_fit;                 /* 0 = none */
};
struct line_panel {
    const char *title;        /* "" = none */
    const struct line *lines; /* a sum, if any, is the last */
    size_t n;                 /* >= 1 */
};
struct line_chart {
    const char *title;
    const char *subject;     /* one sentence, for screen readers */
    const char *across, *up; /* titles of the axes */
    const char *best;        /* label for the x of a line's highest value; NULL = none */
    const char *ideal;       /* name of the dashed line y = x; NULL = none */
    const char *fit;         /* meaning of the fitted curves, for a note; NULL = none */
    const char *foot;        /* further notes; "" = none */
    bool log_x, log_y;       /* logarithmic axes; require every x (y) > 0 */
    double low, high;        /* the vertical axis includes these */
    const struct line_panel *panels;
    size_t n_panels; /* >= 1 */
};

/* Returns the layout of the chart, allocated in a. The chart must outlive it. */
struct line_layout;
const struct line_layout *lines_lay_out(struct arena *a, const struct line_chart *chart);
/* Draws a struct line_layout; a drawing as in plots/drawing/canvas.h. */
void lines_draw(struct canvas *c, const void *layout);

#endif
