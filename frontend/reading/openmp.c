/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/openmp.h"

#include <ctype.h>
#include <string.h>

static const char *const directive_texts[] = {
#define OMP_DIRECTIVE(NAME, text) text,
#define OMP_CLAUSE(NAME, text, owner)
#include "frontend/openmp.def"
#undef OMP_DIRECTIVE
#undef OMP_CLAUSE
};
static const char *const clause_texts[] = {
#define OMP_DIRECTIVE(NAME, text)
#define OMP_CLAUSE(NAME, text, owner) text,
#include "frontend/openmp.def"
#undef OMP_CLAUSE
};
static const enum clause_owner clause_owners[] = {
#define OMP_CLAUSE(NAME, text, owner) owner,
#include "frontend/openmp.def"
#undef OMP_DIRECTIVE
#undef OMP_CLAUSE
};

const char *omp_directive_text(enum omp_directive kind)
{
    return directive_texts[kind];
}

enum clause_owner omp_clause_owner(enum omp_clause kind)
{
    return clause_owners[kind];
}

bool is_openmp(const struct stmt *t)
{
    return t->kind == STMT_DIRECTIVE && t->name && strcmp(t->name, "$omp") == 0;
}

/* ---- lines ---- */

/* Appends a line without blanks, comment and continuation marks to the n bytes at to. Returns the
 * new length. Sets *last to the last byte of the line that is not blank. */
static size_t append_line(char *to, size_t n, const char *from, const char *end, char *last)
{
    char quote = 0;
    *last = 0;
    for (; from < end; from++) {
        if (!quote && *from == '!')
            break;
        if (!isspace((unsigned char)*from))
            *last = *from;
        if (!quote && (isspace((unsigned char)*from) || *from == '&'))
            continue;
        if (*from == '\'' || *from == '"')
            quote = !quote ? *from : quote == *from ? 0 : quote;
        to[n++] = *from;
    }
    return n;
}

static bool same_sentinel(const struct stmt *a, const struct stmt *b)
{
    return a->kind == STMT_DIRECTIVE && b->kind == STMT_DIRECTIVE && strcmp(a->name, b->name) == 0;
}

/* Joins the lines of the directive that begins at statement i. A line continues the one before it
 * if that ends with '&' or if a continuation mark follows its own sentinel. */
static void join_lines(struct directive *d, struct arena *a, const struct unit *u, size_t i)
{
    size_t room = 1, n = 0;
    char before = 0;
    for (size_t k = i; k < u->n && same_sentinel(u->at[i], u->at[k]); k++)
        room += u->at[k]->end - u->at[k]->at;
    char *text = ARENA_ARRAY(a, char, room);
    for (size_t k = i; k < u->n && same_sentinel(u->at[i], u->at[k]); k++) {
        const struct stmt *t = u->at[k];
        const char *line = t->source->text + t->at + strlen(t->name);
        bool marked = k > i && !isspace((unsigned char)*line) && *line != '0';
        if (k > i && !marked && before != '&')
            break;
        n = append_line(text, n, line + marked, t->source->text + t->end, &before);
        d->last = k;
    }
    char *folded = arena_strndup(a, text, n);
    for (char *c = folded; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    d->text = text;
    d->folded = folded;
}

/* ---- words ---- */

/* Returns the index of the first of n texts with which a text starts; n = none. */
static size_t match_prefix(const char *const *texts, size_t n, const char *text)
{
    size_t i = 0;
    while (i < n && strncmp(texts[i], text, strlen(texts[i])) != 0)
        i++;
    return i;
}

/* Returns the parenthesis that closes the one at open; NULL = none. */
static const char *find_close(const char *open)
{
    int depth = 0;
    for (; *open; open++) {
        depth += (*open == '(') - (*open == ')');
        if (depth == 0)
            return open;
    }
    return NULL;
}

/* Reads the clause at offset *at and advances *at. False = it is none. */
static bool read_clause(struct directive *d, struct arena *a, size_t *at)
{
    const char *text = d->folded + *at;
    struct directive_clause c = {.rest = text};
    c.kind = (enum omp_clause)match_prefix(clause_texts, CLAUSE_UNKNOWN, text);
    if (c.kind == CLAUSE_UNKNOWN)
        return false;
    size_t n = strlen(clause_texts[c.kind]);
    if (text[n] == '(') {
        const char *close = find_close(text + n);
        if (!close)
            return false;
        size_t inside = (size_t)(close - text) - n - 1;
        c.list = arena_strndup(a, d->text + *at + n + 1, inside);
        c.list_folded = arena_strndup(a, text + n + 1, inside);
        n = (size_t)(close - text) + 1;
    }
    c.text = arena_strndup(a, d->text + *at, n);
    *ARENA_PUSH(a, d->clauses, d->n_clauses) = c;
    *at += n;
    return true;
}

static bool has_name(enum omp_directive kind)
{
    return kind == OMP_CRITICAL || kind == OMP_END_CRITICAL || kind == OMP_FLUSH;
}

struct directive directive_read(struct arena *a, const struct unit *u, size_t i)
{
    struct directive d = {.first = i, .last = i, .kind = OMP_UNKNOWN};
    join_lines(&d, a, u, i);
    if (is_openmp(u->at[i]))
        d.kind = (enum omp_directive)match_prefix(directive_texts, OMP_UNKNOWN, d.folded);
    if (d.kind == OMP_UNKNOWN)
        return d;
    size_t at = strlen(directive_texts[d.kind]);
    const char *close = has_name(d.kind) && d.folded[at] == '(' ? find_close(d.folded + at) : NULL;
    if (close) {
        d.name = arena_strndup(a, d.folded + at + 1, (size_t)(close - d.folded) - at - 1);
        at = (size_t)(close - d.folded) + 1;
    }
    while (d.folded[at] && !d.unread)
        if (d.folded[at] == ',')
            at++;
        else if (!read_clause(&d, a, &at))
            d.unread = d.folded + at;
    return d;
}
