/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thread states over time: one row per thread, or per group of threads if there are many, with the
 * shares of the states in its samples stacked in each column of time. Above the rows: all threads
 * together. */
#ifndef PLOTS_TIMELINE_H
#define PLOTS_TIMELINE_H

#include "facts/states.h"
#include "plots/charts/sheet.h"

/* Returns a sheet for the n watches w, with a legend of the states that occur in them. */
struct sheet timeline_sheet(struct arena *a, const struct watch *const *w, size_t n);
/* Adds the panel of a watch to the sheet. Requires samples in its timeline (timeline_missing). */
void timeline_panel(struct sheet *s, const struct watch *w, const char *title);
/* Returns the reason why there is nothing to draw; NULL if there is a timeline. */
const char *timeline_missing(const struct watch *w);

#endif
