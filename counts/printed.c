/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "counts/printed.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct output {
    const char *start, *at, *end;
};

enum number_kind { NO_NUMBER, INTEGER, REAL, NOT_A_NUMBER };
enum { NUMBER_MOST = 512 }; /* longer sequences of digits are compared as text */

struct number {
    enum number_kind kind;
    double value;
    const char *digits; /* of an integer, without leading zeros */
    size_t n_digits;
    bool negative;
    const char *end;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Advances over blanks. Returns whether there were any. */
static bool skip_blanks(struct output *o)
{
    const char *first = o->at;
    while (o->at < o->end && is_blank(*o->at))
        o->at++;
    return o->at > first;
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && isdigit((unsigned char)*at))
        at++;
    return at;
}

static bool is_sign(const char *at, const char *end)
{
    return at < end && (*at == '+' || *at == '-');
}

/* Returns the end of the exponent that begins there; the same place if there is none. *digits: its
 * sign or first digit. */
static const char *skip_exponent(const char *at, const char *end, bool has_point,
                                 const char **digits)
{
    const char *first = at < end && strchr("eEdDqQ", *at) ? at + 1 : at;
    const char *number = is_sign(first, end) ? first + 1 : first;
    const char *last = skip_digits(number, end);
    bool has_letter = first > at, is_short = has_point && number > first && last - number == 3;
    *digits = first;
    if (last == number || (!has_letter && (!is_short || (last < end && *last == '.'))))
        return at;
    return last;
}

/* Reads NaN or an infinity after the sign. */
static void read_special(const char *at, const struct output *o, struct number *to)
{
    static const char *const words[] = {"infinity", "inf", "nan"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(o->end - at) < n || strncasecmp(at, words[i], n) != 0 ||
            (at + n < o->end && is_word(at[n])))
            continue;
        to->kind = i == 2 ? NOT_A_NUMBER : REAL;
        to->value = to->negative ? -INFINITY : INFINITY;
        to->end = at + n;
        return;
    }
}

/* Converts the mantissa and the exponent, whose letter can be D, Q or missing. */
static double convert(const char *mantissa, size_t n, const char *exponent, size_t m)
{
    char text[NUMBER_MOST + 2];
    memcpy(text, mantissa, n);
    text[n] = m ? 'e' : '\0';
    memcpy(text + n + 1, exponent, m);
    text[n + 1 + m] = '\0';
    return strtod(text, NULL);
}

static void read_digits(const char *at, const struct output *o, struct number *to)
{
    const char *whole = skip_digits(at, o->end), *last = whole, *exponent;
    bool has_point = whole < o->end && *whole == '.';
    if (has_point)
        last = skip_digits(whole + 1, o->end);
    to->end = skip_exponent(last, o->end, has_point, &exponent);
    if (last - at == has_point || to->end - at > NUMBER_MOST)
        return; /* no digit, or too many */
    to->kind = has_point || to->end > last ? REAL : INTEGER;
    to->value = convert(at, (size_t)(last - at), exponent,
                        to->end > last ? (size_t)(to->end - exponent) : 0);
    to->value = to->negative ? -to->value : to->value;
    while (at + 1 < whole && *at == '0')
        at++;
    to->digits = at;
    to->n_digits = (size_t)(whole - at);
}

/* Reads the number at the current place, which is not within a word. */
static struct number read_number(const struct output *o)
{
    struct number x = {.kind = NO_NUMBER};
    const char *at = o->at;
    if (o->at > o->start && (is_word(o->at[-1]) || o->at[-1] == '.'))
        return x;
    if (is_sign(at, o->end))
        x.negative = *at++ == '-';
    read_digits(at, o, &x);
    if (x.kind == NO_NUMBER)
        read_special(at, o, &x);
    return x;
}

static bool are_equal_integers(const struct number *x, const struct number *y)
{
    bool zero = x->n_digits == 1 && *x->digits == '0';
    return x->n_digits == y->n_digits && memcmp(x->digits, y->digits, x->n_digits) == 0 &&
           (zero || x->negative == y->negative);
}

/* Returns whether two numbers agree; adds a difference in line. */
static bool agree(const struct number *x, const struct number *y, size_t line,
                  struct printed_difference *to)
{
    if (x->kind == NOT_A_NUMBER || y->kind == NOT_A_NUMBER)
        return x->kind == y->kind;
    if (x->kind == INTEGER && y->kind == INTEGER)
        return are_equal_integers(x, y);
    if (x->value == y->value)
        return true;
    double larger = fmax(fabs(x->value), fabs(y->value));
    double difference = fabs(x->value - y->value) / larger;
    bool small = larger < PRINTED_LEAST;
    if (!small && !(difference <= PRINTED_TOLERANCE)) /* also if one is infinite */
        return false;
    to->line = to->line ? to->line : line;
    if (small) {
        to->n_small++;
    } else {
        to->n++;
        to->most = fmax(to->most, difference);
    }
    return true;
}

static bool is_line_end(const struct output *o)
{
    return o->at == o->end || *o->at == '\n';
}

bool printed_agree(const char *a, size_t n, const char *b, size_t m, struct printed_difference *to)
{
    struct output first = {a, a, a + n}, second = {b, b, b + m};
    size_t line = 1;
    *to = (struct printed_difference){.n = 0};
    for (;;) {
        bool gaps_differ = skip_blanks(&first) != skip_blanks(&second);
        if (first.at == first.end || second.at == second.end)
            return first.at == first.end && second.at == second.end;
        struct number x = read_number(&first), y = read_number(&second);
        if (x.kind != NO_NUMBER && y.kind != NO_NUMBER) {
            if (!agree(&x, &y, line, to))
                return false;
            first.at = x.end;
            second.at = y.end;
            continue;
        }
        if (*first.at != *second.at || (gaps_differ && !is_line_end(&first)))
            return false;
        line += *first.at == '\n';
        first.at++;
        second.at++;
    }
}
