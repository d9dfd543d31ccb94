/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of charts: each turns facts into a drawing. A chart is a file that
 * has its builder, a line here and one in charts.def. */
#ifndef PLOTS_CHARTS_H
#define PLOTS_CHARTS_H

#include "plots/drawing/canvas.h"
#include "plots/plots.h"

/* A chart that is laid out, or the reason why these facts have none. */
struct chart {
    const char *why; /* NULL, or a clause for "chart NAME can't be drawn: ..." */
    struct part part;
};
/* Lays the chart out, made in a, which must outlive the drawing. */
typedef struct chart chart_builder(struct arena *a, const struct plot_facts *f);
/* Returns whether the chart is drawn where no chart is named. */
typedef bool chart_wanted(const struct plot_facts *f);

chart_builder gap_bars_chart;  /* figures 11-17 */
chart_builder hierarchy_chart; /* figure 5 */
chart_wanted hierarchy_wanted;
chart_builder share_chart;
chart_wanted share_wanted;
chart_builder waterfall_chart;
chart_wanted waterfall_wanted;
chart_builder reservation_chart;
chart_wanted reservation_wanted;
chart_builder muf_chart;     /* figure 18 */
chart_builder speedup_chart; /* figure 19 */
chart_builder roofline_chart;
chart_builder timeline_chart;
chart_wanted timeline_wanted;

#endif
