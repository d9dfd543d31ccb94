/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/text.h"
#include "measure/multikron/stream/draft.h"
#include "measure/multikron/stream/json-samples.h"

#include <string.h>

enum {
    MAX_LINE = 4096, /* bytes */
    MAX_FIELDS = 64, /* of a line */
};
struct line {
    char text[MAX_LINE]; /* 0-terminated */
    size_t n;
};
static const char blanks[] = " \t\r\f\v";

static struct where line_where(const struct text_reader *r, const struct line *l)
{
    return (struct where){.file = r->name, .line = r->line, .text = l->text, .text_len = l->n};
}

/* Reads the next line without its newline. Returns false at the end. A line that is too long is an
 * error and becomes empty. */
static bool next_line(struct text_reader *r, struct line *l)
{
    int c = getc(r->in);
    if (c == EOF)
        return false;
    r->line++;
    for (l->n = 0; c != EOF && c != '\n'; c = getc(r->in)) {
        if (l->n < MAX_LINE)
            l->text[l->n] = (char)(c ? c : 1);
        l->n++;
    }
    if (l->n >= MAX_LINE) {
        l->n = 0;
        diag_error(r->d, (struct where){.file = r->name, .line = r->line},
                   "this line is too long; the limit is %d bytes", MAX_LINE - 1);
    }
    l->text[l->n] = '\0';
    return true;
}

static void finish_sample(struct text_reader *r, const struct line *l, struct draft *f,
                          const char *error)
{
    if (!error && f->is_other_row)
        return;
    if (!error)
        error = draft_finish(f, r->process_bits);
    if (error)
        diag_error(r->d, line_where(r, l), "%s; the sample is ignored", error);
    else
        r->accept_sample(r->context, &f->sample);
}

/* ---- text ---- */

static const char *set_source(struct draft *f, char *word)
{
    char *dot = strchr(word, '.');
    if (!dot)
        return "the source must be NODE.PROCESS";
    *dot = '\0';
    const char *error = draft_set(f, KEY_node, word);
    return error ? error : draft_set(f, KEY_process, dot + 1);
}

static const char *set_flags(struct draft *f, const char *word)
{
    f->sample.fifo_overrun = strchr(word, 'F');
    f->sample.shadow_overrun = strchr(word, 'S');
    f->sample.read_error = strchr(word, 'R');
    return word[strspn(word, "FSR-")] ? "flags must be letters F, S, R or -" : NULL;
}

/* Sets the timestamp, the low 40 bits of a time. */
static const char *set_time(struct draft *f, const char *word)
{
    uint64_t time;
    if (!draft_parse_number(word, UINT64_MAX, &time))
        return "the time must be an integer number of ticks below 2^64";
    f->sample.timestamp = time & SAMPLE_TIME_MASK;
    f->seen |= 1U << KEY_timestamp;
    return NULL;
}

static const char *set_word(struct draft *f, int at, char *word)
{
    switch (at) {
    case 0:
        return set_time(f, word);
    case 1:
        return draft_set(f, KEY_kind, word) || f->is_other_row ? "kind must be trace or resource"
                                                               : NULL;
    case 2:
        return set_source(f, word);
    case 3:
        return draft_set(f, KEY_cpu, word);
    case 4:
        return set_flags(f, word);
    case 5:
        return draft_set(f, KEY_user, word);
    default:
        return draft_add_counter(f, word);
    }
}

static void read_text_line(struct text_reader *r, const struct line *l)
{
    char text[MAX_LINE], *rest = text, *word;
    struct draft f = {0};
    const char *error = NULL;
    int n = 0;
    memcpy(text, l->text, l->n + 1);
    text[strcspn(text, "#")] = '\0';
    while (!error && (rest += strspn(rest, blanks), *rest)) {
        word = rest;
        rest += strcspn(rest, blanks);
        if (*rest)
            *rest++ = '\0';
        error = set_word(&f, n++, word);
    }
    if (error || n)
        finish_sample(r, l, &f, error);
}

/* ---- CSV ---- */

/* Splits a line into fields without their quotes. Returns their number, at most MAX_FIELDS. */
static int split_fields(char *text, char *fields[MAX_FIELDS])
{
    int n = 0;
    for (char *from = text; n < MAX_FIELDS;) {
        char *to = fields[n++] = from;
        bool quoted = *from == '"';
        from += quoted;
        while (*from && (quoted || *from != ',')) {
            if (quoted && *from == '"' && *++from != '"')
                quoted = false;
            else
                *to++ = *from++;
        }
        bool more = *from++ == ',';
        *to = '\0';
        if (!more)
            break;
    }
    return n;
}

/* Reads the keys of the columns from the header. Returns the number of columns, 0 after an error.
 */
static int read_csv_header(struct text_reader *r, const struct line *l, enum draft_key *columns)
{
    char text[MAX_LINE], *fields[MAX_FIELDS];
    bool any = false;
    memcpy(text, l->text, l->n + 1);
    int n = split_fields(text, fields);
    for (int i = 0; i < n; i++) {
        columns[i] = draft_find_key(fields[i]);
        any |= columns[i] == KEY_kind;
    }
    if (!any)
        diag_error(r->d, line_where(r, l),
                   "the first line must name the columns; the column kind is missing");
    return any ? n : 0;
}

static void read_csv_row(struct text_reader *r, const struct line *l, const enum draft_key *columns,
                         int n)
{
    char text[MAX_LINE], *fields[MAX_FIELDS];
    struct draft f = {0};
    const char *error = NULL;
    memcpy(text, l->text, l->n + 1);
    int columns_of_row = split_fields(text, fields);
    if (columns_of_row != n)
        error = "this row and the header differ in the number of columns";
    for (int i = 0; !error && i < n; i++)
        error = draft_set(&f, columns[i], fields[i]);
    finish_sample(r, l, &f, error);
}

static void strip_return(struct line *l)
{
    if (l->n && l->text[l->n - 1] == '\r')
        l->text[--l->n] = '\0';
}

/* Reads the table whose first line is l. */
static void read_csv(struct text_reader *r, struct line *l)
{
    enum draft_key columns[MAX_FIELDS];
    strip_return(l);
    int n = read_csv_header(r, l, columns);
    while (n && next_line(r, l)) {
        strip_return(l);
        if (l->n)
            read_csv_row(r, l, columns, n);
    }
}

/* ---- the input ---- */

static bool is_blank(const struct line *l)
{
    return l->text[strspn(l->text, blanks)] == '\0' || l->text[strspn(l->text, blanks)] == '#';
}

static bool begins_json(FILE *in)
{
    int c;
    do
        c = getc(in);
    while (c == ' ' || c == '\t' || c == '\r');
    if (c != EOF)
        ungetc(c, in);
    return c == '{' || c == '[';
}

void text_read(struct text_reader *r)
{
    struct line l;
    if (r->form == TEXT_JSON || (r->form == TEXT_DETECT && begins_json(r->in))) {
        json_samples_read(r);
        return;
    }
    bool any;
    while ((any = next_line(r, &l)) && is_blank(&l))
        if (r->form == TEXT_DETECT && begins_json(r->in)) {
            json_samples_read(r);
            return;
        }
    if (any && (r->form == TEXT_CSV || (r->form == TEXT_DETECT && strchr(l.text, ',')))) {
        read_csv(r, &l);
        return;
    }
    for (; any; any = next_line(r, &l))
        read_text_line(r, &l);
}
