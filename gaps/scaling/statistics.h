/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: medians and their confidence intervals. */
#ifndef GAPS_SCALING_STATISTICS_H
#define GAPS_SCALING_STATISTICS_H

#include "base/arena.h"
#include "gaps/scaling/scaling.h"

/* Returns the median of n >= 1 numbers: the middle one, or the mean of the two in the middle. Sorts
 * at. */
double median_of(double *at, size_t n);

/* The medians of BOOTSTRAP_RESAMPLES resamples of n sorted numbers, as pairs of indices: each
 * median is the mean of two numbers. They are the same for every sample of n numbers. */
struct bootstrap {
    size_t n;
    struct rank_pair {
        size_t low, high; /* indices into the sorted sample */
        size_t times;     /* resamples with this median */
    } * pairs;
    size_t n_pairs;
};
/* Returns the resamples for n numbers, allocated in a. The generator is splitmix64 with a fixed
 * seed. */
struct bootstrap bootstrap_of(struct arena *a, size_t n);

/* Returns the statistics of n numbers. Sorts at. why: the reason for the missing results if n is 0.
 * b: the resamples for n; NULL if n < BOOTSTRAP_RUNS. */
struct gap_repeated repeated_of(double *at, size_t n, const struct bootstrap *b, const char *why);

#endif
