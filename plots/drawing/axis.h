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

/* Round ticks (steps of 1, 2 or 5 times a power of ten) that begin at or below
 * low and end at or above high > low, at most most >= 3 of them. */
struct ticks ticks_over(double low, double high, size_t most);
double tick_at(const struct ticks *t, size_t i);
double ticks_last(const struct ticks *t);

/* A share as a percentage: whole from 1 on, one digit below; with a real minus
 * sign. Returns buf. */
enum { SHARE_TEXT = 40 };
const char *share_text(double share, char *buf);
/* A value to three digits, for where space is short. Returns buf. */
const char *value_text(double v, char *buf);

#endif
