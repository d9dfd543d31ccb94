/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of sets, and what a curve of costs says about the sizes of caches. */
#include "measure/memory/inside.h"

#include <math.h>

enum { NEARER_TIMES = 8, OWN_PART = 2 };
/* A knee is where the cost has risen by this share of the difference between two levels. With least
 * recently used replacement the whole rise is at the size of the cache. With random replacement the
 * share of misses in a set of size s is 1 - size / s: a quarter at 4/3 of the size. */
#define KNEE_SHARE 0.25

size_t memory_curve_sizes(double low, double high, int per_octave, double unit, double *at)
{
    size_t n = 0;
    for (int i = 0; n < MEMORY_POINTS; i++) {
        double size = unit * floor(low * exp2((double)i / per_octave) / unit + 0.5);
        if (size > high)
            break;
        if (n == 0 || size > at[n - 1])
            at[n++] = size;
    }
    return n;
}

struct memory_set memory_choose_set(struct arena *a, double near, double own, double most)
{
    double low = NEARER_TIMES * near, high = own / OWN_PART;
    if (near == 0)
        return (struct memory_set){high, NULL};
    if (own == 0 && low <= most)
        return (struct memory_set){low, NULL};
    if (own == 0)
        return (struct memory_set){
            most,
            arena_printf(a, "only %.3g times the effective size of the last cache", most / near)};
    if (low <= high)
        return (struct memory_set){sqrt(low * high), NULL};
    return (struct memory_set){
        sqrt(near * own),
        arena_printf(a,
                     "geometric middle of both caches: the cache has only %.3g times the size of "
                     "the nearer one",
                     own / near)};
}

/* ---- constant parts ---- */

/* Sums of the first i values and of their squares. */
struct sums {
    double value[MEMORY_POINTS + 1], square[MEMORY_POINTS + 1];
};

/* Returns the sum of squared deviations of values from..to-1 from their mean. */
static double deviation(const struct sums *s, size_t from, size_t to)
{
    double sum = s->value[to] - s->value[from];
    return s->square[to] - s->square[from] - sum * sum / (double)(to - from);
}

/* Least deviation of the first i values in k parts, and where the last part begins. */
struct division {
    double least[MACHINE_CACHES + 2][MEMORY_POINTS + 1];
    size_t begin[MACHINE_CACHES + 2][MEMORY_POINTS + 1];
};

static void divide(const struct sums *s, size_t n, int parts, struct division *d)
{
    for (size_t i = 1; i <= n; i++)
        d->least[1][i] = deviation(s, 0, i);
    for (int k = 2; k <= parts; k++)
        for (size_t i = (size_t)k; i <= n; i++) {
            d->least[k][i] = HUGE_VAL;
            for (size_t from = (size_t)k - 1; from < i; from++) {
                double sum = d->least[k - 1][from] + deviation(s, from, i);
                if (sum < d->least[k][i]) {
                    d->least[k][i] = sum;
                    d->begin[k][i] = from;
                }
            }
        }
}

bool memory_find_breaks(const double *y, size_t n, int n_breaks, size_t *breaks)
{
    struct sums s = {.value = {0}};
    struct division d;
    if (n_breaks < 1 || n_breaks > MACHINE_CACHES || n > MEMORY_POINTS || n <= (size_t)n_breaks)
        return false;
    for (size_t i = 0; i < n; i++) {
        s.value[i + 1] = s.value[i] + y[i];
        s.square[i + 1] = s.square[i] + y[i] * y[i];
    }
    divide(&s, n, n_breaks + 1, &d);
    size_t end = n;
    for (int k = n_breaks + 1; k > 1; k--)
        breaks[k - 2] = end = d.begin[k][end];
    return true;
}

void memory_make_monotone(double *cost, size_t n)
{
    for (size_t i = n; i-- > 1;)
        cost[i - 1] = fmin(cost[i - 1], cost[i]);
}

bool memory_find_cost_breaks(double *cost, size_t n, double (*logarithm)(double), int n_breaks,
                             size_t *breaks)
{
    double logarithms[MEMORY_POINTS];
    memory_make_monotone(cost, n);
    for (size_t i = 0; i < n; i++)
        logarithms[i] = logarithm(cost[i]);
    breaks[n_breaks + 1] = n;
    return memory_find_breaks(logarithms, n, n_breaks, breaks + 1);
}

static double mean(const double *at, size_t from, size_t to)
{
    double sum = 0;
    for (size_t i = from; i < to; i++)
        sum += at[i];
    return sum / (double)(to - from);
}

struct quantity memory_knee(const double *size, const double *cost, size_t from, size_t at,
                            size_t to, double least)
{
    if (from >= at || at >= to)
        return missing("the curve has no constant part on one side");
    double low = mean(cost, from, at), high = mean(cost, at, to);
    double rise = low + KNEE_SHARE * (high - low);
    if (!(high >= least * low))
        return missing("the cost of an access hardly changes at the end of this level");
    size_t i = from;
    while (i + 1 < to && cost[i + 1] < rise)
        i++;
    if (cost[i] >= rise || i + 1 == to)
        return missing("the curve has no knee at the end of this level");
    double share = (rise - cost[i]) / (cost[i + 1] - cost[i]);
    return known(size[i] * pow(size[i + 1] / size[i], share));
}
