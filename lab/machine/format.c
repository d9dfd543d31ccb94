/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a FORMAT. */
#include "lab/machine/format.h"
#include "base/util.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { MOST_NUMBER = 99999 };

struct cursor {
    const char *text;
    size_t at, n;
    struct format *f;
    ARRAY(size_t) groups; /* open ones */
};

static bool report_error(struct cursor *c, const char *why)
{
    c->f->why = why;
    c->f->where = c->at;
    return false;
}

/* Returns the next nonblank byte in upper case; 0 = none. */
static char peek_char(struct cursor *c)
{
    while (c->at < c->n && isspace((unsigned char)c->text[c->at]))
        c->at++;
    return c->at < c->n ? (char)toupper((unsigned char)c->text[c->at]) : '\0';
}

static bool skip_char(struct cursor *c, char wanted)
{
    if (peek_char(c) != wanted)
        return false;
    c->at++;
    return true;
}

/* Reads an unsigned number; -1 = none. */
static int read_number(struct cursor *c)
{
    if (!isdigit((unsigned char)peek_char(c)))
        return -1;
    int value = 0;
    while (isdigit((unsigned char)peek_char(c))) {
        if (value > INT_MAX / 100)
            value = INT_MAX / 100;
        value = value * 10 + (c->text[c->at++] - '0');
    }
    return value;
}

static struct edit *add_edit(struct cursor *c, enum edit_kind kind, int repeat)
{
    struct edit *e = array_push(&c->f->edits);
    *e = (struct edit){
        .kind = kind, .repeat = repeat < 0 ? 1 : repeat, .width = -1, .digits = -1, .exponent = -1};
    return e;
}

static bool read_literal(struct cursor *c, char quote)
{
    size_t first = ++c->at;
    for (;; c->at++) {
        if (c->at >= c->n)
            return report_error(c, "missing closing quote");
        if (c->text[c->at] != quote)
            continue;
        if (c->at + 1 >= c->n || c->text[c->at + 1] != quote)
            break;
        c->at++;
    }
    struct edit *e = add_edit(c, EDIT_LITERAL, 1);
    e->text = c->text + first;
    e->width = (int)(c->at++ - first);
    e->quote = quote;
    return true;
}

static bool read_hollerith(struct cursor *c, int n)
{
    c->at++;
    if (n < 0 || (size_t)n > c->n - c->at)
        return report_error(c, "H needs as many characters as its number states");
    struct edit *e = add_edit(c, EDIT_LITERAL, 1);
    e->text = c->text + c->at;
    e->width = n;
    c->at += (size_t)n;
    return true;
}

/* Reads w, .d and Ee after the letters of a data edit descriptor. */
static bool data_edit(struct cursor *c, enum edit_kind kind, int repeat, bool wants_digits)
{
    struct edit *e = add_edit(c, kind, repeat);
    e->width = read_number(c);
    if (skip_char(c, '.') && (e->digits = read_number(c)) < 0)
        return report_error(c, "expected a number after the dot");
    if (e->digits >= 0 && kind >= EDIT_EXPONENT && kind <= EDIT_GENERAL && skip_char(c, 'E') &&
        (e->exponent = read_number(c)) < 0)
        return report_error(c, "expected a number after E");
    if (kind != EDIT_CHARACTERS && kind != EDIT_LOGICAL && e->width < 0)
        return report_error(c, "expected a width");
    if (wants_digits && e->digits < 0 && !(kind == EDIT_GENERAL && e->width == 0))
        return report_error(c, "expected a dot and the number of digits");
    if (e->width > 200 || e->digits > 150 || e->exponent > 10)
        return report_error(c, "the width exceeds the library's limit of 200 columns");
    return true;
}

static bool read_tab(struct cursor *c)
{
    bool left = skip_char(c, 'L'), right = !left && skip_char(c, 'R');
    struct edit *e = add_edit(c, left || right ? EDIT_SKIP : EDIT_TAB, 1);
    int n = read_number(c);
    if (n < 0 || n > MOST_NUMBER)
        return report_error(c, "expected a column up to 99999 after T");
    e->width = left ? -n : n;
    return true;
}

static bool read_sign(struct cursor *c)
{
    struct edit *e = add_edit(c, EDIT_SIGN, 1);
    e->width = skip_char(c, 'P') ? 1 : 0;
    if (e->width == 0)
        skip_char(c, 'S');
    return true;
}

static bool open_group(struct cursor *c, int repeat)
{
    if (c->groups.n == 1)
        c->f->revert = c->f->edits.n;
    size_t at = c->f->edits.n;
    add_edit(c, EDIT_OPEN, repeat);
    *array_push(&c->groups) = at;
    return true;
}

static bool close_group(struct cursor *c)
{
    size_t open = c->groups.at[--c->groups.n];
    struct edit *e = add_edit(c, EDIT_CLOSE, 1);
    e->partner = open;
    c->f->edits.at[open].partner = c->f->edits.n - 1;
    return true;
}

static const struct {
    char letter;
    bool wants_digits;
    enum edit_kind kind;
} data_edits[] = {{'I', false, EDIT_INTEGER}, {'B', false, EDIT_BINARY},
                  {'O', false, EDIT_OCTAL},   {'Z', false, EDIT_HEXADECIMAL},
                  {'F', true, EDIT_FIXED},    {'E', true, EDIT_EXPONENT},
                  {'D', true, EDIT_DOUBLE},   {'G', false, EDIT_GENERAL},
                  {'L', false, EDIT_LOGICAL}, {'A', false, EDIT_CHARACTERS}};

/* Reads one edit descriptor, preceded by the repeat count or number n. */
static bool read_edit(struct cursor *c, int n, bool minus)
{
    char letter = peek_char(c);
    if (letter == 'H')
        return read_hollerith(c, n);
    if (n == 0 && letter != 'P' && letter != 'X')
        return report_error(c, "a repeat count must be at least 1");
    if (letter == '\'' || letter == '"')
        return read_literal(c, letter);
    c->at++;
    if (letter == 'E' && peek_char(c) == 'N' && c->at--)
        return report_error(c, "EN is not supported; use ES or E");
    if (letter == 'E' && skip_char(c, 'S'))
        return data_edit(c, EDIT_SCIENTIFIC, n, true);
    if (letter == 'B' && (skip_char(c, 'N') || skip_char(c, 'Z')))
        return true;
    for (size_t i = 0; i < COUNT_OF(data_edits); i++)
        if (data_edits[i].letter == letter)
            return data_edit(c, data_edits[i].kind, n, data_edits[i].wants_digits);
    switch (letter) {
    case '(':
        return open_group(c, n);
    case 'X':
        add_edit(c, EDIT_SKIP, 1)->width = n < 0 ? 1 : n;
        return true;
    case 'T':
        return read_tab(c);
    case 'S':
        return read_sign(c);
    case 'P':
        add_edit(c, EDIT_SCALE, 1)->width = minus ? -n : n;
        return n >= 0;
    case '/':
        add_edit(c, EDIT_SLASH, n);
        return true;
    case ':':
        add_edit(c, EDIT_COLON, 1);
        return true;
    }
    c->at--;
    return report_error(c,
                        "expected an edit descriptor: I, B, O, Z, F, E, ES, D, G, L, A, X, T, P, "
                        "S, BN, BZ, a slash, a colon or a literal");
}

bool format_read(struct format *f, const char *text, size_t n)
{
    *f = (struct format){0};
    struct cursor c = {.text = text, .n = n, .f = f};
    bool ok = skip_char(&c, '(') || report_error(&c, "a format must begin with a parenthesis");
    if (ok)
        open_group(&c, 1);
    while (ok && c.groups.n > 0) {
        if (peek_char(&c) == '\0')
            ok = report_error(&c, "missing closing parenthesis");
        else if (skip_char(&c, ','))
            continue;
        else if (skip_char(&c, ')'))
            close_group(&c);
        else {
            bool minus = skip_char(&c, '-');
            if (!minus)
                skip_char(&c, '+');
            int repeat = read_number(&c);
            ok = repeat <= MOST_NUMBER ||
                 report_error(&c, "a number in a format must be at most 99999");
            ok = ok && read_edit(&c, repeat, minus);
        }
    }
    if (ok && f->revert == 0)
        f->revert = 1;
    array_free(&c.groups);
    return ok;
}
