/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/json-samples.h"
#include "measure/multikron/stream/draft.h"

#include <ctype.h>
#include <string.h>

enum {
    MAX_DEPTH = 32,
    MAX_WORD = 128, /* bytes; longer keys and values are truncated */
};
struct parser {
    struct text_reader *r;
    int depth;
    int next; /* the next byte; EOF = the end */
    bool failed;
};
struct word {
    char text[MAX_WORD];
    size_t n;
    bool is_string;
};

static struct where parser_where(const struct parser *p)
{
    return (struct where){.file = p->r->name, .line = p->r->line, .col = p->r->col};
}

static void report_invalid(struct parser *p, const char *what)
{
    if (!p->failed)
        diag_error(p->r->d, parser_where(p), "invalid JSON: %s; the rest is ignored", what);
    p->failed = true;
}

static void next_character(struct parser *p)
{
    if (p->next == '\n') {
        p->r->line++;
        p->r->col = 0;
    }
    p->next = getc(p->r->in);
    p->r->col++;
}

static void skip_blanks(struct parser *p)
{
    while (p->next == ' ' || p->next == '\t' || p->next == '\n' || p->next == '\r')
        next_character(p);
}

static bool skip_if(struct parser *p, int c)
{
    skip_blanks(p);
    if (p->failed || p->next != c)
        return false;
    next_character(p);
    return true;
}

static void add_character(struct word *w, int c)
{
    if (w->n + 1 < MAX_WORD)
        w->text[w->n++] = (char)c;
    w->text[w->n] = '\0';
}

/* Reads a string after its opening quote; a \u escape becomes '?'. */
static void read_string(struct parser *p, struct word *w)
{
    w->is_string = true;
    while (p->next != '"' && p->next != EOF && p->next >= ' ') {
        int c = p->next;
        next_character(p);
        if (c == '\\') {
            c = p->next == 'u' ? '?' : p->next;
            if (c == EOF || !strchr("\"\\/bfnrt?", c))
                break;
            next_character(p);
        }
        add_character(w, c);
    }
    if (p->next != '"') {
        report_invalid(p, "a string does not end");
        return;
    }
    next_character(p);
}

/* Reads a number, true, false or null. */
static void read_bare_word(struct parser *p, struct word *w)
{
    while (p->next != EOF &&
           (isalnum(p->next) || p->next == '-' || p->next == '+' || p->next == '.')) {
        add_character(w, p->next);
        next_character(p);
    }
    if (w->n == 0)
        report_invalid(p, "a value is missing");
    if (strcmp(w->text, "null") == 0)
        w->n = 0, w->text[0] = '\0';
}

/* Reads a value that is neither an object nor an array. Returns false if it is one of these. */
static bool read_scalar(struct parser *p, struct word *w)
{
    *w = (struct word){.n = 0};
    skip_blanks(p);
    if (p->next == '{' || p->next == '[')
        return false;
    if (skip_if(p, '"'))
        read_string(p, w);
    else
        read_bare_word(p, w);
    return true;
}

static void read_value(struct parser *p);

static const char *read_counters(struct parser *p, struct draft *f)
{
    const char *error = NULL;
    struct word w;
    next_character(p);
    if (skip_if(p, ']'))
        return NULL;
    do {
        if (!read_scalar(p, &w)) {
            report_invalid(p, "counters must be numbers");
            return NULL;
        }
        const char *member_error = p->failed ? NULL : draft_add_counter(f, w.text);
        error = error ? error : member_error;
    } while (skip_if(p, ','));
    if (!skip_if(p, ']'))
        report_invalid(p, "] is missing");
    return error;
}

/* Reads a key of an object and its value. Returns NULL, or a message about the value. */
static const char *read_member(struct parser *p, struct draft *f)
{
    struct word key = {.n = 0}, w;
    if (!skip_if(p, '"')) {
        report_invalid(p, "a key in quotes is missing");
        return NULL;
    }
    read_string(p, &key);
    if (!skip_if(p, ':')) {
        report_invalid(p, ": is missing");
        return NULL;
    }
    enum draft_key k = draft_find_key(key.text);
    if (read_scalar(p, &w))
        return p->failed ? NULL : draft_set(f, k, w.text);
    if (k == KEY_counters && p->next == '[')
        return read_counters(p, f);
    read_value(p);
    return NULL;
}

static void read_object(struct parser *p)
{
    struct draft f = {0};
    const char *error = NULL;
    struct where w = parser_where(p);
    w.line = p->r->line;
    next_character(p);
    if (!skip_if(p, '}')) {
        do {
            const char *member_error = read_member(p, &f);
            error = error ? error : member_error;
        } while (skip_if(p, ','));
        if (!skip_if(p, '}'))
            report_invalid(p, "} is missing");
    }
    if (p->failed || !(f.seen >> KEY_kind & 1))
        return;
    if (!error && f.is_other_row)
        error = "kind must be trace or resource";
    if (!error)
        error = draft_finish(&f, p->r->process_bits);
    if (error)
        diag_error(p->r->d, w, "%s; the sample is ignored", error);
    else
        p->r->accept_sample(p->r->context, &f.sample);
}

static void read_array(struct parser *p)
{
    next_character(p);
    if (skip_if(p, ']'))
        return;
    do
        read_value(p);
    while (skip_if(p, ','));
    if (!skip_if(p, ']'))
        report_invalid(p, "] is missing");
}

static void read_value(struct parser *p)
{
    struct word w;
    if (read_scalar(p, &w))
        return;
    if (p->depth == MAX_DEPTH) {
        report_invalid(p, "more than 32 nested objects and arrays");
        return;
    }
    p->depth++;
    if (p->next == '{')
        read_object(p);
    else
        read_array(p);
    p->depth--;
}

void json_samples_read(struct text_reader *r)
{
    struct parser p = {.r = r};
    r->line++;
    r->col = 0;
    next_character(&p);
    for (skip_blanks(&p); p.next != EOF && !p.failed; skip_blanks(&p))
        read_value(&p);
}
