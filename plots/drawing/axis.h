/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks of an axis. */
#ifndef PLOTS_AXIS_H
#define PLOTS_AXIS_H

#include <stddef.h>

/* n ticks at first, first + step, ... */
struct ticks {
    double first, step;
    size_t n; /* >= 2 */
};

/* Returns at most most round ticks (steps of 1, 2 or 5 times a power of ten), the first at or below
 * low and the last at or above high. Requires high > low and most >= 3. */
struct ticks ticks_over(double low, double high, size_t most);
double tick_at(const struct ticks *t, size_t i);
double ticks_last(const struct ticks *t);

/* Writes a share as a percentage to buf (SHARE_TEXT bytes): a whole number from 1 %, one
 * significant digit below, with a minus sign instead of a hyphen. Returns buf. */
enum { SHARE_TEXT = 40 };
const char *share_text(double share, char *buf);
/* Writes a value with three significant digits to buf (SHARE_TEXT bytes). Returns buf. */
const char *value_text(double v, char *buf);

#endif
