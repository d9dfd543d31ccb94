/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of charts: each turns facts into a drawing. A chart is a file that
 * holds its maker, a line here and one in charts.def. */
#ifndef PLOTS_CHARTS_H
#define PLOTS_CHARTS_H

#include "plots/drawing/canvas.h"
#include "plots/plots.h"

/* A chart that is laid out, or why these facts do not give it. */
struct chart {
    const char *why; /* NULL, or a clause for "chart NAME can't be drawn: ..." */
    struct part part;
};
/* Lays the chart out, in a, which the drawing lives in. */
typedef struct chart chart_maker(struct arena *a, const struct plot_facts *f);
/* Whether the chart is worth a page although nobody asked for it. */
typedef bool chart_wanted(const struct plot_facts *f);

chart_maker gap_bars_chart;  /* figures 11-17 */
chart_maker hierarchy_chart; /* figure 5 */
chart_wanted hierarchy_wanted;
chart_maker share_chart;
chart_wanted share_wanted;
chart_maker waterfall_chart;
chart_wanted waterfall_wanted;
chart_maker reservation_chart;
chart_wanted reservation_wanted;
chart_maker muf_chart;     /* figure 18 */
chart_maker speedup_chart; /* figure 19 */
chart_maker roofline_chart;
chart_maker timeline_chart;
chart_wanted timeline_wanted;

#endif
