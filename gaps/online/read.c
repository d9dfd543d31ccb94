/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bounds file: lines of a key and what goes with it (libmacsgap(3)). */
#include "gaps/online/inside.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum key {
#define KEY(NAME, key) KEY_##NAME,
#include "gaps/online/keys.def"
#undef KEY
    KEYS
};
static const char *const key_names[] = {
#define KEY(NAME, key) key,
#include "gaps/online/keys.def"
#undef KEY
};

enum { LINE_LONGEST = 1 << 20 /* bytes */ };

struct reader {
    macs_gap *g;
    int loop, block; /* -1 = none yet */
    bool begun, ended;
    char *rest; /* of the line, behind the key */
};

/* The next word of the line; NULL = there is none. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    size_t n = strcspn(word, " \t");
    if (n == 0)
        return NULL;
    *rest = word + n;
    if (**rest)
        *(*rest)++ = 0;
    return word;
}

/* All that is left of the line, blanks at its ends cut off; "" = nothing. */
static char *whole_rest(struct reader *r)
{
    char *text = r->rest + strspn(r->rest, " \t");
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1]))
        text[--n] = 0;
    return text;
}

/* A number of at least 0; "-" is one that is not known, where that may be. */
static bool number(char *word, bool may_miss, double *v)
{
    char *end;
    if (word && may_miss && strcmp(word, "-") == 0) {
        *v = NAN;
        return true;
    }
    if (!word || !isdigit((unsigned char)*word))
        return false;
    *v = strtod(word, &end);
    return *end == 0 && isfinite(*v);
}

/* Of the block, else of the loop. */
static const char *take_number(struct reader *r, double *of_loop, double *of_block)
{
    double v, *to = r->block < 0 ? of_loop : of_block;
    if (!to)
        return "a loop must come first";
    if (!number(next_word(&r->rest), true, &v) || *whole_rest(r))
        return "a number of at least 0, or -, is missing";
    *to = v;
    return NULL;
}

static const char *take_term(struct reader *r, enum mg_rung rung)
{
    char *name = next_word(&r->rest);
    double cpl;
    if (r->loop < 0)
        return "a loop must come first";
    if (!name || !number(next_word(&r->rest), false, &cpl) || *whole_rest(r))
        return "a term's name and a number of at least 0 are missing";
    int failed = r->block < 0 ? mg_term(r->g, r->loop, rung, name, cpl)
                              : mg_block_term(r->g, r->loop, r->block, rung, name, cpl);
    return failed ? "this term came before, or the loop has no such term" : NULL;
}

static const char *take_loop(struct reader *r)
{
    char *name = whole_rest(r);
    r->block = -1;
    r->loop = mg_loop(r->g, name, NAN, NAN);
    return r->loop < 0 ? "a loop needs a name, and one of its own" : NULL;
}

static const char *take_block(struct reader *r)
{
    if (r->loop < 0)
        return "a loop must come first";
    r->block = mg_block(r->g, r->loop, whole_rest(r));
    return r->block < 0 ? "a block needs a name, and one of its own" : NULL;
}

static const char *take_head(struct reader *r)
{
    const char *version = whole_rest(r);
    if (strcmp(version, "2") != 0 && strcmp(version, "3") != 0)
        return "this is of another version: let the macs-gap of this library write it";
    r->begun = true;
    return NULL;
}

static const char *take_isa(struct reader *r)
{
    const char *name = whole_rest(r);
    if (r->loop >= 0 || r->g->isa || !*name)
        return "one instruction set is named, before the loops";
    r->g->isa = strdup(name);
    return r->g->isa ? NULL : "no memory";
}

static const char *take_key(struct reader *r, enum key key)
{
    struct mg_loop_of *l = mg_loop_at(r->g, r->loop);
    struct mg_block_of *b = l && r->block >= 0 ? &l->blocks[r->block] : NULL;
    switch (key) {
    case KEY_HEAD:
        return take_head(r);
    case KEY_ISA:
        return take_isa(r);
    case KEY_LOOP:
        return take_loop(r);
    case KEY_TNF:
        return take_number(r, l ? &l->tnf : NULL, b ? &b->tnf : NULL);
    case KEY_M:
        return take_number(r, l ? &l->m : NULL, b ? &b->m : NULL);
    case KEY_BLOCK:
        return take_block(r);
    case KEY_MA:
        return take_term(r, MG_MA);
    case KEY_MAC:
        return take_term(r, MG_MAC);
    case KEY_MACS:
        return take_term(r, MG_MACS);
    case KEY_END:
        r->ended = true;
        return NULL;
    default:
        return "no line begins like this";
    }
}

/* NULL, or what is wrong with the line. */
static const char *take_line(struct reader *r, char *line)
{
    line[strcspn(line, "\r\n")] = 0;
    r->rest = line;
    char *word = next_word(&r->rest);
    int key = 0;
    if (!word || *word == '#')
        return NULL;
    if (r->ended)
        return "something follows the end";
    while (key < KEYS && strcmp(word, key_names[key]) != 0)
        key++;
    if (r->begun == (key == KEY_HEAD))
        return "macs-gap --bounds did not write this: its first line is not here";
    return take_key(r, (enum key)key);
}

/* The next line with its end, LINE_LONGEST bytes or one more at most; -1 = there is none. */
static int next_line(FILE *in, char *line)
{
    int c = 0, n = 0;
    while (n <= LINE_LONGEST && c != '\n' && (c = getc(in)) != EOF)
        line[n++] = (char)c;
    line[n] = '\0';
    return n ? n : -1;
}

static bool read_lines(struct reader *r, FILE *in, const char *path, char *why, size_t room)
{
    char *line = malloc(LINE_LONGEST + 2);
    long n = 0;
    int length;
    const char *wrong = line ? NULL : "no memory";
    while (!wrong && (length = next_line(in, line)) >= 0) {
        n++;
        wrong = length > LINE_LONGEST            ? "the line is too long"
                : strlen(line) == (size_t)length ? take_line(r, line)
                                                 : "there is a 0 byte";
    }
    free(line);
    if (wrong)
        snprintf(why, room, "%s:%ld: %s", path, n, wrong);
    else if (ferror(in))
        snprintf(why, room, "%s: %s", path, strerror(errno));
    else if (!r->ended)
        snprintf(why, room, "%s: its end is missing: let macs-gap --bounds write it again", path);
    return !wrong && !ferror(in) && r->ended;
}

macs_gap *mg_read(const char *path, int threads, char *why, size_t room)
{
    struct reader r = {.g = mg_new(threads), .loop = -1, .block = -1};
    FILE *in = r.g ? fopen(path, "r") : NULL;
    if (!r.g)
        snprintf(why, room, "%s", threads < 1 ? "there must be a thread at least" : "no memory");
    else if (!in)
        snprintf(why, room, "%s: %s", path, strerror(errno));
    bool ok = in && read_lines(&r, in, path, why, room);
    if (in)
        fclose(in);
    if (ok)
        return r.g;
    mg_free(r.g);
    return NULL;
}
