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

/* Returns a linear scale with the ticks of ticks_over; it ends at the outermost ticks. low <= high.
 */
struct scale scale_even(double low, double high, size_t most);
/* Returns a logarithmic scale that ends at powers of two and has ticks at them; at every second,
 * third
 * ... power if there are more than most. 0 < low <= high. */
struct scale scale_log2(double low, double high, size_t most);
/* Returns a logarithmic scale with ticks at 1, 2 and 5 times powers of ten; at the powers alone if
 * there are more than most. 0 < low <= high. */
struct scale scale_log10(double low, double high, size_t most);
/* Returns a scale that ends just beyond the n > 0 ascending values and has its ticks at them; if
 * there are more than SCALE_TICKS, at round numbers, the lowest and the highest value. log requires
 * at[0] > 0. */
struct scale scale_through(const double *at, size_t n, bool log);

/* Returns the position of v on the axis: 0 at low, 1 at high, outside this range beyond them. */
double scale_at(const struct scale *s, double v);

enum { SPREAD_MOST = 64 };
/* Moves the n <= SPREAD_MOST ascending positions within low to high so that neighbours have at
 * least the given distance, each as little as possible. If they do not fit, they are spaced evenly.
 */
void spread_positions(double *at, size_t n, double distance, double low, double high);

#endif
