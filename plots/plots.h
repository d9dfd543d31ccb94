/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts of the toolkit, from the facts of gaps/gaps.h to files. */
#ifndef PLOTS_PLOTS_H
#define PLOTS_PLOTS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"
#include "gaps/gaps.h"

/* What charts are made of. */
struct plot_facts {
    const struct gap_table *table;
    const struct gaps *gaps; /* where the table is from; NULL = no chart that needs more than it */
    bool loops_named;        /* somebody asked for just the loops of the table */
    size_t lines_most; /* loops that a chart of lines shows of a build; 0 = what it has room for */
};

/* The charts that were asked for. */
enum { PLOT_CHARTS_MOST = 32 };
struct plot_choice {
    size_t n;                    /* 0 = none was named: those that the facts suggest */
    size_t at[PLOT_CHARTS_MOST]; /* each once, in the order in which they were named */
};

/* The names of charts, each of names one or several with commas between. NULL,
 * or what is wrong with them, made in a. */
const char *plot_choose(struct plot_choice *c, struct arena *a, const struct option_list *names);
/* A line for each chart: its name and what it shows. */
void plot_list(FILE *out);
/* "bars, muf, ...", made in a. */
const char *plot_names(struct arena *a);

/* Whether path ends as a picture does (.pdf .svg .png, or .verbs for the
 * drawing as text). Else false with a message in d: ask before long work. */
bool plot_path_ok(const char *path, struct diag *d);

/* Draws the charts into path, a page or several each; where path holds
 * "{chart}", each into a file of its own, with its name in that place. A file
 * is written whole or not at all. A chart that was named and that the facts do
 * not give is an error in d with the reason; the others are drawn all the same.
 * False where anything went wrong. */
bool plot_charts(const struct plot_facts *f, const struct plot_choice *c, const char *path,
                 struct diag *d);

/* What the threads of a watch were doing over time, drawn into path. False with a message in d. */
bool plot_timeline(const struct watch *w, const char *path, struct diag *d);

/* The report: one HTML file that needs nothing else, with the tables, bars, source, code and what
 * counted of all loops of the table. efficiency: what the choice of processors asks for
 * (gap_series). Written to path, whole or not at all. False with a message in d. */
bool plot_report(const struct gaps *g, double efficiency, const char *path, struct diag *d);

struct canvas;
/* The chart of this name in the verbs of plots/drawing/verbs.h, from begin to
 * before end, made in a. NULL, or why nothing was drawn. */
const char *plot_onto(struct canvas *to, struct arena *a, const struct plot_facts *f,
                      const char *name);

#endif
