/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/median.h"

#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static double cycles_of(const struct gap_run *r)
{
    double sum = 0;
    for (size_t i = 0; i < r->n; i++)
        if (r->loops[i].measured && !r->loops[i].within && is_known(r->loops[i].cycles))
            sum += r->loops[i].cycles.value;
    return sum;
}

static int by_cycles(const void *a, const void *b)
{
    const struct gap_run *x = *(const struct gap_run *const *)a;
    const struct gap_run *y = *(const struct gap_run *const *)b;
    double cx = cycles_of(x), cy = cycles_of(y);
    return cx != cy ? (cx > cy) - (cx < cy) : (x > y) - (x < y);
}

size_t gap_median_run(struct arena *a, const struct gap_table *t, size_t first, size_t end)
{
    const struct gap_run **runs = ARENA_ARRAY(a, const struct gap_run *, end - first);
    size_t n = 0;
    for (size_t i = first; i < end; i++)
        runs[n++] = &t->at[i];
    qsort(runs, n, sizeof *runs, by_cycles);
    return (size_t)(runs[(n - 1) / 2] - t->at);
}

static bool alike(const struct gap_run *a, const struct gap_run *b)
{
    return same_text(a->build, b->build) && same_text(a->machine, b->machine) &&
           a->processors == b->processors;
}

size_t gap_alike_end(const struct gap_table *t, size_t first)
{
    size_t end = first + 1;
    while (end < t->n && alike(&t->at[first], &t->at[end]))
        end++;
    return end;
}
