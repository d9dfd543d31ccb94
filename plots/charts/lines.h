/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of lines (figures 18, 19): values of several series against one
 * number, a panel for each set of them. Up to LINES_TOGETHER of a panel stand
 * in one plot, named at their ends; more get a small plot each, with the
 * others in grey behind, for nobody could follow them in one. */
#ifndef PLOTS_LINES_H
#define PLOTS_LINES_H

#include "base/arena.h"
#include "plots/drawing/canvas.h"
#include "plots/drawing/markers.h"

enum { LINES_TOGETHER = LINE_LOOKS }; /* and a sum */

struct line_point {
    double x, y;
    bool missing; /* nothing is known at x: the line breaks */
};
struct line {
    const char *name;            /* short */
    const char *title;           /* in full: what the picture says on request */
    bool sum;                    /* of all others: drawn apart from them */
    const struct line_point *at; /* by x, each x once; some not missing */
    size_t n;
    const struct line_point *fit; /* a curve through them */
    size_t n_fit;                 /* 0 = none */
};
struct line_panel {
    const char *title;        /* "" = none */
    const struct line *lines; /* a sum, if any, is the last */
    size_t n;                 /* >= 1 */
};
struct line_chart {
    const char *title;
    const char *subject;     /* one sentence for who can't see it */
    const char *across, *up; /* titles of the axes */
    const char *best;        /* said of the x of a line's greatest value; NULL = nothing */
    const char *ideal;       /* name of the dashed line y = x; NULL = none */
    const char *fit;         /* what the curves are, for a note; NULL = there are none */
    const char *foot;        /* what else there is to say; "" = nothing */
    bool log_x, log_y;       /* every x (y) is > 0 */
    double low, high;        /* the upright axis has these in it */
    const struct line_panel *panels;
    size_t n_panels; /* >= 1 */
};

/* Where everything of the chart goes, made in a; the chart must outlive it. */
struct line_layout;
const struct line_layout *lines_lay_out(struct arena *a, const struct line_chart *chart);
/* A drawing (plots/drawing/canvas.h) of a struct line_layout. */
void lines_draw(struct canvas *c, const void *layout);

#endif
