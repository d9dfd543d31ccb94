/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/scale.h"

#include "plots/drawing/axis.h"

#include <math.h>

/* Tolerance: a power that rounding puts just beyond an end counts as at the end. */
#define ROUNDING 1e-9
/* Margin at the ends of an axis through values, as a share of the axis. */
#define MARGIN 0.03

static void add_tick(struct scale *s, double v)
{
    if (s->n < SCALE_TICKS)
        s->tick[s->n++] = v;
}

struct scale scale_even(double low, double high, size_t most)
{
    struct ticks t = ticks_over(low, high > low ? high : low + fmax(fabs(low), 1), most);
    struct scale s = {.low = t.first, .high = ticks_last(&t)};
    for (size_t i = 0; i < t.n; i++)
        add_tick(&s, tick_at(&t, i));
    return s;
}

/* Returns a scale from the power of base at or below low to the next higher power at or above high,
 * with ticks at every step-th power, including 1. */
static struct scale scale_of_powers(double base, double low, double high, size_t most)
{
    double first = floor(log(low) / log(base) + ROUNDING),
           last = ceil(log(high) / log(base) - ROUNDING);
    last = fmax(last, first + 1);
    double step = ceil((last - first) / (double)(most - 1));
    struct scale s = {.log = true, .low = pow(base, first), .high = pow(base, last)};
    for (double e = ceil(first / step) * step; e <= last; e += step)
        add_tick(&s, pow(base, e));
    return s;
}

struct scale scale_log2(double low, double high, size_t most)
{
    return scale_of_powers(2, low, high, most);
}

/* Returns the largest 1, 2 or 5 times a power of ten that is <= v, or the smallest that is >= v
 * (above). */
static double round_number(double v, bool above)
{
    static const double steps[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(v) + ROUNDING));
    for (int i = 0; i < 3; i++) {
        double next = steps[i + 1] * power;
        if (v < next * (1 - ROUNDING))
            return above && v > steps[i] * power * (1 + ROUNDING) ? next : steps[i] * power;
    }
    return 10 * power;
}

struct scale scale_log10(double low, double high, size_t most)
{
    struct scale s = {
        .log = true, .low = round_number(low, false), .high = round_number(high, true)};
    if (!(s.high > s.low * (1 + ROUNDING)))
        s.high = round_number(s.low * 1.1, true);
    for (double v = s.low; v <= s.high * (1 + ROUNDING); v = round_number(v * 1.1, true)) {
        if (s.n == most || s.n == SCALE_TICKS)
            return scale_of_powers(10, low, high, most);
        add_tick(&s, v);
    }
    return s;
}

/* ---- scales through values ---- */

static void widen(struct scale *s)
{
    double margin = (s->log ? log(s->high / s->low) : s->high - s->low) * MARGIN;
    if (margin <= 0)
        margin = s->log ? log(2) / 2 : fmax(fabs(s->high), 1) / 2;
    s->low = s->log ? s->low * exp(-margin) : s->low - margin;
    s->high = s->log ? s->high * exp(margin) : s->high + margin;
}

struct scale scale_through(const double *at, size_t n, bool log)
{
    struct scale s = {.log = log, .low = at[0], .high = at[n - 1]};
    if (n <= SCALE_TICKS)
        for (size_t i = 0; i < n; i++)
            add_tick(&s, at[i]);
    else {
        struct scale round = log ? scale_log2(s.low, s.high, 12) : scale_even(s.low, s.high, 12);
        for (size_t i = 0; i < round.n; i++)
            if (round.tick[i] >= s.low && round.tick[i] < s.high)
                add_tick(&s, round.tick[i]);
        if (!s.n || s.tick[0] > s.low) { /* the lowest value has a tick, too */
            for (size_t i = s.n; i > 0; i--)
                s.tick[i] = s.tick[i - 1];
            s.tick[0] = s.low;
            s.n++;
        }
        add_tick(&s, s.high);
    }
    widen(&s);
    return s;
}

double scale_at(const struct scale *s, double v)
{
    return s->log ? log(v / s->low) / log(s->high / s->low) : (v - s->low) / (s->high - s->low);
}

/* ---- spreading positions ---- */

/* Neighbours that are too close form a block. The middle of a block is the mean of the original
 * positions of its members. */
void spread_positions(double *at, size_t n, double distance, double low, double high)
{
    if (n && (double)(n - 1) * distance > high - low)
        distance = n > 1 ? (high - low) / (double)(n - 1) : 0;
    size_t size[SPREAD_MOST];
    double start[SPREAD_MOST]; /* position of the block's first member */
    size_t blocks = 0;
    for (size_t i = 0; i < n; i++) {
        start[blocks] = at[i];
        size[blocks++] = 1;
        for (; blocks > 1; blocks--) {
            size_t b = blocks - 1, before = size[b - 1], all = before + size[b];
            if (start[b - 1] + (double)before * distance <= start[b])
                break;
            start[b - 1] = (start[b - 1] * (double)before +
                            (start[b] - (double)before * distance) * (double)size[b]) /
                           (double)all;
            size[b - 1] = all;
        }
    }
    for (size_t b = 0, i = 0; b < blocks; b++)
        for (size_t k = 0; k < size[b]; k++, i++)
            at[i] = start[b] + (double)k * distance;
    for (size_t i = 0; i < n; i++)
        at[i] = fmax(at[i], low + (double)i * distance);
    for (size_t i = n; i-- > 0;)
        at[i] = fmin(at[i], high - (double)(n - 1 - i) * distance);
}
