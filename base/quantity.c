/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/quantity.h"
#include "base/diag.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *first_reason(struct quantity a, struct quantity b)
{
    return a.missing ? a.missing : b.missing;
}

struct quantity q_add(struct quantity a, struct quantity b)
{
    return (struct quantity){a.value + b.value, first_reason(a, b)};
}

struct quantity q_sub(struct quantity a, struct quantity b)
{
    return (struct quantity){a.value - b.value, first_reason(a, b)};
}

struct quantity q_mul(struct quantity a, struct quantity b)
{
    return (struct quantity){a.value * b.value, first_reason(a, b)};
}

struct quantity q_div(struct quantity a, struct quantity b, const char *why_zero)
{
    const char *why = first_reason(a, b);
    if (!why && b.value == 0)
        why = why_zero;
    return why ? missing(why) : known(a.value / b.value);
}

struct quantity q_max(struct quantity a, struct quantity b)
{
    return (struct quantity){fmax(a.value, b.value), first_reason(a, b)};
}

/* Whether it is a whole number that a long holds exactly; then its digits. */
static bool whole_text(double value, char *buf)
{
    if (!(fabs(value) < 1e15) || value != floor(value))
        return false;
    char digits[QUANTITY_TEXT];
    size_t n = 0;
    uint64_t rest = (uint64_t)fabs(value);
    do
        digits[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        digits[n++] = '-';
    while (n)
        *buf++ = digits[--n];
    *buf = '\0';
    return true;
}

const char *quantity_text(struct quantity q, char *buf)
{
    if (q.missing)
        return strcpy(buf, "-");
    if (!isfinite(q.value))
        bug("a known quantity is not finite");
    if (!whole_text(q.value, buf))
        snprintf(buf, QUANTITY_TEXT, "%.4g", q.value);
    return buf;
}

const char *quantity_exact(struct quantity q, char *buf)
{
    if (q.missing)
        return strcpy(buf, "null");
    if (!isfinite(q.value))
        bug("a known quantity is not finite");
    if (whole_text(q.value, buf))
        return buf;
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(buf, QUANTITY_TEXT, "%.*g", digits, q.value);
        if (strtod(buf, NULL) == q.value)
            break;
    }
    return buf;
}
