/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/where.h"

#include "base/nearest.h"
#include "gaps/columns.h"
#include "gaps/hot/coverage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ---- */

enum text_key { RUN, BUILD, MACHINE, COMPILER, FLAGS, DATE, LOOP, FILE_NAME, ROUTINE, KIND, LANGUAGE, TEXTS };
enum number_key { PROCESSORS, LINE, OWN_NUMBERS };

static const char *const text_keys[TEXTS] = {"run",  "build", "machine", "compiler", "flags",
                                             "date", "loop",  "file",    "routine",
                                             "kind", "language"};
static const char *const number_keys[OWN_NUMBERS] = {"processors", "line"};

static const char *text_of(enum text_key k, const struct gap_run *run, const struct gap_loop *l)
{
    switch (k) {
    case RUN:
        return run->run;
    case BUILD:
        return run->build;
    case MACHINE:
        return run->machine;
    case COMPILER:
        return run->compiler;
    case FLAGS:
        return run->flags;
    case DATE:
        return run->date;
    case LOOP:
        return l ? l->loop : NULL;
    case FILE_NAME:
        return l ? l->file : NULL;
    case ROUTINE:
        return l ? l->routine : NULL;
    case KIND:
        return l && l->hot ? hotspot_kind_name(l->hot->hot->kind) : NULL;
    case LANGUAGE:
        return l && l->hot ? l->hot->hot->language : NULL;
    case TEXTS:
        break;
    }
    return NULL;
}

/* Keys by number: texts, then processors and line, then gap_keys. */
static size_t count_keys(void)
{
    return TEXTS + OWN_NUMBERS + gap_n_keys;
}

static const char *key_name(struct arena *a, size_t key)
{
    if (key < TEXTS)
        return text_keys[key];
    if (key < TEXTS + OWN_NUMBERS)
        return number_keys[key - TEXTS];
    return gap_key_name(a, &gap_keys[key - TEXTS - OWN_NUMBERS], ".");
}

static struct quantity number_of(size_t key, const struct gap_run *run, const struct gap_loop *l)
{
    if (key == TEXTS + PROCESSORS)
        return run->run ? known((double)run->processors) : missing("not measured");
    if (!l)
        return missing("no loop");
    if (key == TEXTS + LINE)
        return l->line ? known((double)l->line) : missing("no source loop");
    return gap_key_value(&gap_keys[key - TEXTS - OWN_NUMBERS], run, l);
}

/* ---- comparing ---- */

enum compare { NOT_EQUAL, LESS_EQUAL, GREATER_EQUAL, LESS, GREATER, EQUAL, LIKE, COMPARES };
/* The longer operators first. */
static const char *const compare_texts[COMPARES] = {"!=", "<=", ">=", "<", ">", "=", "~"};

struct gap_condition {
    struct gap_condition *next;
    size_t key;
    enum compare compare;
    const char *text;
    double number; /* if the key is a number */
};

/* Backtracks to the last * only, so the time is at most proportional to the product of the
 * lengths. */
static bool matches_pattern(const char *s, const char *pattern)
{
    const char *star = NULL, *from = s;
    while (*s) {
        if (*pattern == '*') {
            star = ++pattern;
            from = s;
        } else if (*pattern && (*pattern == '?' || *pattern == *s)) {
            pattern++;
            s++;
        } else if (star) {
            pattern = star;
            s = ++from;
        } else
            return false;
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* Returns whether an order satisfies a comparison. order: < 0, 0 or > 0 if the value is below,
 * equal to or above that of the condition. */
static bool order_meets(enum compare c, int order)
{
    switch (c) {
    case NOT_EQUAL:
        return order != 0;
    case LESS_EQUAL:
        return order <= 0;
    case GREATER_EQUAL:
        return order >= 0;
    case LESS:
        return order < 0;
    case GREATER:
        return order > 0;
    case EQUAL:
        return order == 0;
    case LIKE:
    case COMPARES:
        break;
    }
    return false;
}

static bool condition_holds(const struct gap_condition *c, const struct gap_run *run,
                            const struct gap_loop *l)
{
    if (c->key < TEXTS) {
        const char *text = text_of((enum text_key)c->key, run, l);
        return text && (c->compare == LIKE ? matches_pattern(text, c->text)
                                           : order_meets(c->compare, strcmp(text, c->text)));
    }
    struct quantity q = number_of(c->key, run, l);
    return is_known(q) && order_meets(c->compare, (q.value > c->number) - (q.value < c->number));
}

bool gap_where_holds(const struct gap_where *w, const struct gap_run *run, const struct gap_loop *l)
{
    for (const struct gap_condition *c = w->first; c; c = c->next)
        if (!condition_holds(c, run, l))
            return false;
    return true;
}

/* ---- reading ---- */

struct reader {
    struct arena *a;
    const char *at;
    const char *wrong; /* the first error; NULL = none */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static void skip_blanks(struct reader *r)
{
    while (is_blank(*r->at))
        r->at++;
}

static const char *all_keys(struct arena *a)
{
    const char *list = "";
    for (size_t k = 0; k < count_keys(); k++)
        list = arena_printf(a, "%s%s%s", list, k ? " " : "", key_name(a, k));
    return list;
}

static size_t read_key(struct reader *r)
{
    const char *start = r->at;
    while (*r->at && !is_blank(*r->at) && !strchr("!<>=~'\"", *r->at))
        r->at++;
    const char *word = arena_strndup(r->a, start, (size_t)(r->at - start));
    struct nearest near = {.word = word};
    for (size_t k = 0; k < count_keys(); k++) {
        const char *name = key_name(r->a, k);
        if (strcmp(name, word) == 0)
            return k;
        nearest_offer(&near, name);
    }
    if (!*word)
        r->wrong = "a condition is KEY OP VALUE, for example processors >= 8";
    else if (near.best)
        r->wrong = arena_printf(r->a, "no key '%s' (did you mean '%s'?)", word, near.best);
    else
        r->wrong = arena_printf(r->a, "no key '%s'; the keys are %s", word, all_keys(r->a));
    return 0;
}

static enum compare read_compare(struct reader *r)
{
    for (int c = 0; c < COMPARES; c++) {
        size_t n = strlen(compare_texts[c]);
        if (strncmp(r->at, compare_texts[c], n) == 0) {
            r->at += n;
            return (enum compare)c;
        }
    }
    r->wrong = "after a key, write one of != < <= > >= = ~";
    return EQUAL;
}

static bool at_and(const char *s)
{
    return strncmp(s, "and", 3) == 0 && (is_blank(s[3]) || !s[3]);
}

static const char *read_quoted(struct reader *r)
{
    char quote = *r->at++;
    const char *start = r->at, *end = strchr(start, quote);
    if (!end) {
        r->wrong = arena_printf(r->a, "the quote %c is not closed", quote);
        return "";
    }
    r->at = end + 1;
    return arena_strndup(r->a, start, (size_t)(end - start));
}

/* Reads up to the word "and" or the end, without surrounding blanks. */
static const char *read_plain(struct reader *r)
{
    const char *start = r->at, *end = start;
    while (*r->at && !(at_and(r->at) && (r->at == start || is_blank(r->at[-1])))) {
        if (!is_blank(*r->at))
            end = r->at + 1;
        r->at++;
    }
    if (end == start)
        r->wrong = "the value of a condition is missing; write '' for an empty text";
    return arena_strndup(r->a, start, (size_t)(end - start));
}

static void read_number(struct reader *r, struct gap_condition *c)
{
    char *end;
    if (c->compare == LIKE) {
        r->wrong =
            arena_printf(r->a, "~ compares texts, but %s is a number", key_name(r->a, c->key));
        return;
    }
    c->number = strtod(c->text, &end);
    if (end == c->text || *end || !isfinite(c->number))
        r->wrong =
            arena_printf(r->a, "'%s' is not a number, but %s is", c->text, key_name(r->a, c->key));
}

static void read_condition(struct reader *r, struct gap_condition *c)
{
    skip_blanks(r);
    c->key = read_key(r);
    if (r->wrong)
        return;
    skip_blanks(r);
    c->compare = read_compare(r);
    skip_blanks(r);
    if (r->wrong)
        return;
    c->text = *r->at == '\'' || *r->at == '"' ? read_quoted(r) : read_plain(r);
    if (!r->wrong && c->key >= TEXTS)
        read_number(r, c);
}

/* Skips "and". Returns whether another condition follows. */
static bool read_and(struct reader *r)
{
    skip_blanks(r);
    if (r->wrong || !*r->at)
        return false;
    if (!at_and(r->at)) {
        r->wrong = "after a value in quotes, write 'and' or nothing";
        return false;
    }
    r->at += strlen("and");
    return true;
}

const char *gap_where_add(struct gap_where *w, struct arena *a, const char *text)
{
    struct reader r = {.a = a, .at = text};
    do {
        struct gap_condition *c = ARENA_NEW(a, struct gap_condition);
        read_condition(&r, c);
        c->next = w->first;
        w->first = c;
    } while (read_and(&r));
    return r.wrong;
}
