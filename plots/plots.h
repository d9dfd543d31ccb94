/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts and the report of the toolkit: from the facts of gaps/gaps.h to files. */
#ifndef PLOTS_PLOTS_H
#define PLOTS_PLOTS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"
#include "gaps/gaps.h"

/* The input of charts. */
struct plot_facts {
    const struct gap_table *table;
    const struct gaps *gaps; /* the source of the table; NULL = no charts that need more facts */
    bool loops_named;        /* the user has named the loops of the table */
    size_t lines_most;       /* most loops of a build in a line chart; 0 = as many as fit */
};

/* The charts that the user has named. */
enum { PLOT_CHARTS_MOST = 32 };
struct plot_choice {
    size_t n;                    /* 0 = none: the default charts are drawn */
    size_t at[PLOT_CHARTS_MOST]; /* indices of charts, each once, in the order of their names */
};

/* Sets c from names, each of which is one chart name or several, separated by commas. Returns NULL,
 * or the error as a text allocated in a. */
const char *plot_choose(struct plot_choice *c, struct arena *a, const struct option_list *names);
/* Prints one line per chart: its name and its meaning. */
void plot_list(FILE *out);
/* Returns "bars, muf, ...", allocated in a. */
const char *plot_names(struct arena *a);

/* Returns whether path has the extension of a picture (.pdf .svg .png, or .verbs for the drawing as
 * text) and can be written. Otherwise returns false with a message in d. Call it before long work.
 */
bool plot_path_ok(const char *path, struct diag *d);

/* Draws the charts into path, each on one or more pages. If path contains "{chart}", each chart is
 * written to a separate file, with the chart's name in place of "{chart}". Each file is written
 * completely or not at all. A named chart for which the facts do not suffice is an error in d with
 * the reason; the other charts are still drawn. Returns false after any error. */
bool plot_charts(const struct plot_facts *f, const struct plot_choice *c, const char *path,
                 struct diag *d);

/* Draws the thread states of a watch over time into path. Returns false with a message in d. */
bool plot_timeline(const struct watch *w, const char *path, struct diag *d);

/* Writes the report to path, completely or not at all: one self-contained HTML file with the
 * tables, bars, source, compiled code and counted operations of all loops of the table. efficiency:
 * required efficiency for the choice of processors (gap_series). Returns false with a message in d.
 */
bool plot_report(const struct gaps *g, double efficiency, const char *path, struct diag *d);

struct canvas;
/* Draws the chart with this name onto a canvas: all verbs (plots/drawing/verbs.h) from begin to the
 * last one before end. a must outlive the drawing. Returns NULL, or the reason if nothing was
 * drawn. */
const char *plot_onto(struct canvas *to, struct arena *a, const struct plot_facts *f,
                      const char *name);

#endif
