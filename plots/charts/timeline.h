/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What threads were doing over time: a row for each thread, or, where they are many, for several in
 * a row, its states stacked as they share its samples of that time; above them all threads
 * together. */
#ifndef PLOTS_TIMELINE_H
#define PLOTS_TIMELINE_H

#include "facts/states.h"
#include "plots/charts/sheet.h"

/* A sheet for timelines, with the legend of the states that some thread of w was in. */
struct sheet timeline_sheet(struct arena *a, const struct watch *const *w, size_t n);
/* A watch under its title on it. Requires samples in its timeline (timeline_missing). */
void timeline_panel(struct sheet *s, const struct watch *w, const char *title);
/* Why there is nothing to draw; NULL = there is. */
const char *timeline_missing(const struct watch *w);

#endif
