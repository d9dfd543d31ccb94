/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/quantity.h"
#include "base/diag.h"
#include "base/util.h"

#include <float.h>
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

/* Writes the digits of n to buf, with a decimal point before the last `point` digits (0 = none).
 * Returns the end of the text. */
static char *put_digits(char *buf, uint64_t n, int point)
{
    char digits[QUANTITY_TEXT];
    int have = 0;
    for (; n || have <= point; n /= 10)
        digits[have++] = (char)('0' + n % 10);
    while (have) {
        if (have == point)
            *buf++ = '.';
        *buf++ = digits[--have];
    }
    *buf = '\0';
    return buf;
}

const char *long_text(long value, char *buf)
{
    char *at = buf;
    if (value < 0)
        *at++ = '-';
    put_digits(at, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 0);
    return buf;
}

/* Writes the digits of an integer that a long represents exactly. Returns false for other values.
 */
static bool integer_text(double value, char *buf)
{
    if (!(fabs(value) < 1e15) || value != floor(value))
        return false;
    long_text((long)value, buf);
    return true;
}

/* Writes four significant digits, but all digits before the point, so that large numbers are
 * comparable with integers: 271853, not 271900 or 2.719e+05. */
static void four_digits(double value, char *buf)
{
    snprintf(buf, QUANTITY_TEXT, "%.4g", value);
    if (fabs(value) < 1e15 && strchr(buf, '+'))
        snprintf(buf, QUANTITY_TEXT, "%.0f", value);
}

const char *quantity_text(struct quantity q, char *buf)
{
    if (q.missing)
        return strcpy(buf, "-");
    if (!isfinite(q.value))
        bug("a known quantity is not finite");
    if (!integer_text(q.value, buf))
        four_digits(q.value, buf);
    return buf;
}

/* ---- the shortest decimal ---- */

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                              1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
enum { MAX_PLACES = COUNT_OF(tens) };

/* Finds a decimal of up to 15 digits that is read back as value. At most one decimal of that length
 * is, the product is within 1/4 of it, and the quotient of two exact doubles is the value that is
 * read back. *places: its number of places; if there is none, at least those of 16 digits. */
static bool few_digits(double value, uint64_t *n, int *places)
{
    int p = 1;
    for (; p < MAX_PLACES && value * tens[p] < 1e15 - 1; p++) {
        *n = (uint64_t)(value * tens[p] + 0.5);
        if ((double)*n / tens[p] == value) {
            *places = p;
            return true;
        }
    }
    *places = p;
    return false;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

/* Rounds value to that many places like printf, in integers: value = m / 2^s with m < 2^53 and
 * 10^places < 2^60. Returns whether it is read back as value: the error is below half a unit of
 * m. */
static bool many_digits(double value, int places, uint64_t *n)
{
    int e;
    uint64_t m = (uint64_t)ldexp(frexp(value, &e), 53);
    int s = 53 - e;
    wide ten = (uint64_t)tens[places], exact = m * ten, unit = (wide)1 << s;
    *n = (uint64_t)(exact >> s);
    wide off = exact & (unit - 1);
    if (2 * off > unit || (2 * off == unit && *n % 2)) {
        ++*n;
        off = unit - off;
    }
    return 2 * off < ten;
}

/* Finds a decimal of 16 or 17 digits that is read back as value. Returns false if that is
 * uncertain: powers of two have a nearer neighbour below. */
static bool all_digits(double value, int places, uint64_t *n, int *p)
{
    int e;
    if (frexp(value, &e) == 0.5)
        return false;
    for (*p = places; *p < MAX_PLACES && value * tens[*p] < 1e17; ++*p)
        if (many_digits(value, *p, n))
            return *n % 10 != 0 && *n >= (uint64_t)1e15;
    return false;
}
#else
static bool all_digits(double value, int places, uint64_t *n, int *p)
{
    (void)value, (void)places, (void)n, (void)p;
    return false;
}
#endif

/* Writes the shortest decimal of a number from 0.001 to 1e15, without trying precisions of printf.
 * Returns false for other numbers. */
static bool decimal_text(double value, char *buf)
{
    uint64_t n;
    int places;
    double size = fabs(value);
    if (size < 1e-3 || size >= 1e15)
        return false;
    if (!few_digits(size, &n, &places) && !all_digits(size, places, &n, &places))
        return false;
    char *at = buf;
    if (value < 0)
        *at++ = '-';
    put_digits(at, n, places);
    return true;
}

/* If a decimal of up to DBL_DIG digits is read back as the value, %g with DBL_DIG digits prints it.
 * Subnormal numbers need fewer digits. */
const char *quantity_exact(struct quantity q, char *buf)
{
    if (q.missing)
        return strcpy(buf, "null");
    if (!isfinite(q.value))
        bug("a known quantity is not finite");
    if (integer_text(q.value, buf) || decimal_text(q.value, buf))
        return buf;
    int least = fabs(q.value) < DBL_MIN ? 1 : DBL_DIG;
    for (int digits = least; digits <= DBL_DECIMAL_DIG; digits++) {
        snprintf(buf, QUANTITY_TEXT, "%.*g", digits, q.value);
        if (strtod(buf, NULL) == q.value)
            break;
    }
    return buf;
}
