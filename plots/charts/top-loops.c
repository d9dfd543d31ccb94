/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/top-loops.h"

#include <stdlib.h>
#include <string.h>

static int by_loop(const void *a, const void *b)
{
    const struct top_loop *x = a, *y = b;
    int order = strcmp(x->loop, y->loop);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

static int by_cycles(const void *a, const void *b)
{
    const struct top_loop *x = a, *y = b;
    int order = (x->cycles < y->cycles) - (x->cycles > y->cycles);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

void top_loops_add(struct top_loops *m, struct arena *a, const char *loop, double cycles,
                   size_t place)
{
    *ARENA_PUSH(a, m->at, m->n) = (struct top_loop){loop, cycles, place};
    m->timed |= cycles > 0;
}

void top_loops_keep(struct top_loops *m, size_t most)
{
    size_t kept = 0;
    if (!m->n)
        return;
    qsort(m->at, m->n, sizeof *m->at, by_loop);
    for (size_t i = 0; i < m->n; i++)
        if (kept && strcmp(m->at[kept - 1].loop, m->at[i].loop) == 0)
            m->at[kept - 1].cycles += m->at[i].cycles;
        else
            m->at[kept++] = m->at[i];
    m->all = kept;
    m->n = kept < most ? kept : most;
    qsort(m->at, kept, sizeof *m->at, by_cycles);
    qsort(m->at, m->n, sizeof *m->at, by_loop);
}

bool top_loops_has(const struct top_loops *m, const char *loop)
{
    size_t low = 0, high = m->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(loop, m->at[middle].loop);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

const char *top_loops_text(struct arena *a, const struct top_loops *m)
{
    if (m->n == m->all)
        return "";
    return m->timed
               ? arena_printf(
                     a,
                     "Drawn: the %zu of %zu loops with the most time; choose others with --loop. ",
                     m->n, m->all)
               : arena_printf(a, "Drawn: the first %zu of %zu loops; choose others with --loop. ",
                              m->n, m->all);
}
