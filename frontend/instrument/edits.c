/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/util.h"
#include "frontend/instrument/edits.h"

#include "frontend/reading/cards.h"
#include "base/array.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIXED_FIELD = 66, /* columns 7 to 72 */
    FIXED_LAST = 72,
    FREE_FIELD = 100, /* of an inserted line */
    FREE_LAST = 132,
};

/* A growing text, an array. */
struct text {
    char *at;
    size_t n, room;
};

static void put_bytes(struct text *t, const char *s, size_t n)
{
    array_reserve(t, n + 1);
    memcpy(t->at + t->n, s, n);
    t->n += n;
    t->at[t->n] = 0;
}

static void put_text(struct text *t, const char *s)
{
    put_bytes(t, s, strlen(s));
}

/* Returns the text in the arena and frees it. */
static const char *move_to_arena(struct arena *a, struct text *t)
{
    const char *s = arena_strndup(a, t->at ? t->at : "", t->n);
    free(t->at);
    return s;
}

void lines_add(struct arena *a, struct lines *l, struct line line)
{
    *ARENA_PUSH(a, l->at, l->n) = line;
}

/* ---- lines as text ---- */

/* Returns how many bytes of s fit on a line of most bytes. */
static size_t piece_length(const char *s, size_t most, bool anywhere)
{
    size_t n = strlen(s), i = most;
    if (n <= most || anywhere)
        return n < most ? n : most;
    while (i > 1 && s[i - 1] != ' ' && s[i - 1] != ',')
        i--;
    return i > 1 ? i : most;
}

static void put_line(struct text *t, const struct line *l, bool free_form)
{
    char label[24] = "";
    if (l->label)
        snprintf(label, sizeof label, "%*ld ", free_form ? 0 : 5, l->label);
    const char *before = l->label || free_form ? label : "      ";
    const char *next_fixed = l->directive ? LINE_BREAK "!$omp&" : LINE_BREAK "     &";
    const char *next_free = l->directive ? "&" LINE_BREAK "!$omp& " : "&" LINE_BREAK "&";
    put_text(t, l->directive ? "!$omp " : before);
    for (const char *s = l->text; *s;) {
        size_t n = free_form ? piece_length(s, FREE_FIELD, false)
                             : piece_length(s, FIXED_FIELD, !l->directive);
        put_bytes(t, s, n);
        s += n;
        if (*s)
            put_text(t, free_form ? next_free : next_fixed);
    }
    put_text(t, "\n");
}

static void put_lines(struct text *t, const struct edits *e, const struct lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        put_line(t, &l->at[i], e->free_form);
}

/* ---- offsets in the source ---- */

static size_t line_start(const struct edits *e, size_t at)
{
    while (at > 0 && e->source->text[at - 1] != '\n')
        at--;
    return at;
}

/* Returns the offset after the line end; the last line may have none. */
static size_t line_end(const struct edits *e, size_t at)
{
    while (at < e->source->size && e->source->text[at] != '\n')
        at++;
    return at < e->source->size ? at + 1 : at;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Whether only its label precedes the statement on its line. */
static bool begins_line(const struct edits *e, const struct stmt *s)
{
    const char *text = e->source->text;
    if (s->kind == STMT_DIRECTIVE)
        return true;
    for (size_t i = s->at; i > 0 && text[i - 1] != '\n'; i--)
        if (!is_blank(text[i - 1]) && !isdigit((unsigned char)text[i - 1]))
            return false;
    return true;
}

/* Writes blanks as wide as the text before that offset on its line. */
static void put_pad(struct text *t, const struct edits *e, size_t at)
{
    for (size_t i = line_start(e, at); i < at; i++)
        put_text(t, e->source->text[i] == '\t' ? "\t" : " ");
}

/* Whether the line of fixed form at that offset is a comment. */
static bool comment_line(const struct edits *e, size_t at)
{
    const char *text = e->source->text;
    if (strchr("cC*!dD#", text[at]) && text[at])
        return true;
    while (is_blank(text[at]))
        at++;
    return text[at] == '!' || text[at] == '\n';
}

/* Returns the first byte of the next line that contains a part of the statement. */
static size_t next_line(const struct edits *e, size_t at)
{
    const char *text = e->source->text;
    at = line_end(e, at);
    if (e->free_form) {
        while (text[at] == '#')
            at = line_end(e, at);
        return at;
    }
    while (at < e->source->size && comment_line(e, at))
        at = line_end(e, at);
    if (text[at] == '\t')
        return at + 2 < e->source->size ? at + 2 : e->source->size;
    return at + 6 < e->source->size ? at + 6 : e->source->size;
}

size_t edit_next(const struct edits *e, size_t at)
{
    const char *text = e->source->text;
    while (at < e->source->size) {
        if (text[at] == '\n' || text[at] == '!')
            at = next_line(e, at);
        else if (is_blank(text[at]) || (e->free_form && text[at] == '&'))
            at++;
        else
            break;
    }
    return at < e->source->size ? at : e->source->size;
}

size_t edit_skip_byte(const struct edits *e, size_t at, char c)
{
    at = edit_next(e, at);
    return e->source->text[at] == c ? at + 1 : 0;
}

/* ---- edits ---- */

void edit_replace(struct edits *e, size_t at, size_t n, const char *text, const struct stmt *of)
{
    size_t order = e->at.n;
    *array_push(&e->at) = (struct edit){at, n, text, order, of};
}

void edit_remove(struct edits *e, size_t at, size_t n)
{
    edit_replace(e, at, n, "", NULL);
}

void edit_directive(struct edits *e, const struct stmt *s)
{
    size_t from = line_start(e, s->at);
    edit_remove(e, from, line_end(e, from) - from);
}

/* Replaces the digits of the label by blanks. */
static void blank_label(struct edits *e, const struct stmt *s)
{
    const char *text = e->source->text;
    size_t from = line_start(e, s->at), to = from;
    struct text t = {0};
    for (; to < s->at; to++)
        put_text(&t, text[to] == '\t' ? "\t" : " ");
    if (to > from)
        edit_replace(e, from, to - from, move_to_arena(e->arena, &t), s);
}

static void put_before(struct text *t, const struct edits *e, const struct stmt *s,
                       const struct slots *l)
{
    if (s->label && l->before.n) {
        struct line label = {s->label, false, "continue"};
        put_lines(t, e, &(struct lines){&label, 1});
    }
    put_lines(t, e, &l->before);
}

/* Turns "IF (cond) action" into the begin of a block. */
static void open_block(struct edits *e, const struct stmt *s, const struct slots *l)
{
    size_t close = edit_skip_byte(e, s->cond->end, ')');
    struct text t = {0};
    bool fits = close + 5 - line_start(e, close) <= (size_t)(e->free_form ? FREE_LAST : FIXED_LAST);
    put_text(&t, fits           ? " then\n"
                 : e->free_form ? "&" LINE_BREAK "then\n"
                                : LINE_BREAK "     &then\n");
    put_lines(&t, e, &l->inside);
    put_pad(&t, e, s->action->at);
    edit_replace(e, close, s->action->at - close, move_to_arena(e->arena, &t), s);
}

static bool becomes_block(const struct stmt *s, const struct slots *l)
{
    return s->kind == STMT_IF && (l->inside.n || l->follow.n);
}

static void put_after(struct text *t, const struct edits *e, const struct stmt *s,
                      const struct slots *l)
{
    static const struct line end = {0, false, "end if"};
    put_lines(t, e, &l->follow);
    if (becomes_block(s, l))
        put_lines(t, e, &(struct lines){(struct line *)&end, 1});
    put_lines(t, e, &l->after);
}

/* Inserts lines between two statements on one line, at the ';'. */
static void edit_between(struct edits *e, const struct stmt *one, const struct slots *l,
                         const struct stmt *other, const struct slots *m)
{
    const char *text = e->source->text;
    size_t semicolon = one->end;
    struct text t = {0};
    while (semicolon < other->at && text[semicolon] != ';')
        semicolon++;
    put_text(&t, "\n");
    put_after(&t, e, one, l);
    put_before(&t, e, other, m);
    if (t.n > 1) {
        put_pad(&t, e, other->at);
        edit_replace(e, semicolon, other->at - semicolon, move_to_arena(e->arena, &t), one);
    } else {
        free(t.at);
    }
}

static void edit_after(struct edits *e, const struct stmt *s, const struct slots *l)
{
    size_t end = line_end(e, s->end);
    struct text t = {0};
    if (end > 0 && e->source->text[end - 1] != '\n')
        put_text(&t, "\n");
    put_after(&t, e, s, l);
    if (t.n > 1)
        edit_replace(e, end, 0, move_to_arena(e->arena, &t), s);
    else
        free(t.at);
}

static void edit_before(struct edits *e, const struct unit *u, size_t i, const struct slots *l)
{
    const struct stmt *s = u->at[i];
    struct text t = {0};
    put_before(&t, e, s, l);
    if (!t.n)
        return;
    edit_replace(e, line_start(e, u->at[l->from]->at), 0, move_to_arena(e->arena, &t), s);
    if (s->label)
        blank_label(e, s);
}

void edit_unit(struct edits *e, const struct unit *u, const struct slots *slots)
{
    for (size_t i = 0; i < u->n; i++) {
        const struct stmt *s = u->at[i], *next = i + 1 < u->n ? u->at[i + 1] : NULL;
        if (begins_line(e, s))
            edit_before(e, u, i, &slots[i]);
        if (becomes_block(s, &slots[i]))
            open_block(e, s, &slots[i]);
        if (next && !begins_line(e, next) && next->at > s->at)
            edit_between(e, s, &slots[i], next, &slots[i + 1]);
        else
            edit_after(e, s, &slots[i]);
    }
}

/* ---- the edited text ---- */

/* The user's line that a compiler assigns to the next line of the output. */
struct user_line {
    const char *file;
    long line;
};
struct output {
    struct text text;
    struct user_line next; /* of the line that begins; file NULL = unknown */
    bool begins;
    bool continues; /* it continues an inserted statement */
};

/* Writes a name in quotes, as cpp does. */
static void put_quoted(struct text *t, const char *name)
{
    put_text(t, "\"");
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            put_text(t, "\\");
        put_bytes(t, name, 1);
    }
    put_text(t, "\"\n");
}

static void put_line_marker(struct output *o, struct user_line at)
{
    char mark[40];
    if (o->next.file && o->next.line == at.line && strcmp(o->next.file, at.file) == 0)
        return;
    snprintf(mark, sizeof mark, "# %ld ", at.line);
    put_text(&o->text, mark);
    put_quoted(&o->text, at.file);
    o->next = at;
}

/* Writes a byte of the source, or of an inserted text, where LINE_BREAK ends a line. */
static void put_byte(struct output *o, char c, bool inserted, struct user_line at)
{
    if (o->begins && !o->continues)
        put_line_marker(o, at);
    o->continues = inserted && c == *LINE_BREAK;
    o->begins = c == '\n' || o->continues;
    put_bytes(&o->text, o->begins ? "\n" : &c, 1);
    if (o->continues)
        o->next.file = NULL;
    else if (c == '\n')
        o->next.line++;
}

static int compare_edits(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    return ORDER_BY_TWO(x, y, at, order);
}

/* Writes the line of the source from at to end, with the edits that begin in it. */
static size_t apply_line(struct output *o, struct edits *e, size_t at, size_t end, size_t *next,
                         struct user_line here)
{
    const char *text = e->source->text;
    for (;;) {
        while (*next < e->at.n && e->at.at[*next].at <= at) {
            const struct edit *d = &e->at.at[(*next)++];
            struct user_line of = d->of ? (struct user_line){d->of->file, d->of->line} : here;
            if (!of.file)
                of.file = e->source->path;
            for (const char *s = d->text; *s; s++)
                put_byte(o, *s, true, of);
            at = d->at + d->removed > at ? d->at + d->removed : at;
        }
        if (at >= end)
            return at;
        put_byte(o, text[at], false, here);
        at++;
    }
}

const char *edits_apply(struct edits *e, size_t *size)
{
    struct output o = {.begins = true};
    struct source *s = e->source;
    struct user_line here = {s->path, 0};
    size_t next = 0, lines = source_line_count(s);
    size_t at = 0;
    array_sort(&e->at, compare_edits);
    for (size_t i = 0; i < lines; i++) {
        size_t begin = s->lines.at[i], end = i + 1 < lines ? s->lines.at[i + 1] : s->size;
        here.line++;
        if (s->text[begin] == '#') {
            if (at <= begin)
                at = apply_line(&o, e, begin, begin, &next, here);
            if (cards_line_marker(e->names, s->text + begin, s->text + end, &here.file, &here.line))
                here.line--;
            at = at > end ? at : end;
        } else if (at < end || i + 1 == lines)
            at = apply_line(&o, e, at > begin ? at : begin, end, &next, here);
    }
    *size = o.text.n;
    return move_to_arena(e->arena, &o.text);
}

void edits_free(struct edits *e)
{
    array_free(&e->at);
}
