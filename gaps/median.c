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
        if (is_known(gap_share_cycles(&r->loops[i])))
            sum += gap_share_cycles(&r->loops[i]).value;
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

/* ---- loops ---- */

static const struct gap_loop *loop_in(const struct gap_run *r, size_t near, const char *loop)
{
    if (near < r->n && strcmp(r->loops[near].loop, loop) == 0)
        return &r->loops[near];
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->loops[i].loop, loop) == 0)
            return &r->loops[i];
    return NULL;
}

static int by_measured(const void *a, const void *b)
{
    const struct gap_loop *x = *(const struct gap_loop *const *)a;
    const struct gap_loop *y = *(const struct gap_loop *const *)b;
    double cx = x->cpl.measured.value, cy = y->cpl.measured.value;
    return cx != cy ? (cx > cy) - (cx < cy) : 0;
}

/* Returns the loop of the run in which loop i of run m has the median time; loop i of run m where
 * no run measured it. */
static struct gap_loop median_loop(struct arena *a, const struct gap_table *t, size_t first,
                                   size_t end, size_t m, size_t i)
{
    const struct gap_loop **list = ARENA_ARRAY(a, const struct gap_loop *, end - first);
    size_t n = 0;
    for (size_t r = first; r < end; r++) {
        const struct gap_loop *l = loop_in(&t->at[r], i, t->at[m].loops[i].loop);
        if (l && l->measured && is_known(l->cpl.measured))
            list[n++] = l;
    }
    if (!n)
        return t->at[m].loops[i];
    qsort(list, n, sizeof *list, by_measured);
    return *list[(n - 1) / 2];
}

struct gap_run gap_run_of_medians(struct arena *a, const struct gap_table *t, size_t first,
                                  size_t end)
{
    size_t m = gap_median_run(a, t, first, end);
    struct gap_run run = t->at[m];
    if (end - first < 2)
        return run;
    run.run = arena_printf(a, "median of %zu", end - first);
    run.watch = NULL;
    run.loops = ARENA_ARRAY(a, struct gap_loop, run.n + 1);
    run.cycles = known(0);
    for (size_t i = 0; i < run.n; i++) {
        run.loops[i] = median_loop(a, t, first, end, m, i);
        if (is_known(gap_share_cycles(&run.loops[i])))
            run.cycles.value += gap_share_cycles(&run.loops[i]).value;
    }
    return run;
}

/* ---- runs ---- */

bool gap_is_compared(const struct gap_table *t, const struct gap_run *run)
{
    if (!run->run || !run->coverage)
        return run->run;
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *o = &t->at[i];
        if (o->run && !o->coverage && same_text(o->build, run->build) &&
            same_text(o->machine, run->machine))
            return false;
    }
    return run->n;
}

static bool is_repetition(const struct gap_run *a, const struct gap_run *b)
{
    return !a->coverage && !b->coverage && same_text(a->build, b->build) &&
           same_text(a->machine, b->machine) && a->processors == b->processors;
}

size_t gap_repeated_end(const struct gap_table *t, size_t first)
{
    size_t end = first + 1;
    while (end < t->n && is_repetition(&t->at[first], &t->at[end]))
        end++;
    return end;
}
