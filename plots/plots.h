/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts of the toolkit, from the facts of gaps/gaps.h to a file. */
#ifndef PLOTS_PLOTS_H
#define PLOTS_PLOTS_H

#include "base/diag.h"
#include "gaps/gaps.h"

/* Whether path ends as a picture does (.pdf .svg .png, or .verbs for the
 * drawing as text). Else false with a message in d: ask before long work. */
bool plot_path_ok(const char *path, struct diag *d);

/* Normalized stacked bars of M and the gaps A, C, S, P for each loop, a panel
 * for each run: shares of the measured cycles, or, where nothing of a run was
 * measured, of the MACS bound, which the panel's title then says. Written to
 * path, whole or not at all. False with a message in d. */
bool plot_gaps(const struct gap_table *t, const char *path, struct diag *d);

struct canvas;
/* The same chart in the verbs of plots/drawing/verbs.h, from begin to before end, made
 * in a. False, and nothing drawn, when no run has a loop. */
bool gap_bars_draw(struct arena *a, const struct gap_table *t, struct canvas *c);

#endif
