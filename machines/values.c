/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machines/values.h"
#include "base/util.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    enum unit unit;
    const char *name, *singular; /* NULL = the same */
    double factor;
} units[] = {
    {UNIT_CYCLES, "cycles", "cycle", 1},
    {UNIT_HERTZ, "MHz", NULL, 1e6},
    {UNIT_HERTZ, "GHz", NULL, 1e9},
    {UNIT_HERTZ, "kHz", NULL, 1e3},
    {UNIT_HERTZ, "Hz", NULL, 1},
    {UNIT_BYTES, "bytes", "byte", 1},
    {UNIT_BYTES, "KB", NULL, 1024},
    {UNIT_BYTES, "MB", NULL, 1024.0 * 1024},
    {UNIT_BYTES, "GB", NULL, 1073741824},
    {UNIT_FLOPS, "flops/cycle", "flop/cycle", 1},
    {UNIT_INSTRUCTIONS, "instructions", "instruction", 1},
    {UNIT_RATE, "operations/cycle", "operation/cycle", 1},
    {UNIT_BYTES_PER_CYCLE, "bytes/cycle", "byte/cycle", 1},
    {UNIT_BYTES_PER_SECOND, "MB/s", NULL, 1e6},
    {UNIT_BYTES_PER_SECOND, "GB/s", NULL, 1e9},
};
static const char *const unit_choice[] = {[UNIT_NONE] = "none",
                                          [UNIT_CYCLES] = "cycles",
                                          [UNIT_HERTZ] = "Hz, kHz, MHz or GHz",
                                          [UNIT_BYTES] = "bytes, KB, MB or GB",
                                          [UNIT_FLOPS] = "flops/cycle",
                                          [UNIT_INSTRUCTIONS] = "instructions",
                                          [UNIT_RATE] = "operations/cycle",
                                          [UNIT_BYTES_PER_CYCLE] = "bytes/cycle, MB/s or GB/s",
                                          [UNIT_BYTES_PER_SECOND] = "bytes/cycle, MB/s or GB/s"};

const char *unit_only(enum unit unit)
{
    bool only =
        unit == UNIT_CYCLES || unit == UNIT_FLOPS || unit == UNIT_INSTRUCTIONS || unit == UNIT_RATE;
    return only ? unit_choice[unit] : NULL;
}

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || (c && strchr(".-_/", c));
}

struct word word_next(const char **p)
{
    while (**p == ' ' || **p == '\t')
        (*p)++;
    struct word w = {*p, 0};
    while (is_word_byte(w.at[w.n]))
        w.n++;
    if (w.n == 0 && *w.at)
        w.n = 1;
    *p += w.n;
    return w;
}

bool word_is(struct word w, const char *text)
{
    return strlen(text) == w.n && strncmp(text, w.at, w.n) == 0;
}

struct where word_where(const struct key_entry *e, struct word w)
{
    struct where at = e->where;
    bool quoted =
        at.text && (size_t)e->value_col <= at.text_len && at.text[e->value_col - 1] == '"';
    at.col = e->value_col + (w.at ? w.at - e->value + quoted : 0);
    return at;
}

size_t number_length(const char *text)
{
    const char *p = text;
    p += *p == '-' || *p == '+';
    const char *digits = p;
    while (isdigit((unsigned char)*p))
        p++;
    bool any = p > digits;
    if (*p == '.') {
        const char *fraction = ++p;
        while (isdigit((unsigned char)*p))
            p++;
        any |= p > fraction;
    }
    if (!any)
        return 0;
    const char *e = p;
    if (*e == 'e' || *e == 'E') {
        e += e[1] == '-' || e[1] == '+' ? 2 : 1;
        if (isdigit((unsigned char)*e)) {
            while (isdigit((unsigned char)*e))
                e++;
            p = e;
        }
    }
    return (size_t)(p - text);
}

static bool unit_has_name(size_t i, struct word name)
{
    return word_is(name, units[i].name) || (units[i].singular && word_is(name, units[i].singular));
}

/* Returns the factor of a unit; 0 after an error. */
static double unit_factor(const struct key_entry *e, enum unit unit, struct word text,
                          struct diag *d)
{
    const char *choice = unit_choice[unit];
    if (unit == UNIT_NONE && text.n) {
        diag_error(d, word_where(e, text), "%s has no unit: omit it", e->key);
        return 0;
    }
    if (unit == UNIT_NONE)
        return 1;
    if (text.n == 0) {
        diag_error(d, word_where(e, text), "%s needs a unit: %s", e->key, choice);
        return 0;
    }
    for (size_t i = 0; i < COUNT_OF(units); i++)
        if (units[i].unit == unit && unit_has_name(i, text))
            return units[i].factor;
    diag_error(d, word_where(e, text), "the unit of %s is %s", e->key, choice);
    return 0;
}

enum unit value_unit(const struct key_entry *e, const enum unit *of, size_t n)
{
    const char *p = e->value + number_length(e->value);
    struct word name = word_next(&p);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < COUNT_OF(units); i++)
            if (units[i].unit == of[k] && unit_has_name(i, name))
                return of[k];
    return of[0];
}

bool value_number(const struct key_entry *e, struct number_rule rule, struct diag *d, double *out)
{
    const char *p = e->value;
    size_t n = number_length(p);
    bool runs_on = is_word_byte(p[n]) && !isalpha((unsigned char)p[n]); /* 1.2.3, 3/4 */
    if (n == 0 || runs_on) {
        diag_error(d, word_where(e, (struct word){0}), "expected a number for %s", e->key);
        return false;
    }
    double number = strtod(p, NULL);
    p += n;
    struct word text = word_next(&p), more = word_next(&p);
    if (more.n) {
        diag_error(d, word_where(e, more), "unexpected text after the value of %s", e->key);
        return false;
    }
    double factor = unit_factor(e, rule.unit, text, d);
    if (factor == 0)
        return false;
    *out = number * factor;
    struct where w = word_where(e, (struct word){0});
    if (!(*out >= rule.low && *out <= rule.high))
        diag_error(d, w, "%s must be from %g to %g%s%.*s", e->key, rule.low / factor,
                   rule.high / factor, text.n ? " " : "", (int)text.n, text.at);
    else if (rule.whole && *out != floor(*out))
        diag_error(d, w, "%s must be a whole number", e->key);
    else
        return true;
    return false;
}
