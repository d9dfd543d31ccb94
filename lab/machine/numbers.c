/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats numbers according to edit descriptors. */
#include "lab/machine/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_ROOM = 1200 };

static size_t write_stars(char *to, int width)
{
    memset(to, '*', (size_t)width);
    return (size_t)width;
}

/* Right-justifies sign and body in width; 0 = no padding. Omits a 0 before the point if it does not
 * fit, or if the width is 0. */
static size_t justify(char *to, const char *sign, const char *body, int width)
{
    int n = (int)(strlen(sign) + strlen(body));
    if (body[0] == '0' && body[1] == '.' && body[2] != '\0' && (width == 0 || n > width)) {
        body++;
        n--;
    }
    if (width == 0)
        width = n < NUMBER_ROOM ? n : NUMBER_ROOM - 1;
    if (n > width)
        return write_stars(to, width);
    memset(to, ' ', (size_t)(width - n));
    memcpy(to + width - n, sign, strlen(sign));
    memcpy(to + width - (int)strlen(body), body, strlen(body));
    return (size_t)width;
}

static const char *sign_of(double x, bool plus)
{
    return signbit(x) ? "-" : plus ? "+" : "";
}

static size_t not_finite(char *to, double x, struct number_style s)
{
    if (isnan(x))
        return justify(to, "", "NaN", s.width);
    int least = signbit(x) || s.plus ? 9 : 8;
    bool longer = s.width == 0 || s.width >= least;
    return justify(to, sign_of(x, s.plus), longer ? "Infinity" : "Inf", s.width);
}

/* Computes the significant digits of x, rounded, and the exponent: x = 0.DIGITS * 10**exponent. */
static int digits_of(char *digits, double x, int n)
{
    char buffer[DIGITS_ROOM];
    if (x == 0 || n < 1) {
        memset(digits, '0', (size_t)(n < 0 ? 0 : n));
        digits[n < 0 ? 0 : n] = '\0';
        return 0;
    }
    snprintf(buffer, sizeof buffer, "%.*e", n - 1, fabs(x));
    digits[0] = buffer[0];
    memcpy(digits + 1, buffer + 2, (size_t)(n - 1));
    digits[n] = '\0';
    return atoi(strchr(buffer, 'e') + 1) + 1;
}

static size_t fixed(char *to, double x, struct number_style s)
{
    char buffer[DIGITS_ROOM], body[DIGITS_ROOM + 1];
    if (s.digits + s.scale < 0) {
        x *= pow(10, s.scale);
        s.scale = 0;
    }
    snprintf(buffer, sizeof buffer, "%.*f", s.digits + s.scale, fabs(x));
    if (s.scale == 0) {
        snprintf(body, sizeof body, "%s%s", buffer, s.digits == 0 ? "." : "");
        return justify(to, sign_of(x, s.plus), body, s.width);
    }
    char all[DIGITS_ROOM + 200] = ""; /* digits without the point, zeros before them */
    size_t n = 0;
    for (int i = 0; i < -s.scale; i++)
        all[n++] = '0';
    for (const char *p = buffer; *p != '\0'; p++)
        if (*p != '.')
            all[n++] = *p;
    all[n] = '\0';
    size_t whole = n - (size_t)s.digits, zeros = 0;
    while (zeros + 1 < whole && all[zeros] == '0')
        zeros++;
    snprintf(body, sizeof body, "%.*s.%s", (int)(whole - zeros), all + zeros, all + whole);
    return justify(to, sign_of(x, s.plus), body, s.width);
}

/* Formats the exponent with its letter: "E+02", "+102", with e digits if specified; "" = too wide.
 */
static void exponent_text(char *to, size_t room, char letter, int exponent, int e)
{
    int size = abs(exponent);
    *to = '\0';
    if (e < 0 && size <= 99)
        snprintf(to, room, "%c%+03d", letter, exponent);
    else if (e < 0 && size <= 999)
        snprintf(to, room, "%+04d", exponent);
    else if (e == 0)
        snprintf(to, room, "%c%+d", letter, exponent);
    else if (snprintf(NULL, 0, "%d", size) <= e)
        snprintf(to, room, "%c%c%0*d", letter, exponent < 0 ? '-' : '+', e < 10 ? e : 10, size);
}

static size_t with_exponent(char *to, double x, struct number_style s, char letter)
{
    char digits[DIGITS_ROOM], body[DIGITS_ROOM + 300], power[40];
    int before = s.scale > 0 ? s.scale : 0; /* digits before the point */
    int zeros = s.scale < 0 ? -s.scale : 0; /* zeros between the point and the digits */
    int n = before > 0 && !s.listed ? s.digits + 1 : s.digits - zeros;
    if (n < before)
        return write_stars(to, s.width == 0 ? 1 : s.width);
    int exponent = digits_of(digits, x, n);
    exponent_text(power, sizeof power, letter, x == 0 ? 0 : exponent - s.scale, s.exponent);
    if (power[0] == '\0')
        return write_stars(to, s.width == 0 ? 1 : s.width);
    int at = sprintf(body, "%.*s.", before, digits);
    if (before == 0)
        at = sprintf(body, "0.");
    for (int i = 0; i < zeros; i++)
        body[at++] = '0';
    snprintf(body + at, sizeof body - (size_t)at, "%s%s", digits + before, power);
    return justify(to, sign_of(x, s.plus), body, s.width);
}

static size_t write_general(char *to, double x, struct number_style s)
{
    char digits[DIGITS_ROOM];
    int exponent = x == 0 ? 1 : digits_of(digits, x, s.digits);
    if (exponent < 0 || exponent > s.digits)
        return with_exponent(to, x, s, 'E');
    int blanks = s.width == 0 ? 0 : s.exponent < 0 ? 4 : s.exponent + 2;
    struct number_style f = s;
    f.scale = 0;
    f.digits = s.digits - exponent;
    f.width = s.width - blanks;
    if (s.width != 0 && f.width <= 0)
        return write_stars(to, s.width);
    size_t n = fixed(to, x, f);
    memset(to + n, ' ', (size_t)blanks);
    return n + (size_t)blanks;
}

size_t number_real(char *to, double x, struct number_style s)
{
    if (!isfinite(x))
        return not_finite(to, x, s);
    switch (s.kind) {
    case EDIT_FIXED:
        return fixed(to, x, s);
    case EDIT_DOUBLE:
        return with_exponent(to, x, s, 'D');
    case EDIT_SCIENTIFIC:
        s.scale = 1;
        return with_exponent(to, x, s, 'E');
    case EDIT_GENERAL:
        return write_general(to, x, s);
    default:
        return with_exponent(to, x, s, 'E');
    }
}

/* Formats x in that base, as two's complement except in base 10. */
static void integer_digits(char *to, int64_t x, enum edit_kind kind)
{
    char back[80];
    int n = 0;
    unsigned base = kind == EDIT_BINARY        ? 2
                    : kind == EDIT_OCTAL       ? 8
                    : kind == EDIT_HEXADECIMAL ? 16
                                               : 10;
    uint64_t left = base == 10 && x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    do
        back[n++] = "0123456789ABCDEF"[left % base];
    while ((left /= base) > 0);
    for (int i = 0; i < n; i++)
        to[i] = back[n - 1 - i];
    to[n] = '\0';
}

size_t number_integer(char *to, int64_t x, struct number_style s)
{
    char digits[80], body[300];
    integer_digits(digits, x, s.kind);
    int n = (int)strlen(digits), zeros = s.digits > n ? s.digits - n : 0;
    if (s.digits == 0 && x == 0)
        n = 0;
    memset(body, '0', (size_t)zeros);
    memcpy(body + zeros, digits, (size_t)n);
    body[zeros + n] = '\0';
    bool decimal = s.kind == EDIT_INTEGER || s.kind == EDIT_GENERAL;
    return justify(to, decimal && x < 0 ? "-" : decimal && s.plus ? "+" : "", body, s.width);
}
