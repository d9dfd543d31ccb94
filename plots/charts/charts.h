/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart builders. A chart is a file with its builder, a line here and a line in charts.def. */
#ifndef PLOTS_CHARTS_H
#define PLOTS_CHARTS_H

#include "plots/drawing/canvas.h"
#include "plots/plots.h"

/* A chart after its layout pass, or the reason why the facts do not suffice for it. */
struct chart {
    const char *why; /* NULL, or a clause for "chart NAME cannot be drawn: ..." */
    struct part part;
};
/* Lays out a chart. Everything is allocated in a, which must outlive the drawing. */
typedef struct chart chart_builder(struct arena *a, const struct plot_facts *f);
/* Returns whether the chart is drawn by default, without --chart. */
typedef bool chart_is_default(const struct plot_facts *f);

chart_builder coverage_chart;
chart_is_default coverage_is_default;
chart_builder gap_bars_chart;  /* figures 11-17 */
chart_builder hierarchy_chart; /* figure 5 */
chart_is_default hierarchy_is_default;
chart_builder share_chart;
chart_is_default share_is_default;
chart_builder waterfall_chart;
chart_is_default waterfall_is_default;
chart_builder reservation_chart;
chart_is_default reservation_is_default;
chart_builder muf_chart;     /* figure 18 */
chart_builder speedup_chart; /* figure 19 */
chart_builder roofline_chart;
chart_builder timeline_chart;
chart_is_default timeline_is_default;

#endif
