/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/regions/regions.h"
#include "base/util.h"

#include "base/nearest.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the words ---- */

#define IN(KIND) (1u << REGION_##KIND)
#define CODE (IN(PROGRAM) | IN(ROUTINE) | IN(SEQUENTIAL) | IN(PARALLEL) | IN(SECTION))
#define TOP 0u
enum need { NO, MAY, MUST };
enum key { PROCESSORS = 1, MEASURED = 2, ITERATIONS = 4 };

static const struct {
    const char *word;
    unsigned inside; /* set of kinds */
    enum need name;
    unsigned keys;
} kinds[REGION_KINDS] = {
#define REGION(NAME, word, inside, name, keys) {word, inside, name, keys},
#include "runs/regions/regions.def"
#undef REGION
};

static const struct {
    const char *word;
    enum key key;
} keys[] = {{"processors", PROCESSORS}, {"measured", MEASURED}, {"iterations", ITERATIONS}};

const char *region_word(enum region_kind k)
{
    return kinds[k].word;
}

bool region_may_hold(enum region_kind outer, enum region_kind k)
{
    return outer == REGION_KINDS ? kinds[k].inside == TOP : (kinds[k].inside >> outer & 1) != 0;
}

bool region_is_block(enum region_kind k)
{
    return k != REGION_LOOP && k != REGION_CALL && k != REGION_BARRIER;
}

/* ---- words of a line ---- */

struct word {
    const char *text; /* in the arena; without quotes */
    long col;
    bool quoted;
};
struct reader {
    struct arena *a;
    struct source *s;
    struct diag *d;
    struct region_tree *t;
    ARRAY(struct tree_region) regions;
    int open[REGIONS_DEEPEST]; /* regions that are not closed, from outside */
    int depth, beyond;         /* beyond: those deeper still */
    int wrong;                 /* blocks that can't be taken, to their end */
    ARRAY(struct word) words;
    size_t line, at; /* next word */
};

static struct where at_col(struct reader *r, long col)
{
    return source_line_where(r->s, r->line, col);
}

/* Place of a word; behind the last one, of the line. */
static struct where here(struct reader *r, size_t i)
{
    return at_col(r, i < r->words.n ? r->words.at[i].col : 0);
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

/* The word at text[i], of which *i goes behind. False after a message. */
static bool take_word(struct reader *r, const char *text, size_t n, size_t *i)
{
    struct word w = {.col = (long)*i + 1, .quoted = text[*i] == '"'};
    size_t from = *i + w.quoted, to = from;
    while (to < n && (w.quoted ? text[to] != '"' : !blank(text[to])))
        if ((unsigned char)text[to++] < ' ') {
            diag_error(r->d, at_col(r, (long)to), "a control character: this is no region file");
            return false;
        }
    if (w.quoted && to == n) {
        diag_error(r->d, at_col(r, w.col), "this quote is never closed on its line");
        return false;
    }
    w.text = arena_strndup(r->a, text + from, to - from);
    *array_push(&r->words) = w;
    *i = to + w.quoted;
    return true;
}

/* Words of line r->line up to a comment. False after a message. */
static bool take_words(struct reader *r)
{
    size_t n, i = 0;
    const char *text = source_line(r->s, r->line, &n);
    r->words.n = r->at = 0;
    if (r->line == 1 && n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        i = 3;
    for (;;) {
        while (i < n && blank(text[i]))
            i++;
        if (i == n || text[i] == '#' || text[i] == '!')
            return true;
        if (!take_word(r, text, n, &i))
            return false;
    }
}

/* The word stands at i, as written or in other letters. */
static bool is_word(const struct reader *r, size_t i, const char *word)
{
    return i < r->words.n && !r->words.at[i].quoted && strcasecmp(r->words.at[i].text, word) == 0;
}

static enum key key_at(const struct reader *r, size_t i)
{
    for (size_t k = 0; k < COUNT_OF(keys); k++)
        if (is_word(r, i, keys[k].word))
            return keys[k].key;
    return 0;
}

/* ---- numbers ---- */

static bool wrong_number(struct reader *r, size_t i, const char *what, const char *why)
{
    if (i < r->words.n)
        diag_error(r->d, here(r, i), "%s '%.60s' %s", what, r->words.at[i].text, why);
    else
        diag_error(r->d, here(r, i), "the number of %s is missing", what);
    return false;
}

static bool take_number(struct reader *r, const char *what, double *value)
{
    size_t i = r->at++;
    const char *text = i < r->words.n ? r->words.at[i].text : "";
    char *end = NULL;
    if (!*text || strspn(text, "0123456789.eE+-") != strlen(text))
        return wrong_number(r, i, what, "is no number");
    errno = 0;
    *value = strtod(text, &end);
    bool vanished = *value == 0 && errno == ERANGE;
    if (*end)
        return wrong_number(r, i, what, "is no number");
    if (*value < 0)
        return wrong_number(r, i, what, "is negative");
    return (*value <= 1e18 && !vanished && (*value == 0 || *value >= 1e-9)) ||
           wrong_number(r, i, what, *value > 1 ? "is too large" : "is too small");
}

static bool take_whole(struct reader *r, const char *what, long *value)
{
    double number;
    if (!take_number(r, what, &number))
        return false;
    if (number < 1 || number > INT_MAX || number != (double)(long)number)
        return wrong_number(r, r->at - 1, what,
                            number > INT_MAX ? "is too large" : "is no whole number above 0");
    *value = (long)number;
    return true;
}

/* Numbers up to the next key: of one thread each, from 0; one alone is of all together. */
static bool take_shares(struct reader *r, struct tree_region *to)
{
    struct share *list = ARENA_ARRAY(r->a, struct share, r->words.n);
    size_t n = 0;
    do {
        list[n] = (struct share){.thread = (long)n};
        if (!take_number(r, "iterations", &list[n++].iterations))
            return false;
    } while (r->at < r->words.n && !key_at(r, r->at));
    to->iterations = list;
    to->n_iterations = n;
    return true;
}

/* ---- statements ---- */

static const char *keys_text(struct arena *a, unsigned set)
{
    const char *text = "nothing more";
    bool any = false;
    for (size_t k = 0; k < COUNT_OF(keys); k++)
        if (set & keys[k].key) {
            text = any ? arena_printf(a, "%s or %s", text, keys[k].word) : keys[k].word;
            any = true;
        }
    return text;
}

/* What stands behind the name. of: the region that takes processors and a measured time; body: the
 * one that takes iterations. */
static bool take_keys(struct reader *r, unsigned allowed, struct tree_region *of,
                      struct tree_region *body)
{
    bool ok = true;
    unsigned seen = 0;
    while (r->at < r->words.n) {
        size_t i = r->at;
        enum key k = key_at(r, i);
        if (!(k & allowed)) {
            diag_error(r->d, here(r, i), "'%.60s' can't stand here: %s may follow",
                       r->words.at[i].text, keys_text(r->a, allowed));
            return false;
        }
        if (seen & k) {
            diag_error(r->d, here(r, i), "a second '%s' in one line", r->words.at[i].text);
            return false;
        }
        seen |= k;
        r->at++;
        if (k == PROCESSORS)
            ok = take_whole(r, "processors", &of->processors);
        else if (k == MEASURED)
            ok = take_number(r, "measured", &of->measured.value);
        else
            ok = take_shares(r, body);
        if (!ok)
            return false;
        if (k == MEASURED)
            of->measured = known(of->measured.value);
    }
    return ok;
}

static struct tree_region region_of(const struct reader *r, enum region_kind kind)
{
    return (struct tree_region){.kind = kind,
                                .parent = r->depth ? r->open[r->depth - 1] : -1,
                                .callee = -1,
                                .measured = missing("not given"),
                                .line = (long)r->line};
}

/* Its name, if one may be there. False after a message. */
static bool take_name(struct reader *r, struct tree_region *to)
{
    enum need need = kinds[to->kind].name;
    bool there = need != NO && r->at < r->words.n && !key_at(r, r->at);
    to->where = here(r, there ? r->at : 0);
    if (!there && need == MUST) {
        diag_error(r->d, here(r, 0), "the name of the %s is missing",
                   to->kind == REGION_CALL ? "routine" : kinds[to->kind].word);
        return false;
    }
    if (!there)
        return true;
    const char *name = r->words.at[r->at++].text;
    if (!*name) {
        diag_error(r->d, to->where, "an empty name");
        return false;
    }
    *(to->kind == REGION_LOOP ? &to->loop : &to->name) = name;
    return true;
}

static void say_misplaced(struct reader *r, enum region_kind kind)
{
    const char *word = kinds[kind].word;
    const char *in = r->depth ? kinds[r->regions.at[r->open[r->depth - 1]].kind].word : NULL;
    if (kinds[kind].inside == TOP)
        diag_error(r->d, here(r, 0), "'%s' can't stand in a %s: close that with 'end' first", word,
                   in);
    else if (kind == REGION_SECTION || kind == REGION_BARRIER)
        diag_error(r->d, here(r, 0), "'%s' can stand in %s only", word,
                   kind == REGION_SECTION ? "'sections'" : "'parallel'");
    else if (!in)
        diag_error(r->d, here(r, 0), "'%s' stands outside: put it into 'program' or a 'routine'",
                   word);
    else
        diag_error(r->d, here(r, 0),
                   "'%s' can't stand in 'sections' itself: put it into a 'section'", word);
}

static bool well_placed(struct reader *r, enum region_kind kind)
{
    if (region_may_hold(r->depth ? r->regions.at[r->open[r->depth - 1]].kind : REGION_KINDS, kind))
        return true;
    say_misplaced(r, kind);
    return false;
}

/* Makes the region the innermost open one. sound: it stands in r->regions; else what follows up to
 * its end is only counted. */
static void open_region(struct reader *r, bool sound)
{
    if (r->wrong || !sound)
        r->wrong++;
    else if (r->depth < REGIONS_DEEPEST)
        r->open[r->depth++] = (int)r->regions.n - 1;
    else if (r->beyond++ == 0)
        diag_error(r->d, here(r, 0), "regions more than %d deep", REGIONS_DEEPEST);
}

static void put_region(struct reader *r, enum region_kind kind)
{
    struct tree_region to = region_of(r, kind);
    bool ok = well_placed(r, kind);
    r->at = 1;
    if (ok)
        ok = take_name(r, &to);
    to.calls = kind == REGION_CALL ? 1 : 0;
    if (ok && kind == REGION_CALL && r->at < r->words.n)
        ok = take_number(r, "calls", &to.calls);
    if (ok)
        take_keys(r, kinds[kind].keys, &to, &to);
    if (ok)
        *array_push(&r->regions) = to;
    if (region_is_block(kind))
        open_region(r, ok);
}

/* parallel loop LOOP: both in a line, without an end. */
static void put_parallel_loop(struct reader *r)
{
    struct tree_region around = region_of(r, REGION_PARALLEL), loop = region_of(r, REGION_LOOP);
    around.where = here(r, 0);
    loop.parent = (int)r->regions.n;
    r->at = 2;
    if (!well_placed(r, REGION_PARALLEL) || !take_name(r, &loop) ||
        !take_keys(r, PROCESSORS | MEASURED | ITERATIONS, &around, &loop))
        return;
    *array_push(&r->regions) = around;
    *array_push(&r->regions) = loop;
}

static void put_end(struct reader *r)
{
    if (r->wrong || r->beyond) {
        *(r->wrong ? &r->wrong : &r->beyond) -= 1;
        return;
    }
    if (r->depth == 0) {
        diag_error(r->d, here(r, 0), "this 'end' closes nothing");
        return;
    }
    const struct tree_region *top = &r->regions.at[r->open[--r->depth]];
    if (r->words.n > 1 && !is_word(r, 1, kinds[top->kind].word))
        diag_error(r->d, here(r, 1), "this closes the %s of line %ld: write 'end' or 'end %s'",
                   kinds[top->kind].word, top->line, kinds[top->kind].word);
}

/* run, build and machine: what the file is for. */
static bool put_target(struct reader *r)
{
    static const char *const words[] = {"run", "build", "machine"};
    const char **to[] = {&r->t->run, &r->t->build, &r->t->machine};
    size_t i = 0;
    while (i < 3 && !is_word(r, 0, words[i]))
        i++;
    if (i == 3)
        return false;
    if (r->regions.n)
        diag_error(r->d, here(r, 0), "'%s' stands in front of the program", words[i]);
    else if (r->words.n != 2 || !*r->words.at[1].text)
        diag_error(r->d, here(r, 0), "write '%s' and one name, in quotes if it holds blanks",
                   words[i]);
    else if (*to[i])
        diag_error(r->d, here(r, 0), "a second '%s'", words[i]);
    else {
        *to[i] = r->words.at[1].text;
        *(i == 0 ? &r->t->of_run : &r->t->of_build) = here(r, 1);
    }
    return true;
}

/* Where a block seems to be meant, the lines up to its end go with it. */
static void say_unknown(struct reader *r)
{
    struct nearest n = {.word = r->words.at[0].text};
    bool block = false;
    for (int k = 0; k < REGION_KINDS; k++) {
        const char *before = n.best;
        nearest_offer(&n, kinds[k].word);
        if (n.best != before)
            block = region_is_block((enum region_kind)k);
    }
    nearest_offer(&n, "end");
    diag_error(r->d, here(r, 0), "'%.60s' begins no line of a region file%s%s%s", n.word,
               n.best ? "; did you mean '" : "", n.best ? n.best : "",
               n.best                ? "'?"
               : here(r, 0).line < 2 ? ", as program, parallel or loop do"
                                     : "");
    if (block && n.best && strcmp(n.best, "end") != 0)
        open_region(r, false);
}

static void put_line(struct reader *r)
{
    int k = 0;
    if (is_word(r, 0, "end")) {
        put_end(r);
        return;
    }
    while (k < REGION_KINDS && !is_word(r, 0, kinds[k].word))
        k++;
    if (k == REGION_KINDS) {
        if (!put_target(r))
            say_unknown(r);
        return;
    }
    bool parallel = k == REGION_PARALLEL, loop = parallel && is_word(r, 1, "loop");
    if (parallel && is_word(r, 1, "sections")) {
        memmove(r->words.at, r->words.at + 1, --r->words.n * sizeof *r->words.at);
        k = REGION_SECTIONS;
    }
    if (!r->wrong && !r->beyond) {
        if (loop)
            put_parallel_loop(r);
        else
            put_region(r, (enum region_kind)k);
    } else if (!loop && region_is_block((enum region_kind)k))
        *(r->wrong ? &r->wrong : &r->beyond) += 1;
}

static bool is_utf16(const struct source *s)
{
    return s->size >= 2 && (memcmp(s->text, "\xff\xfe", 2) == 0 ||
                            memcmp(s->text, "\xfe\xff", 2) == 0 || !s->text[0] != !s->text[1]);
}

static void check_whole(struct reader *r)
{
    for (int i = 0; i < r->depth; i++) {
        const struct tree_region *t = &r->regions.at[r->open[i]];
        diag_error(r->d, source_line_where(r->s, (size_t)t->line, 1),
                   "this %s is never closed: its 'end' is missing", kinds[t->kind].word);
    }
    for (size_t i = 0; i < r->regions.n && !r->t->run; i++)
        if (is_known(r->regions.at[i].measured)) {
            diag_error(r->d, r->regions.at[i].where,
                       "a measured time is that of one run: name it above with 'run NAME'");
            return;
        }
}

struct region_tree *region_tree_read(struct arena *a, struct source *s, struct diag *d)
{
    long errors = d->errors;
    struct region_tree *t = ARENA_NEW(a, struct region_tree);
    struct reader *r = ARENA_NEW(a, struct reader);
    *t = (struct region_tree){.path = s->path};
    *r = (struct reader){.a = a, .s = s, .d = d, .t = t};
    if (is_utf16(s)) {
        diag_error(d, (struct where){.file = s->path},
                   "this file is UTF-16; save it as UTF-8 or ASCII");
        return NULL;
    }
    for (r->line = 1; r->line <= source_line_count(s); r->line++)
        if (take_words(r) && r->words.n)
            put_line(r);
    check_whole(r);
    t->n = r->regions.n;
    t->at = ARENA_ARRAY(a, struct tree_region, t->n + 1);
    if (t->n)
        memcpy(t->at, r->regions.at, t->n * sizeof *t->at);
    array_free(&r->regions);
    array_free(&r->words);
    if (d->errors == errors)
        region_tree_link(t, d);
    return d->errors == errors ? t : NULL;
}
