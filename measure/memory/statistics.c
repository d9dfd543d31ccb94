/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/memory/inside.h"

#include "base/util.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *x, const void *y)
{
    return ORDER_OF(*(const double *)x, *(const double *)y);
}

/* Returns the quantile of n sorted values, interpolated. */
static double quantile(const double *at, size_t n, double share)
{
    double place = share * (double)(n - 1);
    size_t i = (size_t)place;
    double next = i + 1 < n ? at[i + 1] : at[i];
    return at[i] + (next - at[i]) * (place - (double)i);
}

struct memory_statistics memory_statistics(double *at, size_t n, const char *why)
{
    struct quantity none = missing(why);
    if (n == 0)
        return (struct memory_statistics){none, none, none, none, none, 0};
    qsort(at, n, sizeof *at, by_value);
    double median = quantile(at, n, 0.5), quarter = quantile(at, n, 0.25);
    double range = quantile(at, n, 0.75) - quarter;
    return (struct memory_statistics){
        .greatest = known(at[n - 1]),
        .median = known(median),
        .least = known(at[0]),
        .quarter = known(quarter),
        .spread = q_div(known(range), known(median), "the median is 0"),
        .n = n,
    };
}

void memory_add_repeat(struct memory_series *s, double value)
{
    *ARENA_PUSH(s->a, s->at, s->n) = value;
}

/* Returns whether all series have repeats with a small spread. */
static bool all_settled(struct memory_series *series, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct memory_statistics s = memory_statistics(series[i].at, series[i].n, "none");
        if (!series[i].unused && (!is_known(s.spread) || s.spread.value > MEMORY_SPREAD))
            return false;
    }
    return true;
}

int memory_repeat(struct memory_series *series, size_t n, void (*measure)(void *context, size_t i),
                  void *context, int least_rounds, int most_rounds, double deadline)
{
    int rounds = 0;
    while (rounds < most_rounds) {
        for (size_t i = 0; i < n; i++) {
            if (rounds > 0 && memory_now() >= deadline)
                return rounds;
            if (!series[i].unused)
                measure(context, i);
        }
        rounds++;
        if (rounds >= least_rounds && (memory_now() >= deadline || all_settled(series, n)))
            break;
    }
    return rounds;
}
