/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of bounds files: lines with a key and its values (libmacsgap(3)). */
#include "gaps/online/internal.h"

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
static const char no_loop[] = "expected a loop line before this one";

struct reader {
    macs_gap *g;
    int loop, block; /* current ones; -1 = none */
    bool begun, ended;
    char *rest; /* of the line, after the key */
};

/* Returns the next word of the line; NULL = none. */
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

/* Returns the rest of the line without blanks at its ends; "" = none. */
static char *rest_of_line(struct reader *r)
{
    char *text = r->rest + strspn(r->rest, " \t");
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1]))
        text[--n] = 0;
    return text;
}

/* Reads a number >= 0, or with may_miss "-" for an unknown one (NaN). Returns whether word is
 * valid. */
static bool parse_number(char *word, bool may_miss, double *v)
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

/* Reads a number of the current block, or of the loop without a block. Like all read_ functions,
 * returns NULL or the error. */
static const char *read_number(struct reader *r, double *of_loop, double *of_block)
{
    double v, *to = r->block < 0 ? of_loop : of_block;
    if (!to)
        return no_loop;
    if (!parse_number(next_word(&r->rest), true, &v) || *rest_of_line(r))
        return "expected a number >= 0, or -";
    *to = v;
    return NULL;
}

static const char *read_term(struct reader *r, enum mg_rung rung)
{
    char *name = next_word(&r->rest);
    double cpl;
    if (r->loop < 0)
        return no_loop;
    if (!name || !parse_number(next_word(&r->rest), false, &cpl) || *rest_of_line(r))
        return "expected the name of a term and a number >= 0";
    int failed = r->block < 0 ? mg_term(r->g, r->loop, rung, name, cpl)
                              : mg_block_term(r->g, r->loop, r->block, rung, name, cpl);
    return failed ? "duplicate term, or a term that the loop does not have" : NULL;
}

static const char *read_loop(struct reader *r)
{
    char *name = rest_of_line(r);
    r->block = -1;
    r->loop = mg_loop(r->g, name, NAN, NAN);
    return r->loop < 0 ? "the name of the loop is missing or not unique" : NULL;
}

static const char *read_block(struct reader *r)
{
    if (r->loop < 0)
        return no_loop;
    r->block = mg_block(r->g, r->loop, rest_of_line(r));
    return r->block < 0 ? "the name of the block is missing or not unique" : NULL;
}

static const char *read_head(struct reader *r)
{
    const char *version = rest_of_line(r);
    if (strcmp(version, "2") != 0 && strcmp(version, "3") != 0)
        return "unsupported version of the file; write it with the macs-gap of this library";
    r->begun = true;
    return NULL;
}

static const char *read_isa(struct reader *r)
{
    const char *name = rest_of_line(r);
    if (r->loop >= 0 || r->g->isa || !*name)
        return "expected one instruction set, before the loops";
    r->g->isa = strdup(name);
    return r->g->isa ? NULL : "no memory";
}

/* The readers of lines that are not the numbers of a loop; NULL = a number. */
static const char *(*const line_readers[KEYS])(struct reader *r) = {
    [KEY_HEAD] = read_head, [KEY_ISA] = read_isa, [KEY_LOOP] = read_loop, [KEY_BLOCK] = read_block};

static const char *read_key(struct reader *r, enum key key)
{
    struct mg_loop_entry *l = mg_loop_entry_at(r->g, r->loop);
    struct mg_block_entry *b = l && r->block >= 0 ? &l->blocks[r->block] : NULL;
    if (line_readers[key])
        return line_readers[key](r);
    switch (key) {
    case KEY_TNF:
        return read_number(r, l ? &l->tnf : NULL, b ? &b->tnf : NULL);
    case KEY_M:
        return read_number(r, l ? &l->m : NULL, b ? &b->m : NULL);
    case KEY_MA:
    case KEY_MAC:
    case KEY_MACS:
        return read_term(r, key == KEY_MA ? MG_MA : key == KEY_MAC ? MG_MAC : MG_MACS);
    case KEY_END:
        r->ended = true;
        return NULL;
    default:
        return "unknown key";
    }
}

/* Reads a line. Returns NULL or the error. */
static const char *read_line(struct reader *r, char *line)
{
    line[strcspn(line, "\r\n")] = 0;
    r->rest = line;
    char *word = next_word(&r->rest);
    int key = 0;
    if (!word || *word == '#')
        return NULL;
    if (r->ended)
        return "text after the end line";
    while (key < KEYS && strcmp(word, key_names[key]) != 0)
        key++;
    if (r->begun == (key == KEY_HEAD))
        return "the first line, and only it, must begin with macs-gap-bounds";
    return read_key(r, (enum key)key);
}

/* Reads the next line with its line end, at most LINE_LONGEST + 1 bytes. Returns its length; -1 at
 * the end of the file. */
static int next_line(FILE *in, char *line)
{
    int c = 0, n = 0;
    while (n <= LINE_LONGEST && c != '\n' && (c = getc(in)) != EOF)
        line[n++] = (char)c;
    line[n] = '\0';
    return n ? n : -1;
}

static bool read_lines(struct reader *r, FILE *in, const char *path, char *why, size_t why_size)
{
    char *line = malloc(LINE_LONGEST + 2);
    long n = 0;
    int length;
    const char *error = line ? NULL : "no memory";
    while (!error && (length = next_line(in, line)) >= 0) {
        n++;
        error = length > LINE_LONGEST            ? "the line is too long"
                : strlen(line) == (size_t)length ? read_line(r, line)
                                                 : "the line contains a 0 byte";
    }
    free(line);
    if (error)
        snprintf(why, why_size, "%s:%ld: %s", path, n, error);
    else if (ferror(in))
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
    else if (!r->ended)
        snprintf(why, why_size,
                 "%s: incomplete: the end line is missing; write it again with macs-gap --bounds",
                 path);
    return !error && !ferror(in) && r->ended;
}

macs_gap *mg_read(const char *path, int threads, char *why, size_t why_size)
{
    struct reader r = {.g = mg_new(threads), .loop = -1, .block = -1};
    FILE *in = r.g ? fopen(path, "r") : NULL;
    if (!r.g)
        snprintf(why, why_size, "%s",
                 threads < 1 ? "the number of threads must be at least 1" : "no memory");
    else if (!in)
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
    bool ok = in && read_lines(&r, in, path, why, why_size);
    if (in)
        fclose(in);
    if (ok)
        return r.g;
    mg_free(r.g);
    return NULL;
}
