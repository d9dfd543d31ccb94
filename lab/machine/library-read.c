/* SPDX-License-Identifier: GPL-3.0-or-later */
/* READ, list-directed and formatted. Assumptions: records are lines; short records are padded with
 * blanks. */
#include "lab/machine/transfer.h"

#include "base/arena.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

enum { STATUS_END = -1, RECORD_MOST = 1 << 26 /* bytes */ };

/* Reads the next line of the unit; sets status at its end. */
static void next_record(struct host_call *c, struct transfer *t)
{
    t->record.n = t->at = 0;
    int byte = EOF;
    if (t->internal) {
        t->status = STATUS_END;
    } else {
        while (t->record.n < RECORD_MOST && (byte = fgetc(t->from)) != EOF && byte != '\n')
            *array_push(&t->record) = (char)byte;
        if (t->record.n == RECORD_MOST)
            host_fault(c, "READ: a record exceeds 64 MB");
        if (byte == EOF && t->record.n == 0)
            t->status = STATUS_END;
    }
    if (t->status == STATUS_END && !t->caught)
        host_fault(c, "READ past the end of the file");
}

void transfer_begin_reading(struct host_call *c, struct transfer *t)
{
    if (!t->internal) {
        next_record(c, t);
        return;
    }
    array_reserve(&t->record, t->bytes + 1);
    t->record.n = t->bytes;
    host_load(c, t->address, t->record.at, t->bytes);
}

/* Converts a whole text to a number. Returns false if it is not a number. */
static bool to_integer(const char *s, int64_t *x)
{
    char *end;
    errno = 0;
    *x = strtoll(s, &end, 10);
    return end != s && *end == '\0' && errno == 0;
}

/* Reads a REAL in Fortran syntax: exponents with D or Q, or with only a sign. */
static bool to_real(const char *s, double *x, bool single)
{
    char plain[NUMBER_ROOM], *end;
    size_t n = 0;
    for (; *s != '\0' && n + 2 < sizeof plain; s++) {
        bool letter = strchr("dDqQ", *s);
        bool sign = (*s == '+' || *s == '-') && n > 0 && !strchr("eE", plain[n - 1]) &&
                    (isdigit((unsigned char)plain[n - 1]) || plain[n - 1] == '.');
        if (sign)
            plain[n++] = 'e';
        plain[n++] = letter ? 'e' : *s;
    }
    plain[n] = '\0';
    *x = single ? (double)strtof(plain, &end) : strtod(plain, &end);
    return end != plain && *end == '\0';
}

static bool to_logical(const char *s, bool *x)
{
    s += *s == '.';
    char letter = (char)toupper((unsigned char)*s);
    *x = letter == 'T';
    return letter == 'T' || letter == 'F';
}

static void store_value(struct host_call *c, enum library_type type, uint64_t address,
                        const char *s)
{
    int64_t integer = 0;
    double real = 0;
    float single;
    bool logical = false, ok = false;
    switch (type) {
    case LIBRARY_INTEGER4:
        ok = to_integer(s, &integer) && (int32_t)integer == integer;
        break;
    case LIBRARY_INTEGER8:
        ok = to_integer(s, &integer);
        break;
    case LIBRARY_LOGICAL4:
        ok = to_logical(s, &logical);
        integer = logical;
        break;
    case LIBRARY_REAL4:
    case LIBRARY_REAL8:
        ok = to_real(s, &real, type == LIBRARY_REAL4);
        break;
    case LIBRARY_COMPLEX8:
    case LIBRARY_COMPLEX16:
        break;
    }
    if (!ok) {
        transfer_fail(c, "%.40s in the input is not a valid value for the item", s);
        return;
    }
    single = (float)real;
    if (type == LIBRARY_REAL8)
        host_store(c, address, &real, sizeof real);
    else if (type == LIBRARY_REAL4)
        host_store(c, address, &single, sizeof single);
    else /* low bytes first, as in the cell's memory */
        host_store(c, address, &integer, item_bytes(type));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Skips to the next nonblank byte, through records. Returns false after an error. */
static bool skip_blanks(struct host_call *c, struct transfer *t)
{
    for (;;) {
        while (t->at < t->record.n && is_blank(t->record.at[t->at]))
            t->at++;
        if (t->at < t->record.n)
            return true;
        next_record(c, t);
        if (t->status != 0 || c->outcome != HOST_RETURNS)
            return false;
    }
}

/* Reads quoted text after its first quote; it may continue in the next record. */
static void quoted_value(struct host_call *c, struct transfer *t, char quote)
{
    t->text_value = true;
    for (t->at++; t->status == 0 && c->outcome == HOST_RETURNS; t->at++) {
        while (t->status == 0 && c->outcome == HOST_RETURNS && t->at >= t->record.n)
            next_record(c, t);
        if (t->at >= t->record.n)
            return;
        if (t->record.at[t->at] == quote) {
            if (t->at + 1 >= t->record.n || t->record.at[t->at + 1] != quote)
                break;
            t->at++;
        }
        *array_push(&t->value) = t->record.at[t->at];
    }
    t->at++;
}

/* Reads the repeat count r* before a value, else returns 1. */
static int repeat_count(struct transfer *t)
{
    size_t i = t->at;
    long n = 0;
    while (i < t->record.n && isdigit((unsigned char)t->record.at[i]) && n < 100000000)
        n = n * 10 + (t->record.at[i++] - '0');
    if (i == t->at || i >= t->record.n || t->record.at[i] != '*' || n < 1)
        return 1;
    t->at = i + 1;
    return (int)n;
}

/* Skips an optional comma after a value. */
static void skip_comma(struct transfer *t)
{
    while (t->at < t->record.n && is_blank(t->record.at[t->at]))
        t->at++;
    if (t->at < t->record.n && t->record.at[t->at] == ',')
        t->at++;
}

/* Reads the next value into t. Returns false if there is none: an error, or a slash. */
static bool next_value(struct host_call *c, struct transfer *t)
{
    if (t->repeats > 0)
        return true;
    t->value.n = 0;
    t->text_value = false;
    if (t->slash || !skip_blanks(c, t))
        return false;
    if (t->record.at[t->at] == '/') {
        t->slash = true;
        return false;
    }
    t->repeats = repeat_count(t);
    if (t->at < t->record.n && (t->record.at[t->at] == '\'' || t->record.at[t->at] == '"'))
        quoted_value(c, t, t->record.at[t->at]);
    else
        while (t->at < t->record.n && !is_blank(t->record.at[t->at]) &&
               !strchr(",/;", t->record.at[t->at]))
            *array_push(&t->value) = t->record.at[t->at++];
    *array_push(&t->value) = '\0';
    t->value.n--;
    skip_comma(t);
    return t->status == 0 && c->outcome == HOST_RETURNS;
}

static void control_edit(struct host_call *c, struct transfer *t, const struct edit *e)
{
    if (e->kind == EDIT_SKIP)
        t->at = e->width < 0 && t->at < (size_t)-e->width ? 0 : t->at + (size_t)(long)e->width;
    else if (e->kind == EDIT_TAB)
        t->at = e->width > 0 ? (size_t)e->width - 1 : 0;
    else if (e->kind == EDIT_SLASH)
        next_record(c, t);
    else if (e->kind == EDIT_SCALE)
        t->scale = e->width;
}

/* Copies the next columns of a formatted record, padded with blanks, to t->value, terminated by 0.
 */
static void copy_columns(struct transfer *t, size_t width)
{
    t->value.n = 0;
    for (size_t i = 0; i < width; i++)
        *array_push(&t->value) = t->at + i < t->record.n ? t->record.at[t->at + i] : ' ';
    t->at += width;
    *array_push(&t->value) = '\0';
    t->value.n--;
}

/* Removes blanks from the columns and inserts the decimal point implied by F w.d; all blank is 0.
 */
static const char *column_number(struct transfer *t, const struct edit *e, char *to)
{
    size_t n = 0;
    bool point = false, exponent = false;
    for (size_t i = 0; i < t->value.n && n + 2 < NUMBER_ROOM; i++) {
        char b = t->value.at[i];
        point |= b == '.';
        exponent |= n > 0 && strchr("eEdDqQ+-", b);
        if (!is_blank(b))
            to[n++] = b;
    }
    if (n == 0)
        to[n++] = '0';
    if (e->kind >= EDIT_FIXED && e->digits > 0 && !point && !exponent)
        n += (size_t)snprintf(to + n, NUMBER_ROOM - n, "e-%d", e->digits);
    to[n] = '\0';
    return to;
}

static void read_item(struct host_call *c, struct transfer *t, enum library_type type,
                      uint64_t address)
{
    char number[NUMBER_ROOM];
    if (t->listed) {
        if (!next_value(c, t))
            return;
        t->repeats--;
        if (t->value.n > 0)
            store_value(c, type, address, t->value.at);
        return;
    }
    const struct edit *e = transfer_edit(c, t, true, control_edit, next_record);
    if (!e)
        return;
    copy_columns(t, e->width < 0 ? 1 : (size_t)e->width);
    store_value(c, type, address, column_number(t, e, number));
}

void library_f_get(struct host_call *c)
{
    struct transfer *t = transfer_open(c, true);
    enum library_type type = (enum library_type)host_argument(c, 0);
    int64_t count = (int64_t)host_argument(c, 2);
    uint64_t at = host_argument(c, 1), each = c->clocks;
    if (t && item_bytes(type) == 0)
        host_fault(c, "item type %d is unknown", (int)type);
    for (int64_t i = 0; i < count; i++) {
        if (!t || t->status != 0 || c->outcome != HOST_RETURNS)
            return;
        read_item(c, t, type, at);
        at += item_bytes(type);
    }
    c->clocks = each * (uint64_t)(count > 0 ? count : 1);
}

void library_f_get_characters(struct host_call *c)
{
    struct transfer *t = transfer_open(c, true);
    if (!t || t->status != 0)
        return;
    uint64_t bytes = host_argument(c, 1);
    const struct edit *e = NULL;
    if (t->listed ? !next_value(c, t) : !(e = transfer_edit(c, t, true, control_edit, next_record)))
        return;
    if (t->listed)
        t->repeats--;
    else
        copy_columns(t, e->width < 0 ? bytes : (size_t)e->width);
    if (t->listed && t->value.n == 0 && !t->text_value)
        return;
    size_t skip = !t->listed && t->value.n > bytes ? t->value.n - bytes : 0;
    for (uint64_t i = 0; i < bytes && c->outcome == HOST_RETURNS; i++)
        host_store(c, host_argument(c, 0) + i, skip + i < t->value.n ? &t->value.at[skip + i] : " ",
                   1);
}

void transfer_end_reading(struct host_call *c, struct transfer *t)
{
    if (!t->listed && t->status == 0)
        transfer_edit(c, t, false, control_edit, next_record);
}
