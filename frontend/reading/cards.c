/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/cards.h"
#include "base/util.h"
#include "frontend/reading/bytes.h"
#include "frontend/reading/join.h"
#include "frontend/reading/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char cards_wrong_columns[] =
    "columns 1 to 5 can contain only a label: begin the statement in column 7; for free form use "
    "the suffix .f90 or --form=free (gfortran: -ffree-form)";

static struct deck *current_deck(struct cards *c)
{
    return &c->decks[c->depth - 1];
}

/* ---- one line ---- */

static bool blank_byte(char c)
{
    return byte_is(c, BYTE_BLANK);
}

static size_t skip_blanks(const char *text, size_t from, size_t to)
{
    while (from < to && blank_byte(text[from]))
        from++;
    return from;
}

/* Returns the length of a directive's sentinel at p ("dir$", "$omp", "*ksr*"); 0 = none. */
static size_t sentinel_length(const char *p, size_t n)
{
    size_t i = 0;
    if (n == 0 || !byte_is(*p, BYTE_SENTINEL))
        return 0;
    if (*p == '*') {
        for (i = 1; i < n && byte_is(p[i], BYTE_LETTER); i++)
            ;
        return i > 1 && i < n && p[i] == '*' ? i + 1 : 0;
    }
    while (i < n && i < 6 && byte_is(p[i], BYTE_LETTER))
        i++;
    if (i == n || p[i] != '$')
        return 0;
    if (i > 0)
        return i + 1;
    while (++i < n && byte_is(p[i], BYTE_LETTER))
        ;
    return i > 1 ? i : 0;
}

/* Sets the card of a comment line, whose comment letter is at offset at. */
static void comment_card(struct card *card, const char *text, size_t at, size_t end)
{
    card->kind = CARD_COMMENT;
    if (at == end)
        return;
    card->begin = at + 1;
    card->end = end;
    if (sentinel_length(text + at + 1, end - at - 1))
        card->kind = CARD_DIRECTIVE;
}

/* Reads the label in columns 1 to 5, or up to a tab. Returns the begin of the statement field. */
static size_t label_field(struct card *card, const char *text, size_t end, bool *tab)
{
    size_t i = card->line_at;
    for (int col = 1; col <= 5 && i < end; col++, i++) {
        char c = text[i];
        if (c == '\t') {
            *tab = true;
            return i + 1;
        }
        if (c == '!')
            return i;
        if (byte_is(c, BYTE_DIGIT)) {
            card->label = card->label * 10 + (c - '0');
        } else if (!blank_byte(c) && !card->wrong) {
            card->wrong = cards_wrong_columns;
            card->wrong_at = i;
        }
    }
    return i;
}

/* Cuts the field at the line length. used: columns before the field. */
static void limit_field(struct card *card, const char *text, long length, long used)
{
    if (length <= 0)
        return;
    size_t most = length > used ? (size_t)(length - used) : 0;
    if (card->end - card->begin > most) {
        card->cut = skip_blanks(text, card->begin + most, card->end) < card->end;
        card->end = card->begin + most;
    }
    card->room = most - (card->end - card->begin);
}

static void set_continuation(struct card *card)
{
    card->kind = CARD_CONTINUATION;
    card->begin++;
    if (card->label && !card->wrong) {
        card->wrong = "a continuation line has no label; leave columns 1 to 5 blank";
        card->wrong_at = card->line_at;
    }
}

/* Whether an INCLUDE line begins at i. As in compilers it may begin in any column. */
static bool include_at(const char *text, size_t i, size_t end)
{
    static const char word[] = "include";
    for (size_t k = 0; word[k]; k++, i++)
        if (i == end || (text[i] | 0x20) != word[k])
            return false;
    i = skip_blanks(text, i, end);
    return i < end && (text[i] == '\'' || text[i] == '"');
}

static void fixed_card(struct card *card, const char *text, size_t end, long length)
{
    if (card->line_at < end && byte_is(text[card->line_at], BYTE_COMMENT)) {
        comment_card(card, text, card->line_at, end);
        return;
    }
    size_t first = skip_blanks(text, card->line_at, end);
    if (first == end) {
        comment_card(card, text, end, end);
        return;
    }
    if (text[first] == '!' && first != card->line_at + 5) {
        comment_card(card, text, first, end);
        return;
    }
    bool tab = false;
    card->kind = CARD_INITIAL;
    card->end = end;
    if (first < card->line_at + 6 && include_at(text, first, end)) {
        card->begin = first;
        limit_field(card, text, length, (long)(first - card->line_at));
        return;
    }
    if (text[card->line_at] == '&') {
        card->begin = card->line_at;
        set_continuation(card);
        limit_field(card, text, length, 1);
        return;
    }
    card->begin = label_field(card, text, end, &tab);
    char sixth = card->begin < end ? text[card->begin] : ' ';
    bool continues = tab ? sixth >= '1' && sixth <= '9' : !blank_byte(sixth) && sixth != '0';
    bool early = !tab && card->begin < card->line_at + 5;
    if (continues && !early && !card->wrong)
        set_continuation(card);
    else if (!tab && card->begin < end && !early && !card->wrong)
        card->begin++;
    limit_field(card, text, length, 6);
}

/* Reads the usual line, whose columns 1 to 5 are blank. False if they are not. */
static bool usual_card(struct card *card, const char *text, size_t end, long length)
{
    size_t sixth = card->line_at + 5, first = sixth;
    if (end <= sixth || memcmp(text + card->line_at, "     ", 5) != 0 ||
        include_at(text, sixth, end))
        return false;
    if (blank_byte(text[sixth])) {
        first = skip_blanks(text, sixth + 1, end);
        if (first == end || text[first] == '!') {
            comment_card(card, text, first, end);
            return true;
        }
    }
    card->kind = first > sixth || text[sixth] == '0' ? CARD_INITIAL : CARD_CONTINUATION;
    card->begin = sixth + 1;
    card->end = end;
    limit_field(card, text, length, 6);
    if (card->kind == CARD_INITIAL && first < card->end && byte_is(text[first], BYTE_LETTER))
        card->begin = first; /* leading blanks are insignificant */
    return true;
}

static void free_card(struct card *card, const char *text, size_t end, long length)
{
    if (length > 0 && end - card->line_at > (size_t)length) {
        card->cut = skip_blanks(text, card->line_at + (size_t)length, end) < end;
        end = card->line_at + (size_t)length;
    }
    size_t i = skip_blanks(text, card->line_at, end);
    if (i == end || text[i] == '!') {
        comment_card(card, text, i, end);
        return;
    }
    card->kind = CARD_INITIAL;
    card->begin = i;
    card->end = end;
    size_t digits = i;
    long label = 0;
    while (digits < end && digits - i < 6 && byte_is(text[digits], BYTE_DIGIT))
        label = label * 10 + (text[digits++] - '0');
    if (digits > i && digits < end && blank_byte(text[digits])) {
        card->label = label;
        card->begin = digits;
    }
}

bool cards_line_marker(struct names *names, const char *p, const char *end, const char **file,
                       long *line)
{
    const char *q = p + 1;
    while (q < end && blank_byte(*q))
        q++;
    if (end - q > 4 && memcmp(q, "line", 4) == 0)
        for (q += 4; q < end && blank_byte(*q);)
            q++;
    if (q == end || !byte_is(*q, BYTE_DIGIT))
        return false;
    long n = 0;
    for (; q < end && byte_is(*q, BYTE_DIGIT); q++)
        n = n < 100000000 ? n * 10 + (*q - '0') : n;
    *line = n > 0 ? n : 1; /* cpp also writes "# 0" */
    const char *name = memchr(q, '"', (size_t)(end - q));
    const char *close = name ? memchr(name + 1, '"', (size_t)(end - name - 1)) : NULL;
    if (close)
        *file = name_of(names, name + 1, (size_t)(close - name - 1));
    return true;
}

/* Handles a preprocessor line from p to end. */
static void read_marker_line(struct cards *c, const char *p, const char *end)
{
    struct deck *d = current_deck(c);
    long line;
    if (cards_line_marker(c->names, p, end, &d->file, &line)) {
        d->shift = line - d->line - 1;
        return;
    }
    if (!c->preprocessor)
        diag_warning(c->diag, source_where(d->source, (size_t)(p - d->source->text)),
                     "this preprocessor line is skipped; use --cpp to run the C preprocessor");
    c->preprocessor = true;
}

/* Skips the comment lines that follow and cannot be directives, by the first two bytes of each
 * line. Returns their number. */
static long skip_comments(struct deck *d)
{
    const char *text = d->source->text;
    const uint32_t *line_at = d->source->lines.at;
    long from = d->line, lines = (long)d->source->lines.n, line = from;
    if (d->free_form)
        return 0;
    for (; line < lines; line++) {
        const char *p = text + line_at[line];
        if (!byte_is(p[0], BYTE_COMMENT) || byte_is(p[1], BYTE_SENTINEL))
            break;
    }
    d->line = line;
    return line - from;
}

/* Reads the next line; false at the end of the file. */
static bool next_card(struct cards *c, struct card *card)
{
    struct deck *d = current_deck(c);
    const struct source *s = d->source;
    const char *text = s->text;
    size_t n = (size_t)d->line;
    if (n >= s->lines.n)
        return false;
    size_t begin = s->lines.at[n], end = n + 1 < s->lines.n ? s->lines.at[n + 1] : s->size;
    d->line++;
    if (c->ahead_source == s && c->ahead.line_at == begin) {
        *card = c->ahead;
        return true;
    }
    *card = (struct card){.line_at = begin};
    if (end > begin && text[end - 1] == '\n')
        end--;
    if (end > begin && text[end - 1] == '\r')
        end--;
    if (end > begin && text[begin] == '#') {
        read_marker_line(c, text + begin, text + end);
        comment_card(card, text, end, end);
    } else if (d->free_form) {
        free_card(card, text, end, d->length);
    } else if (!usual_card(card, text, end, d->length)) {
        fixed_card(card, text, end, d->length);
    }
    return true;
}

/* ---- statements ---- */

static void read_directive(struct cards *c, const struct card *card, struct logical *l)
{
    const struct deck *d = current_deck(c);
    const char *p = d->source->text + card->begin;
    size_t n = sentinel_length(p, card->end - card->begin);
    size_t from = skip_blanks(d->source->text, card->begin + n, card->end), to = card->end;
    while (to > from && blank_byte(d->source->text[to - 1]))
        to--;
    char *text = arena_strndup(c->arena, d->source->text + from, to - from);
    for (char *t = text; *t; t++)
        *t = (char)tolower((unsigned char)*t);
    *l = (struct logical){.directive = true,
                          .text = text,
                          .n = to - from,
                          .line = d->line + d->shift,
                          .end_line = d->line + d->shift,
                          .file = d->file,
                          .source = d->source,
                          .begin = (uint32_t)card->begin,
                          .end = (uint32_t)card->end,
                          .name = name_of_folded(c->names, p, n)};
}

static void add_card(struct cards *c, const struct card *card)
{
    struct joined *j = &c->joined;
    struct deck *d = current_deck(c);
    if (card->wrong)
        join_wrong(j, card->wrong, (uint32_t)card->wrong_at);
    size_t from = card->begin;
    if (d->free_form && j->continues) {
        from = skip_blanks(d->source->text, card->line_at, card->end);
        if (from < card->end && d->source->text[from] == '&')
            from++;
        else
            j->blank = true;
    }
    join_line(j, d->source->text, from, card->end);
    c->whole.cut |= card->cut;
    c->whole.end = (uint32_t)card->end;
    c->whole.end_line = d->line + d->shift;
}

/* Finds the next line that is not a comment. True if it continues the statement. */
static bool find_continuation(struct cards *c, struct card *next)
{
    struct deck *d = current_deck(c);
    if (d->free_form && !c->joined.continues)
        return false;
    do {
        skip_comments(d);
        if (!next_card(c, next))
            return false;
    } while (next->kind == CARD_COMMENT || next->kind == CARD_DIRECTIVE);
    if (d->free_form || next->kind == CARD_CONTINUATION)
        return true;
    c->ahead = *next;
    c->ahead_source = d->source;
    return false;
}

/* Returns the blanks that fill a short card; 0 if lines have no limit. */
static size_t short_of(const struct cards *c, size_t room)
{
    return !c->joined.free_form && room < 1000 ? room : 0;
}

/* Adds the continuation lines of the statement and leaves the deck after the last one. Returns the
 * blanks that fill the last card. */
static size_t add_continuations(struct cards *c, const struct card *card)
{
    struct deck *d = current_deck(c);
    struct card next;
    size_t room = card->room, end = card->end;
    for (;;) {
        long line = d->line, shift = d->shift;
        const char *file = d->file;
        if (!find_continuation(c, &next)) {
            d->line = line;
            d->shift = shift;
            d->file = file;
            return short_of(c, room);
        }
        c->lines += d->line - line;
        join_pad(&c->joined, short_of(c, room), end);
        add_card(c, &next);
        room = next.room;
        end = next.end;
    }
}

static void begin_statement(struct cards *c, const struct card *card)
{
    const struct deck *d = current_deck(c);
    join_start(&c->joined, d->free_form);
    c->whole = (struct logical){.free_form = d->free_form,
                                .length = d->length,
                                .label = card->label,
                                .line = d->line + d->shift,
                                .file = d->file,
                                .source = d->source,
                                .begin = (uint32_t)card->begin};
    if (card->kind == CARD_CONTINUATION)
        join_wrong(&c->joined,
                   "a continuation line without a statement before it: column 6 "
                   "must be blank or 0 in the first line of a statement",
                   (uint32_t)(card->begin - 1));
    add_card(c, card);
    size_t blanks = add_continuations(c, card);
    join_end(&c->joined, blanks, c->whole.end);
    if (c->joined.filled)
        diag_warning(
            c->diag,
            cards_where(d->source, c->joined.filled_at, d->file, c->whole.line, c->whole.begin),
            "a Hollerith constant is longer than its statement; it is filled with blanks");
    if (c->joined.n)
        c->whole.begin = c->joined.at[0];
    c->part = 0;
    c->parts = c->joined.ends.n + 1;
}

/* Returns the next part of a statement line with ';'. */
static bool next_part(struct cards *c, struct logical *l)
{
    const struct joined *j = &c->joined;
    while (c->part < c->parts) {
        size_t i = c->part++;
        size_t from = i ? j->ends.at[i - 1] : 0;
        size_t to = i < j->ends.n ? j->ends.at[i] : j->n;
        if (from == to && !(i == 0 && (c->whole.label || j->wrong)))
            continue;
        *l = c->whole;
        l->text = j->text + from;
        l->at = j->at + from;
        l->gap = j->gap + from;
        l->n = to - from;
        l->label = i == 0 ? c->whole.label : 0;
        l->begin = from < to ? j->at[from] : c->whole.begin;
        if (c->parts > 1 && from < to)
            l->end = j->at[to - 1] + 1;
        l->wrong = j->wrong;
        l->wrong_at = j->wrong_at;
        if (j->wrong)
            c->part = c->parts;
        return true;
    }
    return false;
}

bool cards_next(struct cards *c, struct logical *l)
{
    for (;;) {
        if (next_part(c, l))
            return true;
        struct card card;
        c->lines += skip_comments(current_deck(c));
        if (!next_card(c, &card)) {
            if (c->depth == 1)
                return false;
            c->depth--;
            continue;
        }
        c->lines++;
        if (card.kind == CARD_DIRECTIVE) {
            read_directive(c, &card, l);
            return true;
        }
        if (card.kind != CARD_COMMENT)
            begin_statement(c, &card);
    }
}

/* ---- files ---- */

static bool free_suffix(const char *path)
{
    static const char *const fixed[] = {".f", ".for", ".ftn", ".f77", ".fpp"};
    static const char *const free_[] = {".f90", ".f95", ".f03", ".f08", ".f18"};
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/'))
        return false;
    for (size_t i = 0; i < COUNT_OF(fixed); i++)
        if (strcasecmp(dot, fixed[i]) == 0)
            return false;
    for (size_t i = 0; i < COUNT_OF(free_); i++)
        if (strcasecmp(dot, free_[i]) == 0)
            return true;
    return false;
}

bool cards_free_form(const struct front_options *o, const char *path)
{
    return o->form == FORM_FREE || (o->form == FORM_BY_SUFFIX && free_suffix(path));
}

void cards_open(struct cards *c, struct arena *a, struct names *names, struct source *s,
                const struct front_options *o, struct diag *d)
{
    *c = (struct cards){.arena = a, .names = names, .options = o, .diag = d, .depth = 1};
    bool free_form = cards_free_form(o, s->path);
    long length = o->line_length;
    if (length == LINE_LENGTH_OF_FORM)
        length = free_form ? 0 : LINE_LENGTH_FIXED;
    source_line_count(s); /* builds its line table */
    c->decks[0] =
        (struct deck){.source = s, .file = s->path, .free_form = free_form, .length = length};
}

void cards_close(struct cards *c)
{
    join_free(&c->joined);
    array_free(&c->included);
}

/* Reads an included file once; all INCLUDE lines of it share the text, which is in the arena. */
static struct source *included_source(struct cards *c, const char *path)
{
    for (size_t i = 0; i < c->included.n; i++)
        if (strcmp(c->included.at[i]->path, path) == 0)
            return c->included.at[i];
    struct source read;
    struct diag quiet = {.quiet = true};
    if (!source_read(&read, path, &quiet))
        return NULL;
    if (read.size >= UINT32_MAX - 2 || text_prepare(&read)) {
        source_free(&read);
        return NULL;
    }
    source_line_count(&read);
    struct source *s = ARENA_NEW(c->arena, struct source);
    s->path = arena_strdup(c->arena, path);
    s->text = arena_strndup(c->arena, read.text, read.size);
    s->size = read.size;
    s->lines.at = ARENA_ARRAY(c->arena, uint32_t, read.lines.n + 1);
    s->lines.n = s->lines.room = read.lines.n;
    if (read.lines.n)
        memcpy(s->lines.at, read.lines.at, read.lines.n * sizeof *read.lines.at);
    source_free(&read);
    *array_push(&c->included) = s;
    return s;
}

const char *cards_include(struct cards *c, const char *name)
{
    const char *path =
        included_path(c->arena, current_deck(c)->source->path, name, c->options, &c->own);
    struct source *s = path ? included_source(c, path) : NULL;
    if (!s)
        return "no such file in this file's directory or those of -I; add -I DIR";
    for (int i = 0; i < c->depth; i++)
        if (c->decks[i].source == s || strcmp(c->decks[i].source->path, s->path) == 0)
            return "the file includes itself; remove this INCLUDE";
    if (c->depth == INCLUDE_DEEPEST || c->includes == INCLUDE_MOST)
        return "too many INCLUDE lines, or nested too deep; remove some";
    c->includes++;
    struct deck *d = current_deck(c);
    c->decks[c->depth++] =
        (struct deck){.source = s, .file = s->path, .free_form = d->free_form, .length = d->length};
    c->part = c->parts;
    return NULL;
}

struct where cards_where(struct source *s, uint32_t at, const char *file, long line,
                         uint32_t line_at)
{
    struct where w = source_where(s, at);
    struct where first = source_where(s, line_at);
    w.line += line - first.line;
    w.file = file;
    return w;
}
