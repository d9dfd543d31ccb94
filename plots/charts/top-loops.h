/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of a table with the most time, for charts that cannot show all. */
#ifndef PLOTS_TOP_LOOPS_H
#define PLOTS_TOP_LOOPS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct top_loop {
    const char *loop; /* its id */
    double cycles;    /* of all runs; 0 = not measured */
    size_t place;     /* its first index in the table */
};
struct top_loops {
    struct top_loop *at; /* each loop once, sorted by id */
    size_t n, all;       /* loops that were kept; all loops */
    bool timed;          /* at least one loop was measured */
};
/* Adds the loop with index place of a run. The same loop may be added several times. */
void top_loops_add(struct top_loops *m, struct arena *a, const char *loop, double cycles,
                   size_t place);
/* Keeps at most most loops: those with the most cycles; of equal ones, the first. */
void top_loops_keep(struct top_loops *m, size_t most);
bool top_loops_has(const struct top_loops *m, const char *loop);
/* Returns "Drawn: the 60 of 1000 loops with the most time; ...", allocated in a; "" if all were
 * kept. */
const char *top_loops_text(struct arena *a, const struct top_loops *m);

#endif
