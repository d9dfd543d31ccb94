/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes with an even or a logarithmic scale, and their ticks. */
#ifndef PLOTS_SCALE_H
#define PLOTS_SCALE_H

#include <stdbool.h>
#include <stddef.h>

enum { SCALE_TICKS = 24 };
struct scale {
    bool log;
    double low, high;         /* of the axis: low < high, and low > 0 on a logarithmic one */
    double tick[SCALE_TICKS]; /* ascending, within */
    size_t n;
};

/* Ticks as ticks_over makes them; the axis ends at the outermost. low <= high. */
struct scale scale_even(double low, double high, size_t most);
/* 0 < low <= high. The axis ends at powers of two and has ticks at them, at
 * every second, third ... where they are more than most. */
struct scale scale_log2(double low, double high, size_t most);
/* Likewise at 1, 2 and 5 times powers of ten, or at the powers alone. */
struct scale scale_log10(double low, double high, size_t most);
/* An axis that ends just beyond the n > 0 ascending values and has its ticks at
 * them; where they are more than SCALE_TICKS, at other round numbers and the
 * greatest. log: 0 < at[0]. */
struct scale scale_through(const double *at, size_t n, bool log);

/* Where v is on the axis: 0 at low, 1 at high, outside beyond them. */
double scale_at(const struct scale *s, double v);

enum { SPREAD_MOST = 64 };
/* Makes the n <= SPREAD_MOST ascending places at least apart from each other within low to
 * high, each as near to where it was as that allows. Where they do not fit
 * they are spaced evenly. */
void spread_apart(double *at, size_t n, double apart, double low, double high);

#endif
