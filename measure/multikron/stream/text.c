/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/text.h"
#include "measure/multikron/stream/draft.h"
#include "measure/multikron/stream/json-samples.h"

#include <string.h>

enum {
    LONGEST = 4096, /* bytes of a line */
    FIELDS = 64,    /* of a line */
};
struct line {
    char text[LONGEST]; /* 0-terminated */
    size_t n;
};
static const char blanks[] = " \t\r\f\v";

static struct where place(const struct text_reader *r, const struct line *l)
{
    return (struct where){.file = r->name, .line = r->line, .text = l->text, .text_len = l->n};
}

/* The next line without its end; false = there is none. A line that is too long is an error and
 * passed over. */
static bool next_line(struct text_reader *r, struct line *l)
{
    int c = getc(r->in);
    if (c == EOF)
        return false;
    r->line++;
    for (l->n = 0; c != EOF && c != '\n'; c = getc(r->in)) {
        if (l->n < LONGEST)
            l->text[l->n] = (char)(c ? c : 1);
        l->n++;
    }
    if (l->n >= LONGEST) {
        l->n = 0;
        diag_error(r->d, (struct where){.file = r->name, .line = r->line},
                   "line of %d bytes or more; a sample takes less", LONGEST);
    }
    l->text[l->n] = '\0';
    return true;
}

static void finish(struct text_reader *r, const struct line *l, struct draft *f, const char *wrong)
{
    if (!wrong && f->lost)
        return;
    if (!wrong)
        wrong = draft_end(f, r->process_bits);
    if (wrong)
        diag_error(r->d, place(r, l), "%s; the sample is left out", wrong);
    else
        r->take(r->to, &f->sample);
}

/* ---- text ---- */

static const char *set_source(struct draft *f, char *word)
{
    char *dot = strchr(word, '.');
    if (!dot)
        return "a source is NODE.PROCESS";
    *dot = '\0';
    const char *wrong = draft_set(f, KEY_node, word);
    return wrong ? wrong : draft_set(f, KEY_process, dot + 1);
}

static const char *set_flags(struct draft *f, const char *word)
{
    f->sample.fifo_overrun = strchr(word, 'F');
    f->sample.shadow_overrun = strchr(word, 'S');
    f->sample.read_error = strchr(word, 'R');
    return word[strspn(word, "FSR-")] ? "flags are of F, S and R, or -" : NULL;
}

/* Time of any length; its low 40 bits are the stamp. */
static const char *set_time(struct draft *f, const char *word)
{
    uint64_t time;
    if (!draft_number(word, UINT64_MAX, &time))
        return "a time is a whole number of ticks below 2^64";
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
        return draft_set(f, KEY_kind, word) || f->lost ? "kind is trace or resource" : NULL;
    case 2:
        return set_source(f, word);
    case 3:
        return draft_set(f, KEY_cpu, word);
    case 4:
        return set_flags(f, word);
    case 5:
        return draft_set(f, KEY_user, word);
    default:
        return draft_counter(f, word);
    }
}

static void text_line(struct text_reader *r, const struct line *l)
{
    char text[LONGEST], *rest = text, *word;
    struct draft f = {0};
    const char *wrong = NULL;
    int n = 0;
    memcpy(text, l->text, l->n + 1);
    text[strcspn(text, "#")] = '\0';
    while (!wrong && (rest += strspn(rest, blanks), *rest)) {
        word = rest;
        rest += strcspn(rest, blanks);
        if (*rest)
            *rest++ = '\0';
        wrong = set_word(&f, n++, word);
    }
    if (wrong || n)
        finish(r, l, &f, wrong);
}

/* ---- CSV ---- */

/* Cuts the line into fields, quotes removed; returns how many, at most FIELDS. */
static int cut(char *text, char *fields[FIELDS])
{
    int n = 0;
    for (char *from = text; n < FIELDS;) {
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

/* Keys of the columns from the header; returns how many columns there are. */
static int csv_header(struct text_reader *r, const struct line *l, enum draft_key *columns)
{
    char text[LONGEST], *fields[FIELDS];
    bool any = false;
    memcpy(text, l->text, l->n + 1);
    int n = cut(text, fields);
    for (int i = 0; i < n; i++) {
        columns[i] = draft_key_of(fields[i]);
        any |= columns[i] == KEY_kind;
    }
    if (!any)
        diag_error(r->d, place(r, l), "no column is called kind; the first line names the columns");
    return any ? n : 0;
}

static void csv_row(struct text_reader *r, const struct line *l, const enum draft_key *columns,
                    int n)
{
    char text[LONGEST], *fields[FIELDS];
    struct draft f = {0};
    const char *wrong = NULL;
    memcpy(text, l->text, l->n + 1);
    int there = cut(text, fields);
    if (there != n)
        wrong = "a row has as many columns as the header";
    for (int i = 0; !wrong && i < n; i++)
        wrong = draft_set(&f, columns[i], fields[i]);
    finish(r, l, &f, wrong);
}

static void strip_return(struct line *l)
{
    if (l->n && l->text[l->n - 1] == '\r')
        l->text[--l->n] = '\0';
}

/* Lines from l on, which is the first. */
static void csv_read(struct text_reader *r, struct line *l)
{
    enum draft_key columns[FIELDS];
    strip_return(l);
    int n = csv_header(r, l, columns);
    while (n && next_line(r, l)) {
        strip_return(l);
        if (l->n)
            csv_row(r, l, columns, n);
    }
}

/* ---- all ---- */

static bool blank(const struct line *l)
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
    while ((any = next_line(r, &l)) && blank(&l))
        if (r->form == TEXT_DETECT && begins_json(r->in)) {
            json_samples_read(r);
            return;
        }
    if (any && (r->form == TEXT_CSV || (r->form == TEXT_DETECT && strchr(l.text, ',')))) {
        csv_read(r, &l);
        return;
    }
    for (; any; any = next_line(r, &l))
        text_line(r, &l);
}
