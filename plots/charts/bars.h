/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of normalized stacked bars: a ladder of levels, each rung's height
 * above the one below it a segment of the bar (figures 11-17).
 *
 * Levels rise from 0. Segment i is between level i - 1 (0 for the first) and level i, and is drawn
 * as a share of one of the levels, the whole. Other cases are drawn unchanged, never clamped: a
 * level below the one under it makes a negative segment, drawn downwards from zero, its share
 * written under the bar; a missing level leaves the span between its known neighbours blank, marked
 *   "-", because its division is unknown;
 *   a bar whose whole is missing stays empty, with the reason in its place;
 *   a bar that leaves the axis (BAR_LOW to BAR_HIGH) ends in a break, and the
 *   shares of its segments at the break are written. */
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
    const char *title; /* in full: shown on request */
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
    const char *letter;  /* what a segment is called where space is short */
    const char *meaning; /* in the legend */
    struct look look;
};
struct bar_chart {
    const char *title;
    const char *subject;      /* one sentence, for screen readers */
    const char *across;       /* title of the horizontal axis */
    const char *unit;         /* of the levels; the value of the whole is above each bar */
    const char *unit_meaning; /* in the legend */
    const char *foot;         /* notes before the meaning of marks; "" = none */
    const struct bar_key *keys;
    size_t n_keys; /* 1 to BAR_LEVELS: as many levels has a bar */
    const struct bar_panel *panels;
    size_t n_panels; /* >= 1 */
};

/* ---- one bar ---- */

struct segment {
    int key, last;   /* keys it covers, last included; several: a level between is missing */
    double share;    /* of the whole; negative where a level is below the last */
    double from, to; /* extent on the axis, from <= to; negative ones lie below 0 */
};
struct stack {
    const char *missing;           /* NULL, or why there is no bar */
    struct segment at[BAR_LEVELS]; /* from the bottom level up; none with one key is empty */
    size_t n;
    double low, high; /* extent of the stack: low <= 0 <= high, high + low = 1 */
};

/* The stack of levels 0 to whole. Differences that rounding explains (1e-9 of
 * the whole) are none. */
struct stack bar_stack(const struct bar *b, int whole);

/* ---- the chart ---- */

/* Where everything of the chart goes, made in a; the chart must outlive it. */
struct bar_layout;
const struct bar_layout *bars_lay_out(struct arena *a, const struct bar_chart *chart);
/* A drawing (plots/drawing/canvas.h) of a struct bar_layout. */
void bars_draw(struct canvas *c, const void *layout);

#endif
