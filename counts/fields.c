/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "counts/fields.h"

#include <inttypes.h>
#include <string.h>

/* ---- fields ---- */

bool fields_remain(const struct field_reader *r)
{
    return r->at != NULL;
}

/* Removes the next field. Returns false if there is none. */
static bool next_field(struct field_reader *r, const char **field, size_t *n)
{
    if (!r->at) {
        r->wrong = true;
        return false;
    }
    const char *tab = memchr(r->at, '\t', (size_t)(r->end - r->at));
    *field = r->at;
    *n = (size_t)((tab ? tab : r->end) - r->at);
    r->at = tab ? tab + 1 : NULL;
    return true;
}

static bool is_octal(const char *s, size_t n)
{
    return n >= 4 && s[0] == '\\' && s[1] >= '0' && s[1] <= '3' && s[2] >= '0' && s[2] <= '7' &&
           s[3] >= '0' && s[3] <= '7';
}

const char *read_text_field(struct field_reader *r)
{
    const char *field;
    size_t n, length = 0;
    if (!next_field(r, &field, &n))
        return "";
    char *text = arena_strndup(r->a, field, n);
    for (size_t i = 0; i < n; length++) {
        bool octal = is_octal(field + i, n - i);
        int value =
            octal ? (field[i + 1] - '0') << 6 | (field[i + 2] - '0') << 3 | (field[i + 3] - '0')
                  : (unsigned char)field[i];
        r->wrong |= value == 0;
        text[length] = (char)value;
        i += octal ? 4 : 1;
    }
    text[length] = 0;
    return text;
}

const char *read_name_field(struct field_reader *r)
{
    const char *text = read_text_field(r);
    return *text ? text : NULL;
}

static uint64_t read_number(struct field_reader *r, unsigned base, uint64_t most)
{
    const char *field;
    size_t n;
    uint64_t value = 0;
    if (!next_field(r, &field, &n))
        return 0;
    bool good = n > 0;
    for (size_t i = 0; i < n && good; i++) {
        const char *digits = "0123456789abcdef", *at = field[i] ? strchr(digits, field[i]) : NULL;
        uint64_t digit = at ? (uint64_t)(at - digits) : base;
        good = digit < base && value <= (most - (digit < most ? digit : most)) / base;
        value = value * base + digit;
    }
    r->wrong |= !good || value > most;
    return good && value <= most ? value : 0;
}

uint64_t read_number_field(struct field_reader *r, uint64_t most)
{
    return read_number(r, 10, most);
}

uint64_t read_hexadecimal_field(struct field_reader *r)
{
    return read_number(r, 16, UINT64_MAX);
}

uint32_t read_index_field(struct field_reader *r, uint32_t most)
{
    if (r->at && r->at < r->end && *r->at == '-' && (r->at + 1 == r->end || r->at[1] == '\t')) {
        const char *field;
        size_t n;
        next_field(r, &field, &n);
        return UINT32_MAX;
    }
    return (uint32_t)read_number(r, 10, most);
}

/* ---- records ---- */

void fields_ignore(struct field_reader *r, const char *why)
{
    r->ignored++;
    diag_warning(r->d, source_line_where(r->source, r->line, 0), "%s; the line is ignored", why);
}

bool fields_end(struct field_reader *r)
{
    if (!r->wrong && !r->at)
        return true;
    fields_ignore(r, r->wrong ? "a field is missing or has no valid value"
                              : "the record has more fields than its kind");
    return false;
}

bool fields_next(struct field_reader *r, const char **kind)
{
    size_t n = 0;
    while (r->line < source_line_count(r->source)) {
        r->at = source_line(r->source, ++r->line, &n);
        r->end = r->at + n;
        r->wrong = false;
        if (n == 0)
            continue;
        *kind = read_text_field(r);
        return true;
    }
    return false;
}

bool fields_open(struct field_reader *r, struct arena *a, struct source *s, struct diag *d,
                 const char *kind, const char *what)
{
    const char *found = "";
    *r = (struct field_reader){.a = a, .source = s, .d = d};
    bool first = fields_next(r, &found) && strcmp(found, kind) == 0;
    uint64_t version = first ? read_number_field(r, 1000000) : 0;
    if (!first || r->wrong) {
        diag_error(d, (struct where){.file = s->path}, "this is not %s", what);
        return false;
    }
    if (version != 1) {
        diag_error(d, (struct where){.file = s->path},
                   "this is %s of version %" PRIu64 "; only version 1 can be read", what, version);
        return false;
    }
    return true;
}

void put_tab_field(FILE *to, const char *text)
{
    putc('\t', to);
    for (; text && *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == '\\' || c == 127)
            fprintf(to, "\\%03o", (unsigned)c);
        else
            putc(c, to);
    }
}
