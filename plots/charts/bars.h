/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of normalized stacked bars (figures 11-17).
 *
 * The levels of a bar rise from 0. Segment i is between level i - 1 (0 for the first) and level i,
 * and is drawn as a share of one of the levels, the whole. Special cases are not clamped:
 * - A level below the previous one makes a negative segment. It is drawn downwards from zero, and
 * its share is printed below the bar.
 * - A missing level leaves the span between its known neighbours blank, with the mark "-", because
 * the division of the span is unknown.
 * - A bar whose whole is missing is empty, with the reason in its place.
 * - A bar that leaves the axis (BAR_LOW to BAR_HIGH) ends in a break. The shares of its segments at
 * the break are printed. */
#ifndef PLOTS_BARS_H
#define PLOTS_BARS_H

#include "base/arena.h"
#include "base/quantity.h"
#include "plots/drawing/canvas.h"
#include "plots/drawing/palette.h"

enum { BAR_LEVELS = 8 };
#define BAR_LOW -1.0
#define BAR_HIGH 2.0

struct bar {
    const char *name;  /* short: below the bar */
    const char *title; /* full name, for tooltips */
    struct quantity level[BAR_LEVELS];
};
struct bar_panel {
    const char *title;
    const char *axis;   /* "% of ...", the title of the vertical axis */
    const char *across; /* title of the horizontal axis; NULL = the chart's */
    int whole;          /* the level that is 100 %; segments above it are not drawn */
    const struct bar *bars;
    size_t n;
};
struct bar_key {
    const char *letter;  /* short name of a segment */
    const char *meaning; /* in the legend */
    struct look look;
};
struct bar_chart {
    const char *title;
    const char *subject;      /* one sentence, for screen readers */
    const char *across;       /* title of the horizontal axis */
    const char *unit;         /* of the levels; the value of the whole is above each bar */
    const char *unit_meaning; /* in the legend */
    const char *foot;         /* notes, printed before the meaning of the marks; "" = none */
    const struct bar_key *keys;
    size_t n_keys; /* levels of a bar: 1 to BAR_LEVELS */
    const struct bar_panel *panels;
    size_t n_panels; /* >= 1 */
};

/* ---- one bar ---- */

struct segment {
    int key, last;   /* first and last key; they differ if a level in between is missing */
    double share;    /* of the whole; negative if the level is below the previous one */
    double from, to; /* extent on the axis, from <= to <= 0 for a negative share */
};
struct stack {
    const char *missing;           /* NULL, or the reason why there is no bar */
    struct segment at[BAR_LEVELS]; /* from the bottom up; segments with one key are not empty */
    size_t n;
    double low, high; /* extent of the stack: low <= 0 <= high, high + low = 1 */
};

/* Returns the stack of levels 0 to whole. Differences within rounding (1e-9 of the whole) count as
 * 0. */
struct stack bar_stack(const struct bar *b, int whole);

/* ---- the chart ---- */

/* Returns the layout of the chart, allocated in a. The chart must outlive it. */
struct bar_layout;
const struct bar_layout *bars_lay_out(struct arena *a, const struct bar_chart *chart);
/* Draws a struct bar_layout; a drawing as in plots/drawing/canvas.h. */
void bars_draw(struct canvas *c, const void *layout);

#endif
