/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of a table that take most time, for charts that can't show all. */
#ifndef PLOTS_MOST_TIME_H
#define PLOTS_MOST_TIME_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct timed_loop {
    const char *loop; /* its id */
    double cycles;    /* of all runs; 0 = not measured */
    size_t place;     /* where the table has it first */
};
struct most_time {
    struct timed_loop *at; /* by id, each once */
    size_t n, all;         /* kept, and before that */
    bool timed;            /* some were measured */
};
/* Adds a loop of a run at that place; any number of times. */
void most_time_add(struct most_time *m, struct arena *a, const char *loop, double cycles,
                   size_t place);
/* Keeps the most of most cycles, of equal ones the first. */
void most_time_keep(struct most_time *m, size_t most);
bool most_time_has(const struct most_time *m, const char *loop);
/* "The 60 of 1000 loops that take most time; --loop chooses others. "; "" where all were kept. */
const char *most_time_text(struct arena *a, const struct most_time *m);

#endif
