/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/regions/regions.h"
#include "base/nearest.h"
#include "base/util.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- keywords ---- */

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
    int open[REGIONS_DEEPEST]; /* open regions, outermost first */
    int depth;                 /* number of open regions */
    int too_deep;              /* number of open blocks beyond REGIONS_DEEPEST */
    int invalid;               /* number of open blocks with errors, which are skipped */
    ARRAY(struct word) words;
    size_t line, at; /* current line; index of the next word */
};

static struct where at_col(struct reader *r, long col)
{
    return source_line_where(r->s, r->line, col);
}

/* Returns the position of word i; of the line if there are fewer words. */
static struct where word_where(struct reader *r, size_t i)
{
    return at_col(r, i < r->words.n ? r->words.at[i].col : 0);
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

/* Reads the word at text[*i] and advances *i to its end. Returns false after a message. */
static bool read_word(struct reader *r, const char *text, size_t n, size_t *i)
{
    struct word w = {.col = (long)*i + 1, .quoted = text[*i] == '"'};
    size_t from = *i + w.quoted, to = from;
    while (to < n && (w.quoted ? text[to] != '"' : !blank(text[to])))
        if ((unsigned char)text[to++] < ' ') {
            diag_error(r->d, at_col(r, (long)to), "a control character: not a region file");
            return false;
        }
    if (w.quoted && to == n) {
        diag_error(r->d, at_col(r, w.col), "the closing quote is missing on this line");
        return false;
    }
    w.text = arena_strndup(r->a, text + from, to - from);
    *array_push(&r->words) = w;
    *i = to + w.quoted;
    return true;
}

/* Reads the words of line r->line up to a comment. Returns false after a message. */
static bool read_words(struct reader *r)
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
        if (!read_word(r, text, n, &i))
            return false;
    }
}

/* Returns whether word i is the unquoted keyword, ignoring case. */
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

/* Reports word i as an invalid number. Returns false. */
static bool report_number(struct reader *r, size_t i, const char *what, const char *why)
{
    if (i < r->words.n)
        diag_error(r->d, word_where(r, i), "%s '%.60s' %s", what, r->words.at[i].text, why);
    else
        diag_error(r->d, word_where(r, i), "the number after '%s' is missing", what);
    return false;
}

static bool read_number(struct reader *r, const char *what, double *value)
{
    size_t i = r->at++;
    const char *text = i < r->words.n ? r->words.at[i].text : "";
    char *end = NULL;
    if (!*text || strspn(text, "0123456789.eE+-") != strlen(text))
        return report_number(r, i, what, "is not a number");
    errno = 0;
    *value = strtod(text, &end);
    bool underflow = *value == 0 && errno == ERANGE;
    if (*end)
        return report_number(r, i, what, "is not a number");
    if (*value < 0)
        return report_number(r, i, what, "is negative");
    return (*value <= 1e18 && !underflow && (*value == 0 || *value >= 1e-9)) ||
           report_number(r, i, what, *value > 1 ? "is too large" : "is too small");
}

static bool read_positive_integer(struct reader *r, const char *what, long *value)
{
    double number;
    if (!read_number(r, what, &number))
        return false;
    if (number < 1 || number > INT_MAX || number != (double)(long)number)
        return report_number(r, r->at - 1, what,
                             number > INT_MAX ? "is too large" : "is not a positive integer");
    *value = (long)number;
    return true;
}

/* Reads the numbers up to the next key: one number for all threads, or one for each thread. */
static bool read_shares(struct reader *r, struct tree_region *to)
{
    struct share *list = ARENA_ARRAY(r->a, struct share, r->words.n);
    size_t n = 0;
    do {
        list[n] = (struct share){.thread = (long)n};
        if (!read_number(r, "iterations", &list[n++].iterations))
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

/* Reads the keys after the name. of: the region that receives processors and a measured time; body:
 * the one that receives iterations. */
static bool read_keys(struct reader *r, unsigned allowed, struct tree_region *of,
                      struct tree_region *body)
{
    bool ok = true;
    unsigned seen = 0;
    while (r->at < r->words.n) {
        size_t i = r->at;
        enum key k = key_at(r, i);
        if (!(k & allowed)) {
            diag_error(r->d, word_where(r, i), "unexpected '%.60s'; %s may follow here",
                       r->words.at[i].text, keys_text(r->a, allowed));
            return false;
        }
        if (seen & k) {
            diag_error(r->d, word_where(r, i), "'%s' is given twice", r->words.at[i].text);
            return false;
        }
        seen |= k;
        r->at++;
        if (k == PROCESSORS)
            ok = read_positive_integer(r, "processors", &of->processors);
        else if (k == MEASURED)
            ok = read_number(r, "measured", &of->measured.value);
        else
            ok = read_shares(r, body);
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

/* Reads the name of a region, if it may have one. Returns false after a message. */
static bool read_name(struct reader *r, struct tree_region *to)
{
    enum need need = kinds[to->kind].name;
    bool present = need != NO && r->at < r->words.n && !key_at(r, r->at);
    to->where = word_where(r, present ? r->at : 0);
    if (!present && need == MUST) {
        diag_error(r->d, word_where(r, 0), "the name of the %s is missing",
                   to->kind == REGION_CALL ? "routine" : kinds[to->kind].word);
        return false;
    }
    if (!present)
        return true;
    const char *name = r->words.at[r->at++].text;
    if (!*name) {
        diag_error(r->d, to->where, "the name is empty");
        return false;
    }
    *(to->kind == REGION_LOOP ? &to->loop : &to->name) = name;
    return true;
}

/* Reports a region of a kind that the current region must not contain. */
static void report_misplaced(struct reader *r, enum region_kind kind)
{
    const char *word = kinds[kind].word;
    const char *in = r->depth ? kinds[r->regions.at[r->open[r->depth - 1]].kind].word : NULL;
    if (kinds[kind].inside == TOP)
        diag_error(r->d, word_where(r, 0),
                   "'%s' is not allowed in a %s: close that with 'end' first", word, in);
    else if (kind == REGION_SECTION || kind == REGION_BARRIER)
        diag_error(r->d, word_where(r, 0), "'%s' is only allowed in %s", word,
                   kind == REGION_SECTION ? "'sections'" : "'parallel'");
    else if (!in)
        diag_error(r->d, word_where(r, 0),
                   "'%s' is not allowed here: put it into 'program' or a 'routine'", word);
    else
        diag_error(r->d, word_where(r, 0),
                   "'%s' is not allowed directly in 'sections': put it into a 'section'", word);
}

static bool check_place(struct reader *r, enum region_kind kind)
{
    if (region_may_hold(r->depth ? r->regions.at[r->open[r->depth - 1]].kind : REGION_KINDS, kind))
        return true;
    report_misplaced(r, kind);
    return false;
}

/* Opens a block. valid: it is the last of r->regions; otherwise blocks up to its end are only
 * counted. */
static void open_region(struct reader *r, bool valid)
{
    if (r->invalid || !valid)
        r->invalid++;
    else if (r->depth < REGIONS_DEEPEST)
        r->open[r->depth++] = (int)r->regions.n - 1;
    else if (r->too_deep++ == 0)
        diag_error(r->d, word_where(r, 0), "regions are nested more than %d deep", REGIONS_DEEPEST);
}

static void put_region(struct reader *r, enum region_kind kind)
{
    struct tree_region to = region_of(r, kind);
    bool ok = check_place(r, kind);
    r->at = 1;
    if (ok)
        ok = read_name(r, &to);
    to.calls = kind == REGION_CALL ? 1 : 0;
    if (ok && kind == REGION_CALL && r->at < r->words.n)
        ok = read_number(r, "calls", &to.calls);
    if (ok)
        read_keys(r, kinds[kind].keys, &to, &to);
    if (ok)
        *array_push(&r->regions) = to;
    if (region_is_block(kind))
        open_region(r, ok);
}

/* Stores "parallel loop LOOP", two regions in one line without an end. */
static void put_parallel_loop(struct reader *r)
{
    struct tree_region around = region_of(r, REGION_PARALLEL), loop = region_of(r, REGION_LOOP);
    around.where = word_where(r, 0);
    loop.parent = (int)r->regions.n;
    r->at = 2;
    if (!check_place(r, REGION_PARALLEL) || !read_name(r, &loop) ||
        !read_keys(r, PROCESSORS | MEASURED | ITERATIONS, &around, &loop))
        return;
    *array_push(&r->regions) = around;
    *array_push(&r->regions) = loop;
}

static void put_end(struct reader *r)
{
    if (r->invalid || r->too_deep) {
        *(r->invalid ? &r->invalid : &r->too_deep) -= 1;
        return;
    }
    if (r->depth == 0) {
        diag_error(r->d, word_where(r, 0), "there is no region to close with this 'end'");
        return;
    }
    const struct tree_region *top = &r->regions.at[r->open[--r->depth]];
    if (r->words.n > 1 && !is_word(r, 1, kinds[top->kind].word))
        diag_error(r->d, word_where(r, 1),
                   "this closes the %s of line %ld: write 'end' or 'end %s'", kinds[top->kind].word,
                   top->line, kinds[top->kind].word);
}

/* Stores a line run, build or machine. Returns false if the line is none of these. */
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
        diag_error(r->d, word_where(r, 0), "'%s' must come before the first region", words[i]);
    else if (r->words.n != 2 || !*r->words.at[1].text)
        diag_error(r->d, word_where(r, 0),
                   "write '%s' and one name, in quotes if it contains blanks", words[i]);
    else if (*to[i])
        diag_error(r->d, word_where(r, 0), "'%s' is given twice", words[i]);
    else {
        *to[i] = r->words.at[1].text;
        *(i == 0 ? &r->t->of_run : &r->t->of_build) = word_where(r, 1);
    }
    return true;
}

/* Reports an unknown keyword. If it seems to be a misspelt block, its contents are skipped. */
static void report_unknown(struct reader *r)
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
    diag_error(r->d, word_where(r, 0), "unknown keyword '%.60s'%s%s%s", n.word,
               n.best ? "; did you mean '" : "", n.best ? n.best : "",
               n.best ? "'?"
               : word_where(r, 0).line < 2
                   ? "; lines of a region file begin with program, parallel, loop, ..."
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
            report_unknown(r);
        return;
    }
    bool parallel = k == REGION_PARALLEL, loop = parallel && is_word(r, 1, "loop");
    if (parallel && is_word(r, 1, "sections")) {
        memmove(r->words.at, r->words.at + 1, --r->words.n * sizeof *r->words.at);
        k = REGION_SECTIONS;
    }
    if (!r->invalid && !r->too_deep) {
        if (loop)
            put_parallel_loop(r);
        else
            put_region(r, (enum region_kind)k);
    } else if (!loop && region_is_block((enum region_kind)k))
        *(r->invalid ? &r->invalid : &r->too_deep) += 1;
}

static bool is_utf16(const struct source *s)
{
    return s->size >= 2 && (memcmp(s->text, "\xff\xfe", 2) == 0 ||
                            memcmp(s->text, "\xfe\xff", 2) == 0 || !s->text[0] != !s->text[1]);
}

/* Checks the complete file: all regions are closed, and measured times belong to a run. */
static void check_file(struct reader *r)
{
    for (int i = 0; i < r->depth; i++) {
        const struct tree_region *t = &r->regions.at[r->open[i]];
        diag_error(r->d, source_line_where(r->s, (size_t)t->line, 1),
                   "the 'end' of this %s is missing", kinds[t->kind].word);
    }
    for (size_t i = 0; i < r->regions.n && !r->t->run; i++)
        if (is_known(r->regions.at[i].measured)) {
            diag_error(r->d, r->regions.at[i].where,
                       "a measured time belongs to one run: name it before the first region with "
                       "'run NAME'");
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
                   "the file is encoded in UTF-16; save it as UTF-8 or ASCII");
        return NULL;
    }
    for (r->line = 1; r->line <= source_line_count(s); r->line++)
        if (read_words(r) && r->words.n)
            put_line(r);
    check_file(r);
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
