/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/json-samples.h"
#include "measure/multikron/stream/draft.h"

#include <ctype.h>
#include <string.h>

enum {
    DEPTH = 32,
    WORD = 128, /* bytes of a key or value that are kept */
};
struct parser {
    struct text_reader *r;
    int depth;
    int next; /* byte that was looked at; EOF = the end */
    bool broken;
};
struct word {
    char text[WORD];
    size_t n;
    bool string;
};

static struct where place(const struct parser *p)
{
    return (struct where){.file = p->r->name, .line = p->r->line, .col = p->r->col};
}

static void broken(struct parser *p, const char *what)
{
    if (!p->broken)
        diag_error(p->r->d, place(p), "this is no JSON: %s; what follows is not read", what);
    p->broken = true;
}

static void step(struct parser *p)
{
    if (p->next == '\n') {
        p->r->line++;
        p->r->col = 0;
    }
    p->next = getc(p->r->in);
    p->r->col++;
}

static void blanks(struct parser *p)
{
    while (p->next == ' ' || p->next == '\t' || p->next == '\n' || p->next == '\r')
        step(p);
}

static bool take(struct parser *p, int c)
{
    blanks(p);
    if (p->broken || p->next != c)
        return false;
    step(p);
    return true;
}

static void add(struct word *w, int c)
{
    if (w->n + 1 < WORD)
        w->text[w->n++] = (char)c;
    w->text[w->n] = '\0';
}

/* A string behind its opening quote; characters written as \u are kept as '?'. */
static void string(struct parser *p, struct word *w)
{
    w->string = true;
    while (p->next != '"' && p->next != EOF && p->next >= ' ') {
        int c = p->next;
        step(p);
        if (c == '\\') {
            c = p->next == 'u' ? '?' : p->next;
            if (c == EOF || !strchr("\"\\/bfnrt?", c))
                break;
            step(p);
        }
        add(w, c);
    }
    if (p->next != '"') {
        broken(p, "a string does not end");
        return;
    }
    step(p);
}

/* A number, true, false or null. */
static void bare_word(struct parser *p, struct word *w)
{
    while (p->next != EOF &&
           (isalnum(p->next) || p->next == '-' || p->next == '+' || p->next == '.')) {
        add(w, p->next);
        step(p);
    }
    if (w->n == 0)
        broken(p, "a value is missing");
    if (strcmp(w->text, "null") == 0)
        w->n = 0, w->text[0] = '\0';
}

/* Anything but an object or array; false = it is one of these. */
static bool scalar(struct parser *p, struct word *w)
{
    *w = (struct word){.n = 0};
    blanks(p);
    if (p->next == '{' || p->next == '[')
        return false;
    if (take(p, '"'))
        string(p, w);
    else
        bare_word(p, w);
    return true;
}

static void value(struct parser *p);

static const char *counters(struct parser *p, struct draft *f)
{
    const char *wrong = NULL;
    struct word w;
    step(p);
    if (take(p, ']'))
        return NULL;
    do {
        if (!scalar(p, &w)) {
            broken(p, "counters are numbers");
            return NULL;
        }
        const char *bad = p->broken ? NULL : draft_counter(f, w.text);
        wrong = wrong ? wrong : bad;
    } while (take(p, ','));
    if (!take(p, ']'))
        broken(p, "] is missing");
    return wrong;
}

/* key: value of an object; returns what is wrong with the value. */
static const char *member(struct parser *p, struct draft *f)
{
    struct word key = {.n = 0}, w;
    if (!take(p, '"')) {
        broken(p, "a key in quotes is missing");
        return NULL;
    }
    string(p, &key);
    if (!take(p, ':')) {
        broken(p, ": is missing");
        return NULL;
    }
    enum draft_key k = draft_key_of(key.text);
    if (scalar(p, &w))
        return p->broken ? NULL : draft_set(f, k, w.text);
    if (k == KEY_counters && p->next == '[')
        return counters(p, f);
    value(p);
    return NULL;
}

static void object(struct parser *p)
{
    struct draft f = {0};
    const char *wrong = NULL;
    struct where w = place(p);
    w.line = p->r->line;
    step(p);
    if (!take(p, '}')) {
        do {
            const char *bad = member(p, &f);
            wrong = wrong ? wrong : bad;
        } while (take(p, ','));
        if (!take(p, '}'))
            broken(p, "} is missing");
    }
    if (p->broken || !(f.seen >> KEY_kind & 1))
        return;
    if (!wrong && f.lost)
        wrong = "kind is trace or resource";
    if (!wrong)
        wrong = draft_end(&f, p->r->process_bits);
    if (wrong)
        diag_error(p->r->d, w, "%s; the sample is left out", wrong);
    else
        p->r->take(p->r->to, &f.sample);
}

static void array(struct parser *p)
{
    step(p);
    if (take(p, ']'))
        return;
    do
        value(p);
    while (take(p, ','));
    if (!take(p, ']'))
        broken(p, "] is missing");
}

static void value(struct parser *p)
{
    struct word w;
    if (scalar(p, &w))
        return;
    if (p->depth == DEPTH) {
        broken(p, "more than 32 objects and arrays in one another");
        return;
    }
    p->depth++;
    if (p->next == '{')
        object(p);
    else
        array(p);
    p->depth--;
}

void json_samples_read(struct text_reader *r)
{
    struct parser p = {.r = r};
    r->line++;
    r->col = 0;
    step(&p);
    for (blanks(&p); p.next != EOF && !p.broken; blanks(&p))
        value(&p);
}
