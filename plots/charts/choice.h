/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops a chart of single loops shows. */
#ifndef PLOTS_CHOICE_H
#define PLOTS_CHOICE_H

#include "plots/charts/charts.h"

/* A loop in a run, both of the table. */
struct chosen {
    const struct gap_run *run;
    const struct gap_loop *loop;
};
struct choice {
    struct chosen *at;
    size_t n;
    bool by_time; /* nobody named a loop: this is the one that takes most time */
};

/* The rows that fit: where loops were named all of them, in every run, by loop
 * as the first run has them; else, of the first run that has any, the loop of
 * most measured cycles (innermost if there is one), or without measurements of the greatest bound.
 */
struct choice choose_rows(struct arena *a, const struct plot_facts *f,
                          bool (*fits)(const struct gap_loop *l));
/* For the foot: text, and, where it is so, that only most of the rows are
 * drawn, or that one was chosen and how to choose another one. */
const char *choice_text(struct arena *a, const struct choice *c, size_t most, const char *text);

#endif
