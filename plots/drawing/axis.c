/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/axis.h"
#include "base/util.h"
#include "plots/drawing/text.h"

#include <math.h>
#include <stdio.h>

/* Tolerance in steps: a tick that rounding puts just beyond an end counts as at the end. */
#define ROUNDING 1e-9

static struct ticks with_step(double low, double high, double step)
{
    double first = floor(low / step + ROUNDING), last = ceil(high / step - ROUNDING);
    return (struct ticks){first * step, step, (size_t)(last - first) + 1};
}

struct ticks ticks_over(double low, double high, size_t most)
{
    static const double steps[] = {1, 2, 5};
    double power = pow(10, floor(log10((high - low) / (double)most)));
    for (;; power *= 10)
        for (size_t i = 0; i < COUNT_OF(steps); i++) {
            struct ticks t = with_step(low, high, steps[i] * power);
            if (t.n <= most && t.n >= 2)
                return t;
        }
}

double tick_at(const struct ticks *t, size_t i)
{
    return t->first + t->step * (double)i;
}

double ticks_last(const struct ticks *t)
{
    return tick_at(t, t->n - 1);
}

const char *share_text(double share, char *buf)
{
    double percent = fabs(share) * 100;
    const char *sign = share < 0 ? TEXT_MINUS : "";
    if (percent >= 0.95 || percent == 0)
        snprintf(buf, SHARE_TEXT, "%s%.0f", sign, percent);
    else
        snprintf(buf, SHARE_TEXT, "%s%.1g", sign, percent);
    return buf;
}

const char *value_text(double v, char *buf)
{
    if (fabs(v) >= 999.5 && fabs(v) < 1e6)
        snprintf(buf, SHARE_TEXT, "%.0f", v);
    else
        snprintf(buf, SHARE_TEXT, "%.3g", v);
    return buf;
}
