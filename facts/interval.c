/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/states.h"

#include <math.h>

static const double tail = 0.025; /* probability of each side of the 95 % interval */

/* Returns the continued fraction of the incomplete beta function (Abramowitz and Stegun, 26.5.8) by
 * Lentz's method. x must be below (a + 1) / (a + b + 2), where it converges fast. */
static double beta_fraction(double a, double b, double x)
{
    enum { MAX_TERMS = 100000 };
    static const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double f = d;
    for (int m = 1; m < MAX_TERMS; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        f *= d * c;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        f *= d * c;
        if (fabs(d * c - 1) < 1e-14)
            break;
    }
    return f;
}

/* Returns x^a (1 - x)^b / B(a, b) for integers a and b. */
static double beta_power(double a, double b, double x)
{
    return exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
}

/* Returns the incomplete beta function I_x(a, b): the probability of at least a successes in
 * a + b - 1 trials. */
static double beta_below(double a, double b, double x)
{
    if (x < (a + 1) / (a + b + 2))
        return beta_power(a, b, x) * beta_fraction(a, b, x) / a;
    return 1 - beta_power(a, b, x) * beta_fraction(b, a, 1 - x) / b;
}

/* Returns the x with I_x(a, b) = want, by Newton's method, with bisection if a step leaves the
 * interval. */
static double beta_quantile(double a, double b, double want, double x)
{
    double low = 0, high = 1;
    for (int i = 0; i < 100; i++) {
        double is = beta_below(a, b, x);
        *(is < want ? &low : &high) = x;
        double next = x - (is - want) * x * (1 - x) / beta_power(a, b, x);
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - x) < 1e-13)
            return next;
        x = next;
    }
    return x;
}

/* A sample is taken at a random time of each period, so the number of samples in a state is a sum
 * of independent trials whose mean is the true share. The tails of such a sum are lighter than
 * those of the binomial distribution with that mean (Hoeffding, 1956), for which the interval of
 * Clopper and Pearson (1934) has at least its nominal coverage. The interval may be too wide, for
 * example for states that last longer than a period, but is not too narrow. Wilson's interval is
 * shorter, but its error rate reaches 7 % at 3000 samples. */
struct share_interval share_interval(uint64_t part, uint64_t all)
{
    if (all == 0)
        return (struct share_interval){0, 1};
    double n = (double)all, k = (double)part, p = k / n;
    double reach = 2 * sqrt(p * (1 - p) / n) + 1 / n;
    struct share_interval i = {0, 1};
    if (part == all)
        i.low = pow(tail, 1 / n);
    else if (part > 0)
        i.low = beta_quantile(k, n - k + 1, tail, fmax(p - reach, p / 2));
    if (part == 0)
        i.high = -expm1(log(tail) / n);
    else if (part < all)
        i.high = beta_quantile(k + 1, n - k, 1 - tail, fmin(p + reach, (1 + p) / 2));
    return i;
}

bool share_disagrees(uint64_t part, uint64_t all, double other, double margin)
{
    struct share_interval i = share_interval(part, all);
    return other < i.low - margin || other > i.high + margin;
}
