/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/measured/measured.h"
#include "base/shown.h"
#include "base/util.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Limits of values; results computed within them are finite. */
#define MAX_NUMBER 1e18
#define MIN_NUMBER 1e-9

/* Whether a kind of file may or must have a column. */
enum need { NEVER, OPTIONAL, NEEDED };
static const struct {
    const char *name;
    enum need of[MEASURED_KINDS];
} fields[FIELDS] = {
    [FIELD_RUN] = {"run", {NEEDED, NEEDED, NEEDED}},
    [FIELD_PROCESSORS] = {"processors", {NEEDED, OPTIONAL, OPTIONAL}},
    [FIELD_THREAD] = {"thread", {NEEDED, NEEDED, NEEDED}},
    [FIELD_LOOP] = {"loop", {NEEDED, NEEDED, NEEDED}},
    [FIELD_ITERATIONS] = {"iterations", {NEEDED, OPTIONAL, OPTIONAL}},
    [FIELD_CYCLES] = {"cycles", {NEEDED, OPTIONAL, OPTIONAL}},
    [FIELD_BUILD] = {"build", {OPTIONAL, OPTIONAL, OPTIONAL}},
    [FIELD_MACHINE] = {"machine", {OPTIONAL, OPTIONAL, OPTIONAL}},
    [FIELD_COMPILER] = {"compiler", {OPTIONAL, OPTIONAL, OPTIONAL}},
    [FIELD_FLAGS] = {"flags", {OPTIONAL, OPTIONAL, OPTIONAL}},
    [FIELD_DATE] = {"date", {OPTIONAL, OPTIONAL, OPTIONAL}},
    [FIELD_BLOCK] = {"block", {NEVER, NEEDED, NEVER}},
    [FIELD_SKIPPED] = {"skipped", {NEVER, NEEDED, NEVER}},
    [FIELD_COUNTER] = {"counter", {NEVER, NEVER, NEEDED}},
    [FIELD_VALUE] = {"value", {NEVER, NEVER, NEEDED}},
};

/* ---- records ---- */

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool ends_line(const struct measured *m, size_t at)
{
    const char *t = m->s->text;
    return at >= m->s->size || t[at] == '\n' || (t[at] == '\r' && t[at + 1] == '\n');
}

static void skip_line(struct measured *m)
{
    while (m->at < m->s->size && m->s->text[m->at] != '\n')
        m->at++;
    if (m->at < m->s->size)
        m->at++;
}

/* Sets the text of the field, without the apostrophe that protects it from being read as a formula
 * by a spreadsheet. */
static void set_text(struct csv_field *f, const char *text, size_t n)
{
    size_t guard = csv_guard(text, n);
    f->text = text + guard;
    f->len = n - guard;
}

/* Reads an unquoted field at m->at, up to its comma or line end. */
static void read_plain(struct measured *m, struct csv_field *f)
{
    const char *t = m->s->text, *p = t + m->at, *last = t + m->s->size;
    while (p < last && *p != ',' && *p != '\n' && (*p != '\r' || p[1] != '\n'))
        p++;
    m->at = (size_t)(p - t);
    size_t end = m->at;
    while (end > f->offset && blank(t[end - 1]))
        end--;
    set_text(f, t + f->offset, end - f->offset);
}

/* Reads a quoted field at m->at. Returns false after a message. */
static bool read_quoted(struct measured *m, struct csv_field *f)
{
    const char *t = m->s->text;
    size_t n = m->s->size;
    f->text = t + ++m->at;
    for (;; m->at++) {
        if (m->at >= n) {
            diag_error(m->d, source_where(m->s, f->offset), "the closing quote is missing");
            return false;
        }
        if (t[m->at] != '"')
            continue;
        if (t[m->at + 1] != '"')
            break;
        f->doubled = true;
        m->at++;
    }
    set_text(f, f->text, (size_t)(t + m->at++ - f->text));
    while (!ends_line(m, m->at) && blank(t[m->at]))
        m->at++;
    if (ends_line(m, m->at) || t[m->at] == ',')
        return true;
    diag_error(m->d, source_where(m->s, m->at),
               "text after the closing quote; write a quote within a field as two quotes");
    return false;
}

/* Reads the fields of the next record, skipping blank lines. Returns false at the end of the file.
 * *valid: no syntax error was reported. */
static bool read_record(struct measured *m, bool *valid)
{
    const char *t = m->s->text;
    while (m->at < m->s->size && (blank(t[m->at]) || t[m->at] == '\r' || t[m->at] == '\n'))
        m->at++;
    m->row_at = m->at;
    m->fields = 0;
    *valid = true;
    if (m->at >= m->s->size)
        return false;
    for (;; m->at++) {
        while (!ends_line(m, m->at) && blank(t[m->at]))
            m->at++;
        struct csv_field f = {.offset = m->at};
        if (t[m->at] != '"' || m->at >= m->s->size)
            read_plain(m, &f);
        else if (!read_quoted(m, &f)) {
            *valid = false;
            break;
        }
        if (m->fields < MEASURED_COLUMNS)
            m->row[m->fields] = f;
        m->fields++;
        if (ends_line(m, m->at))
            break;
    }
    skip_line(m);
    return true;
}

/* ---- header ---- */

static int field_named(const struct csv_field *f)
{
    for (int i = 0; i < FIELDS; i++)
        if (strlen(fields[i].name) == f->len && strncasecmp(fields[i].name, f->text, f->len) == 0)
            return i;
    return FIELDS;
}

const char *measured_column(enum measured_field f)
{
    return fields[f].name;
}

/* Returns whether a column has a name for seconds, which users write instead of cycles. */
static bool is_time(const struct csv_field *f)
{
    static const char *const names[] = {"seconds", "sec", "s", "time"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strlen(names[i]) == f->len && strncasecmp(names[i], f->text, f->len) == 0)
            return true;
    return false;
}

static void skip_byte_order_mark(struct measured *m)
{
    if (m->s->size >= 3 && memcmp(m->s->text, "\xef\xbb\xbf", 3) == 0)
        m->at = 3;
}

static const char *header_of(enum measured_kind kind)
{
    static const char *const headers[] = {
        [MEASURED_SAMPLES] = "run,processors,thread,loop,iterations,cycles",
        [MEASURED_SKIPS] = "run,thread,loop,block,skipped",
        [MEASURED_COUNTERS] = "run,thread,loop,counter,value",
    };
    return headers[kind];
}

/* Returns whether the first row, split at c, has a column "run" or "loop". */
static bool is_separated_by(const struct measured *m, char c)
{
    const char *t = m->s->text + m->row_at;
    const char *end = m->s->text + m->at;
    for (const char *from = t; from < end;) {
        const char *to = from;
        while (to < end && *to != c && *to != '\r' && *to != '\n')
            to++;
        struct csv_field f = {.text = from, .len = (size_t)(to - from)};
        int found = field_named(&f);
        if ((found == FIELD_RUN || found == FIELD_LOOP) && (from > t || *to == c))
            return true;
        from = to + 1;
    }
    return false;
}

/* Returns true, after a message, if the first row is not a header with commas. */
static bool lacks_header(struct measured *m)
{
    struct where w = source_where(m->s, m->row_at);
    for (int i = 0; i < m->fields && i < MEASURED_COLUMNS; i++)
        if (field_named(&m->row[i]) != FIELDS)
            return false;
    if (is_separated_by(m, ';'))
        diag_error(m->d, w, "the columns are separated by ';'; separate them by commas");
    else if (is_separated_by(m, '\t'))
        diag_error(m->d, w, "the columns are separated by tabs; separate them by commas");
    else
        diag_error(m->d, w, "no CSV header; expected %s (see MEASUREMENTS in macs-gap(1))",
                   header_of(MEASURED_SAMPLES));
    return true;
}

/* Returns whether the text has a byte order mark of UTF-16, or a 0 in its first character. */
static bool is_utf16(const struct measured *m)
{
    const char *t = m->s->text;
    return m->s->size >= 2 && (memcmp(t, "\xff\xfe", 2) == 0 || memcmp(t, "\xfe\xff", 2) == 0 ||
                               (t[0] == 0) != (t[1] == 0));
}

static bool read_columns(struct measured *m)
{
    bool ok = true;
    m->columns = m->fields;
    for (int i = 0; i < m->fields; i++) {
        int f = field_named(&m->row[i]);
        struct where w = source_where(m->s, m->row[i].offset);
        if (f == FIELDS)
            diag_warning(m->d, w, "unknown column '%.*s' is ignored%s", (int)m->row[i].len,
                         m->row[i].text,
                         is_time(&m->row[i]) ? "; give 'cycles' = seconds x clock rate" : "");
        else if (m->column_of[f] >= 0) {
            diag_error(m->d, w, "there are two columns '%s'", fields[f].name);
            ok = false;
        } else
            m->column_of[f] = i;
    }
    return ok;
}

static bool has_needed_columns(struct measured *m)
{
    bool ok = true;
    if (m->column_of[FIELD_BLOCK] >= 0 || m->column_of[FIELD_SKIPPED] >= 0)
        m->kind = MEASURED_SKIPS;
    else if (m->column_of[FIELD_COUNTER] >= 0 || m->column_of[FIELD_VALUE] >= 0)
        m->kind = MEASURED_COUNTERS;
    else
        m->kind = MEASURED_SAMPLES;
    for (int f = 0; f < FIELDS; f++)
        if (fields[f].of[m->kind] == NEEDED && m->column_of[f] < 0) {
            diag_error(m->d, source_where(m->s, m->row_at),
                       "the header has no column '%s'; it must be %s", fields[f].name,
                       header_of(m->kind));
            ok = false;
        }
    return ok;
}

bool measured_open(struct measured *m, struct source *s, struct names *names, struct diag *d)
{
    bool valid;
    *m = (struct measured){.s = s, .names = names, .d = d};
    for (int f = 0; f < FIELDS; f++)
        m->column_of[f] = -1;
    if (is_utf16(m)) {
        diag_error(d, (struct where){.file = s->path},
                   "the file is encoded in UTF-16; save it as UTF-8 or ASCII");
        return false;
    }
    skip_byte_order_mark(m);
    if (!read_record(m, &valid)) {
        diag_error(d, (struct where){.file = s->path},
                   "the file is empty; its first line must be a header such as "
                   "run,processors,thread,loop,iterations,cycles");
        return false;
    }
    if (!valid)
        return false;
    if (m->fields > MEASURED_COLUMNS) {
        diag_error(d, source_where(s, m->row_at), "more than %d columns", MEASURED_COLUMNS);
        return false;
    }
    return !lacks_header(m) && read_columns(m) && has_needed_columns(m);
}

/* ---- fields ---- */

struct where measured_where(struct measured *m, enum measured_field f)
{
    int c = m->column_of[f];
    return source_where(m->s, c >= 0 && c < m->fields ? m->row[c].offset : m->row_at);
}

/* Reports the value of a field. Returns false. */
static bool report_field(struct measured *m, enum measured_field f, const char *what)
{
    const struct csv_field *field = &m->row[m->column_of[f]];
    diag_error(m->d, measured_where(m, f), "%s '%.*s' %s", fields[f].name,
               (int)(field->len < 60 ? field->len : 60), field->text, what);
    return false;
}

static size_t skip_digits(const char *s, size_t n, size_t i)
{
    while (i < n && s[i] >= '0' && s[i] <= '9')
        i++;
    return i;
}

/* Returns whether the text is a decimal number, not hexadecimal, nan or inf. */
static bool is_decimal(const char *s, size_t n)
{
    size_t start = n && (s[0] == '+' || s[0] == '-');
    size_t i = skip_digits(s, n, start), digits = i - start;
    if (i < n && s[i] == '.') {
        size_t fraction = i + 1;
        i = skip_digits(s, n, fraction);
        digits += i - fraction;
    }
    if (digits && i < n && (s[i] == 'e' || s[i] == 'E')) {
        size_t exponent = i + 1;
        exponent += exponent < n && (s[exponent] == '+' || s[exponent] == '-');
        i = skip_digits(s, n, exponent);
        if (i == exponent)
            return false;
    }
    return digits && i == n;
}

enum { EXACT_DIGITS = 15 };

/* Reads a number of at most EXACT_DIGITS digits, which is exact. */
static bool read_digits(const struct csv_field *field, double *value)
{
    long n = 0;
    if (field->len == 0 || field->len > EXACT_DIGITS)
        return false;
    for (size_t i = 0; i < field->len; i++) {
        unsigned digit = (unsigned)(unsigned char)field->text[i] - '0';
        if (digit > 9)
            return false;
        n = 10 * n + digit;
    }
    *value = (double)n;
    return true;
}

static bool read_number(struct measured *m, enum measured_field f, double *value)
{
    const struct csv_field *field = &m->row[m->column_of[f]];
    if (read_digits(field, value))
        return true;
    if (field->len == 0)
        return report_field(m, f, "is missing; omit the row of a value that was not measured");
    if (!is_decimal(field->text, field->len))
        return report_field(m, f, "is not a number");
    errno = 0;
    *value = strtod(field->text, NULL);
    bool underflow = *value == 0 && errno == ERANGE;
    if (*value < 0)
        return report_field(m, f, "is negative");
    if (*value > MAX_NUMBER || underflow || (*value > 0 && *value < MIN_NUMBER))
        return report_field(m, f, *value > MAX_NUMBER ? "is too large" : "is too small");
    return true;
}

static bool read_count(struct measured *m, enum measured_field f, long least, long *value)
{
    double number;
    if (!read_number(m, f, &number))
        return false;
    if (number > INT_MAX || number != (double)(long)number)
        return report_field(m, f, number > INT_MAX ? "is too large" : "is not an integer");
    *value = (long)number;
    return *value >= least || report_field(m, f, least > 0 ? "must be at least 1" : "is negative");
}

/* Replaces doubled quotes in the text of a field; the result is in m->unquoted. */
static void unquote(struct measured *m, struct csv_field *f)
{
    m->unquoted.n = 0;
    for (size_t i = 0; i < f->len; i++) {
        *array_push(&m->unquoted) = f->text[i];
        i += f->text[i] == '"';
    }
    f->text = m->unquoted.at;
    f->len = m->unquoted.n;
}

static bool read_text(struct measured *m, enum measured_field f, const char **text)
{
    int c = m->column_of[f];
    *text = NULL;
    if (c < 0)
        return true;
    struct csv_field field = m->row[c];
    const struct name_text *last = &m->last[f];
    if (field.len && field.len == last->n && memcmp(field.text, last->text, last->n) == 0) {
        *text = last->text;
        return true;
    }
    for (size_t i = 0; i < field.len; i++)
        if ((unsigned char)field.text[i] < ' ' || field.text[i] == '\x7f') {
            diag_error(m->d, measured_where(m, f), "the name contains a control character");
            return false;
        }
    if (field.len == 0)
        return fields[f].of[m->kind] != NEEDED || report_field(m, f, "is missing");
    if (field.doubled)
        unquote(m, &field);
    *text = name_of(m->names, field.text, field.len);
    if (!field.doubled)
        m->last[f] = (struct name_text){*text, field.len};
    return true;
}

/* ---- rows ---- */

/* Reads every field, so that all invalid ones are reported. */
static bool read_sample(struct measured *m, struct timing *s)
{
    bool ok = read_text(m, FIELD_RUN, &s->run);
    ok &= read_count(m, FIELD_PROCESSORS, 1, &s->processors);
    ok &= read_count(m, FIELD_THREAD, 0, &s->thread);
    ok &= read_text(m, FIELD_LOOP, &s->loop);
    ok &= read_number(m, FIELD_ITERATIONS, &s->iterations);
    ok &= read_number(m, FIELD_CYCLES, &s->cycles);
    if (ok && s->cycles == 0 && s->iterations > 0)
        ok = report_field(
            m, FIELD_CYCLES,
            "is impossible if iterations were executed; omit rows that were not measured");
    ok &= read_text(m, FIELD_BUILD, &s->build);
    ok &= read_text(m, FIELD_MACHINE, &s->machine);
    ok &= read_text(m, FIELD_COMPILER, &s->compiler);
    ok &= read_text(m, FIELD_FLAGS, &s->flags);
    ok &= read_text(m, FIELD_DATE, &s->date);
    return ok;
}

/* Reads the fields that name the measurement of a loop on a thread. */
static bool read_measurement(struct measured *m, const char **run, long *thread, const char **loop)
{
    bool ok = read_text(m, FIELD_RUN, run);
    ok &= read_count(m, FIELD_THREAD, 0, thread);
    return read_text(m, FIELD_LOOP, loop) && ok;
}

static bool read_skip(struct measured *m, struct skip *s)
{
    bool ok = read_measurement(m, &s->run, &s->thread, &s->loop);
    ok &= read_text(m, FIELD_BLOCK, &s->block);
    ok &= read_number(m, FIELD_SKIPPED, &s->skipped);
    return ok;
}

static bool read_reading(struct measured *m, struct counter_reading *r)
{
    bool ok = read_measurement(m, &r->run, &r->thread, &r->loop);
    ok &= read_text(m, FIELD_COUNTER, &r->counter);
    ok &= read_number(m, FIELD_VALUE, &r->value);
    return ok;
}

static bool read_row(struct measured *m, struct measured_row *row)
{
    *row = (struct measured_row){0};
    if (m->fields != m->columns) {
        diag_error(m->d, source_where(m->s, m->row_at),
                   "the row has %d fields, but the header has %d%s", m->fields, m->columns,
                   m->fields > m->columns ? "; quote fields that contain a comma" : "");
        return false;
    }
    return m->kind == MEASURED_SAMPLES ? read_sample(m, &row->timing)
           : m->kind == MEASURED_SKIPS ? read_skip(m, &row->skip)
                                       : read_reading(m, &row->reading);
}

/* Returns whether a row has only commas, which spreadsheets write for empty lines. */
static bool is_blank_row(const struct measured *m)
{
    for (int i = 0; i < m->fields; i++)
        if (i >= MEASURED_COLUMNS || m->row[i].len || m->s->text[m->row[i].offset] == '"')
            return false;
    return true;
}

bool measured_next(struct measured *m, struct measured_row *row)
{
    bool valid;
    while (read_record(m, &valid))
        if (valid && !is_blank_row(m) && read_row(m, row))
            return true;
    return false;
}

void measured_free(struct measured *m)
{
    array_free(&m->unquoted);
}
