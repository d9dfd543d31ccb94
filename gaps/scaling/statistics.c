/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/scaling/statistics.h"

#include "base/util.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Number of resamples outside the interval at each end: 2.5 % of 10000. */
enum { TAIL = BOOTSTRAP_RESAMPLES / 40 };
static const uint64_t SEED = 1994;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_of(double *at, size_t n)
{
    qsort(at, n, sizeof *at, by_value);
    return n % 2 ? at[n / 2] : at[n / 2 - 1] / 2 + at[n / 2] / 2;
}

/* ---- resampling ---- */

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Returns a random number from 0 to n - 1. */
static size_t draw(uint64_t *state, size_t n)
{
    return (size_t)((next(state) >> 32) * n >> 32);
}

/* Returns the rank of element i of a resample, in which each rank occurs times[rank] times. */
static size_t rank_at(const size_t *times, size_t i)
{
    size_t rank = 0;
    for (size_t seen = times[0]; seen <= i; seen += times[rank])
        rank++;
    return rank;
}

static int by_ranks(const void *a, const void *b)
{
    const struct rank_pair *x = a, *y = b;
    return ORDER_BY_TWO(x, y, low, high);
}

struct bootstrap bootstrap_of(struct arena *a, size_t n)
{
    struct bootstrap b = {n, ARENA_ARRAY(a, struct rank_pair, BOOTSTRAP_RESAMPLES), 0};
    size_t *times = xmalloc(n * sizeof *times);
    uint64_t state = SEED;
    for (size_t r = 0; r < BOOTSTRAP_RESAMPLES; r++) {
        memset(times, 0, n * sizeof *times);
        for (size_t i = 0; i < n; i++)
            times[draw(&state, n)]++;
        b.pairs[r] = (struct rank_pair){rank_at(times, (n - 1) / 2), rank_at(times, n / 2), 1};
    }
    qsort(b.pairs, BOOTSTRAP_RESAMPLES, sizeof *b.pairs, by_ranks);
    for (size_t r = 0; r < BOOTSTRAP_RESAMPLES; r++)
        if (b.n_pairs && by_ranks(&b.pairs[b.n_pairs - 1], &b.pairs[r]) == 0)
            b.pairs[b.n_pairs - 1].times++;
        else
            b.pairs[b.n_pairs++] = b.pairs[r];
    free(times);
    return b;
}

/* ---- the interval ---- */

struct weighted_median {
    double value;
    size_t times;
};

static int by_median(const void *a, const void *b)
{
    return by_value(&((const struct weighted_median *)a)->value,
                    &((const struct weighted_median *)b)->value);
}

/* Returns the median with fewer than TAIL others between it and the start, or the end (from_end).
 */
static double tail_median(const struct weighted_median *m, size_t n, bool from_end)
{
    size_t seen = 0, i = 0;
    for (; i < n; i++) {
        seen += m[from_end ? n - 1 - i : i].times;
        if (seen >= TAIL)
            break;
    }
    return m[from_end ? n - 1 - i : i].value;
}

static void set_interval(struct gap_repeated *r, const double *sorted, const struct bootstrap *b)
{
    struct weighted_median *m = xmalloc(b->n_pairs * sizeof *m);
    for (size_t i = 0; i < b->n_pairs; i++) {
        const struct rank_pair *p = &b->pairs[i];
        m[i] = (struct weighted_median){
            p->low == p->high ? sorted[p->low] : sorted[p->low] / 2 + sorted[p->high] / 2,
            p->times};
    }
    qsort(m, b->n_pairs, sizeof *m, by_median);
    r->low = known(tail_median(m, b->n_pairs, false));
    r->high = known(tail_median(m, b->n_pairs, true));
    r->crosses_zero = r->low.value <= 0 && r->high.value >= 0;
    free(m);
}

struct gap_repeated repeated_of(double *at, size_t n, const struct bootstrap *b, const char *why)
{
    struct gap_repeated r = {.runs = n};
    if (n == 0) {
        r.median = r.least = r.greatest = r.spread = r.low = r.high = missing(why);
        return r;
    }
    r.median = known(median_of(at, n));
    r.least = known(at[0]);
    r.greatest = known(at[n - 1]);
    r.spread = q_div(q_sub(r.greatest, r.least), known(fabs(r.median.value)), "the median is 0");
    r.low = r.high = missing("an interval of the median needs 3 runs or more");
    if (b)
        set_interval(&r, at, b);
    return r;
}
