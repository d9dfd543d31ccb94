/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/scaling/scaling.h"

#include "gaps/scaling/group.h"
#include "gaps/scaling/laws.h"
#include "gaps/scaling/saturation.h"
#include "gaps/scaling/statistics.h"

#include <math.h>
#include <stdlib.h>

/* ---- points ---- */

static struct quantity median_in(const struct run_group *g, size_t l, size_t first, size_t end,
                                 enum gap_repeats_number what, double *sample, size_t *n)
{
    const char *why = NULL;
    *n = 0;
    for (size_t r = first; r < end; r++) {
        struct quantity q = number_in(g, l, r, what);
        if (is_known(q))
            sample[(*n)++] = q.value;
        else if (!why)
            why = q.missing;
    }
    return *n ? known(median_of(sample, *n)) : missing(why);
}

/* Returns the time on 1 processor that run r is compared with. */
static struct quantity base_in(const struct run_group *g, size_t l, size_t r)
{
    if (l == g->n_loops)
        return g->runs[r]->base_time;
    const struct gap_loop *row = g->rows[l * g->n + r];
    return row ? row->base_time : missing("not measured in these runs");
}

/* Returns the speed-up of runs first to end - 1, whose median time is time. If they have different
 * times on 1 processor, because they measured different loops, it is the median of their speed-ups.
 */
static struct quantity speedup_in(const struct run_group *g, size_t l, size_t first, size_t end,
                                  struct quantity time, double *sample)
{
    struct quantity common = missing("not measured in these runs");
    bool differ = false;
    size_t n = 0, runs = 0;
    for (size_t r = first; r < end; r++) {
        struct quantity own = number_in(g, l, r, REPEAT_TIME), base = base_in(g, l, r);
        if (!is_known(own))
            continue;
        differ |= runs++ && (is_known(base) != is_known(common) ||
                             (is_known(base) && base.value != common.value));
        if (runs == 1 || is_known(base))
            common = base;
        if (is_known(base) && own.value > 0)
            sample[n++] = base.value / own.value;
    }
    if (!runs)
        return time;
    return differ && n ? known(median_of(sample, n)) : q_div(common, time, "the time is 0");
}

/* (1/S - 1/p) / (1 - 1/p) = (p/S - 1) / (p - 1) */
static struct quantity serial_fraction(struct quantity speedup, long p)
{
    if (!is_known(speedup))
        return speedup;
    if (p == 1)
        return missing("not defined for 1 processor");
    return q_div(q_sub(q_div(known((double)p), speedup, "the speed-up is 0"), known(1)),
                 known((double)(p - 1)), "");
}

static struct gap_point point_of(const struct run_group *g, size_t l, size_t first, double *sample)
{
    size_t end = repetitions_end(g, first), with_muf;
    struct gap_point p = {.processors = g->runs[first]->processors};
    p.time = median_in(g, l, first, end, REPEAT_TIME, sample, &p.runs);
    p.muf = median_in(g, l, first, end, REPEAT_MUF, sample, &with_muf);
    p.speedup = speedup_in(g, l, first, end, p.time, sample);
    p.efficiency = q_div(p.speedup, known((double)p.processors), "");
    p.serial = serial_fraction(p.speedup, p.processors);
    return p;
}

/* ---- choice ---- */

/* Returns the law with the smallest error; the first of several that differ only by rounding; -1 =
 * all are refused. greatest: the highest speed-up. */
static int best_law(const struct gap_fit *fits, double greatest)
{
    static const double rounding = 1e-9;
    int best = -1;
    for (int i = 0; i < GAP_LAWS; i++)
        if (!fits[i].refused &&
            (best < 0 || fits[i].error.value < fits[best].error.value - rounding * greatest))
            best = i;
    return best;
}

static struct quantity muf_at(const struct gap_point *p)
{
    return p->muf;
}
static struct quantity speedup_at(const struct gap_point *p)
{
    return p->speedup;
}

/* Returns the point with the highest number, the first of several; NULL = none is known. */
static const struct gap_point *highest_point(const struct gap_scaling_row *row,
                                             struct quantity (*of)(const struct gap_point *p))
{
    const struct gap_point *best = NULL;
    for (size_t i = 0; i < row->n; i++)
        if (is_known(of(&row->points[i])) && (!best || of(&row->points[i]).value > of(best).value))
            best = &row->points[i];
    return best;
}

/* Returns the processors of the point at; without one, why the number is missing. */
static struct quantity processors_at(const struct gap_scaling_row *row, const struct gap_point *at,
                                     struct quantity (*of)(const struct gap_point *p))
{
    return at ? known((double)at->processors) : of(&row->points[0]);
}

static struct quantity measured_trade_off(struct arena *a, const struct gap_scaling_row *row,
                                          double efficiency)
{
    static const double rounding = 1e-12;
    struct quantity p = missing(arena_printf(
        a, "no measured number of processors has an efficiency of at least %g", efficiency));
    for (size_t i = 0; i < row->n; i++)
        if (is_known(row->points[i].efficiency) &&
            row->points[i].efficiency.value >= efficiency - rounding)
            p = known((double)row->points[i].processors);
    return p;
}

static struct gap_choice choose_processors(struct arena *a, const struct gap_scaling_row *row,
                                           double efficiency)
{
    const struct gap_point *fastest = highest_point(row, speedup_at);
    struct gap_choice c = {.law = best_law(row->fits, fastest ? fastest->speedup.value : 0)};
    c.muf = processors_at(row, highest_point(row, muf_at), muf_at);
    c.speedup = processors_at(row, fastest, speedup_at);
    c.trade_off = fastest ? measured_trade_off(a, row, efficiency) : c.speedup;
    c.predicted_speedup = c.predicted_trade_off = missing("no law could be fitted");
    if (c.law >= 0) {
        c.predicted_speedup = row->fits[c.law].best_p;
        c.predicted_trade_off = law_trade_off(&row->fits[c.law], efficiency);
    }
    return c;
}

/* ---- rows ---- */

static void note_superlinear(struct arena *a, struct gap_scaling_row *row)
{
    const char *list = NULL;
    for (size_t i = 0; i < row->n; i++) {
        const struct gap_point *p = &row->points[i];
        if (is_known(p->serial) && p->serial.value < 0)
            list = arena_printf(a, "%s%s%ld", list ? list : "", list ? ", " : "", p->processors);
    }
    if (list)
        note(a, &row->notes,
             "speed-up is above the number of processors (superlinear) on %s, so the serial "
             "fraction is negative",
             list);
}

/* Adds a note if the runs have different numbers of iterations: speed-up compares equal work. */
static void note_work(struct arena *a, const struct run_group *g, size_t l,
                      struct gap_scaling_row *row)
{
    double least = INFINITY, most = 0;
    for (size_t r = 0; l < g->n_loops && r < g->n; r++) {
        const struct gap_loop *in = g->rows[l * g->n + r];
        if (!in || in->partial)
            continue;
        least = fmin(least, in->iterations.value);
        most = fmax(most, in->iterations.value);
    }
    if (most - least > 1e-6 * most)
        note(a, &row->notes,
             "the numbers of iterations differ (%.17g to %.17g): the speed-ups compare different "
             "work",
             least, most);
}

/* Adds a note to the row of the program if the runs measured different loops. */
static void note_loops(struct arena *a, const struct run_group *g, struct gap_scaling_row *row)
{
    bool differ = false;
    for (size_t l = 0; l < g->n_loops; l++)
        for (size_t r = 1; r < g->n; r++)
            differ |= !g->rows[l * g->n + r] != !g->rows[l * g->n];
    if (differ)
        note(a, &row->notes,
             "the runs measured different loops: each speed-up compares runs with the same loops, "
             "and the times are sums over different loops");
}

static struct gap_scaling_row row_of(struct arena *a, const struct run_group *g, size_t l,
                                     double efficiency, double *sample)
{
    struct gap_scaling_row row = {.loop = l < g->n_loops ? g->loops[l] : NULL};
    row.points = ARENA_ARRAY(a, struct gap_point, g->n + 1);
    for (size_t first = 0; first < g->n; first = repetitions_end(g, first))
        row.points[row.n++] = point_of(g, l, first, sample);
    for (int i = 0; i < GAP_LAWS; i++)
        row.fits[i] = fit_law(a, (enum gap_law)i, row.points, row.n);
    row.choice = choose_processors(a, &row, efficiency);
    row.saturation = saturation_of(a, g, l);
    note_superlinear(a, &row);
    note_work(a, g, l, &row);
    if (l == g->n_loops)
        note_loops(a, g, &row);
    return row;
}

struct gap_scaling scale_group(struct arena *a, const struct run_group *g, double efficiency)
{
    const struct gap_run *run = g->runs[0];
    struct gap_scaling to = {run->build, run->machine, run, .efficiency = efficiency};
    double *sample = xmalloc((g->n + 1) * sizeof *sample);
    to.processors = ARENA_ARRAY(a, long, g->n);
    for (size_t first = 0; first < g->n; first = repetitions_end(g, first))
        to.processors[to.n_processors++] = g->runs[first]->processors;
    to.n = g->n_loops;
    to.loops = ARENA_ARRAY(a, struct gap_scaling_row, g->n_loops + 1);
    for (size_t l = 0; l < g->n_loops; l++)
        to.loops[l] = row_of(a, g, l, efficiency, sample);
    to.program = row_of(a, g, g->n_loops, efficiency, sample);
    free(sample);
    return to;
}

static void add_scaling(struct arena *a, const struct run_groups *groups, double efficiency,
                        struct gap_series *to)
{
    to->scaling = ARENA_ARRAY(a, struct gap_scaling, groups->n + 1);
    for (size_t i = 0; i < groups->n; i++)
        to->scaling[to->n_scaling++] = scale_group(a, &groups->at[i], efficiency);
}

static void add_repeats(struct arena *a, const struct run_groups *groups, struct gap_series *to)
{
    size_t runs = 0;
    for (size_t i = 0; i < groups->n; i++)
        runs += groups->at[i].n;
    to->repeats = ARENA_ARRAY(a, struct gap_repeats, runs + 1);
    for (size_t i = 0; i < groups->n; i++) {
        const struct run_group *g = &groups->at[i];
        for (size_t first = 0, end; first < g->n; first = end) {
            end = repetitions_end(g, first);
            if (end - first > 1)
                to->repeats[to->n_repeats++] = repeat_runs(a, g, first, end);
        }
    }
}

struct gap_series gap_series_scaling(struct arena *a, const struct gap_table *t, double efficiency)
{
    struct run_groups groups = group_runs(a, t);
    struct gap_series s = {0};
    add_scaling(a, &groups, efficiency, &s);
    return s;
}

struct gap_series gap_series_repeats(struct arena *a, const struct gap_table *t)
{
    struct run_groups groups = group_runs(a, t);
    struct gap_series s = {0};
    add_repeats(a, &groups, &s);
    return s;
}

struct gap_series gap_series(struct arena *a, const struct gap_table *t, double efficiency)
{
    struct run_groups groups = group_runs(a, t);
    struct gap_series s = {0};
    add_scaling(a, &groups, efficiency, &s);
    add_repeats(a, &groups, &s);
    return s;
}
