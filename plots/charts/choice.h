/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops that a chart of single loops shows. */
#ifndef PLOTS_CHOICE_H
#define PLOTS_CHOICE_H

#include "plots/charts/charts.h"

/* A loop of a run of the table. */
struct chosen {
    const struct gap_run *run;
    const struct gap_loop *loop;
};
struct choice {
    struct chosen *at;
    size_t n;
    bool by_time; /* the user named no loop: this is the one with the most time */
};

/* Returns the rows that meet fits. If the user named loops: all rows of these loops, sorted by loop
 * in the order of the first run. Otherwise one loop of the first run that has any: the innermost
 * loop with the most measured cycles, or without measurements the loop with the highest bound. */
struct choice choose_rows(struct arena *a, const struct plot_facts *f,
                          bool (*fits)(const struct gap_loop *l));
/* Returns a footnote: text, and after it that only the first most rows are drawn, or that the loop
 * was chosen by its time, and how to choose others. */
const char *choice_text(struct arena *a, const struct choice *c, size_t most, const char *text);

#endif
