/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: medians, and how far to trust them. */
#ifndef GAPS_SCALING_STATISTICS_H
#define GAPS_SCALING_STATISTICS_H

#include "base/arena.h"
#include "gaps/scaling/scaling.h"

/* Of n >= 1 numbers, which it sorts: the middle one, or the mean of the two in
 * the middle. */
double median_of(double *at, size_t n);

/* Where the medians of BOOTSTRAP_RESAMPLES resamples of n sorted numbers lie:
 * each is the mean of two of them. The same for every sample of n. */
struct bootstrap {
    size_t n;
    struct rank_pair {
        size_t low, high; /* indices into the sorted sample */
        size_t times;     /* resamples with this median */
    } * pairs;
    size_t n_pairs;
};
/* By the generator splitmix64 with a fixed seed. Made in a. */
struct bootstrap bootstrap_of(struct arena *a, size_t n);

/* A sample of n numbers, which it sorts; why: reason of what is missing when
 * n is 0. b: of n; NULL where n < BOOTSTRAP_RUNS. */
struct gap_repeated repeated_of(double *at, size_t n, const struct bootstrap *b, const char *why);

#endif
