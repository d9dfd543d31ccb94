/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front_next: reads statements through cards, classify and parse. */
#include "frontend/reading/classify.h"
#include "frontend/reading/parse.h"
#include "frontend/reading/units.h"
#include "frontend/reading/unread.h"
#include "frontend/reading/uses.h"

#include <ctype.h>
#include <string.h>

struct front_reader {
    struct arena *arena;
    struct diag *diag;
    struct cards cards;
    struct parser parser;
    struct units units;
    struct modules modules;
    bool declarations;  /* executable statements are skipped */
    long wrong_columns; /* statements with text in columns 1 to 5 */
};

/* ---- one statement ---- */

static const int start_tokens[] = {
#define START(name) [TAIL_##name] = TOKEN_S_##name,
    PARSED_TAILS(START)
#undef START
};

/* Parses a part of the statement by the rule of its tail. */
static void parse_piece(struct parser *p, enum tail tail, struct piece piece)
{
    char *text = p->logical->text, *end = text + piece.to;
    char kept[2] = {end[0], end[1]};
    bool type = tail == TAIL_TYPE || tail == TAIL_TYPE_ATTRIBUTES || tail == TAIL_TYPE_PREFIX;
    p->start = start_tokens[tail];
    p->size_first = type && piece.from < piece.to && text[piece.from] == '*';
    p->pos = piece.from;
    end[0] = end[1] = 0;
    fortran_scan_text(text + piece.from, piece.to - piece.from, p->scanner);
    if (fortran_parse(p) != 0 && !p->wrong)
        p->deep = true;
    if (p->wrong || p->deep)
        fortran_scan_stop(p->scanner);
    end[0] = kept[0];
    end[1] = kept[1];
}

static void start_stmt(struct parser *p, struct stmt *s)
{
    p->stmt = s;
    p->items.n = p->words.n = p->labels.n = 0;
    p->dims = p->values = (struct exprs){0};
    p->block = s->kind == STMT_COMMON ? name_of(p->names, "", 0) : NULL;
    p->set = 0;
    p->wrong = NULL;
    p->deep = false;
}

static struct stmt *new_stmt(struct front_reader *r, const struct logical *l, enum stmt_kind kind)
{
    struct stmt *s = ARENA_NEW(r->arena, struct stmt);
    s->kind = kind;
    s->label = l->label;
    s->file = l->file;
    s->line = l->line;
    s->end_line = l->end_line;
    s->at = l->begin;
    s->end = l->end;
    s->source = l->source;
    return s;
}

/* Makes the statement WRONG: reports why at that offset and discards its contents. Of statements
 * with text in columns 1 to 5 only the first is reported; the others are counted. */
static struct stmt *wrong_stmt(struct front_reader *r, const struct logical *l, const char *why,
                               uint32_t at, enum stmt_kind meant)
{
    struct stmt *s = new_stmt(r, l, STMT_WRONG);
    unread_keep(&r->parser, l, s, meant);
    if (l->cut)
        why = arena_printf(r->arena, "%s (a line of this statement is cut at column %ld)", why,
                           l->length);
    bool repeated = l->wrong == cards_wrong_columns && r->wrong_columns++ > 0,
         quiet = r->diag->quiet;
    r->diag->quiet |= repeated;
    diag_error(r->diag, cards_where(l->source, at, l->file, l->line, l->begin), "%s", why);
    r->diag->quiet = quiet;
    s->text = why;
    return s;
}

static const char *piece_name(struct parser *p, struct piece piece)
{
    if (piece.from == piece.to)
        return NULL;
    return name_of(p->names, p->logical->text + piece.from, piece.to - piece.from);
}

const char unread_text[] = "this kind of statement is not read";

/* Parses the classified parts, except the action. */
static void parse_parts(struct parser *p, const struct classified *c)
{
    struct stmt *s = p->stmt;
    s->construct = piece_name(p, c->construct);
    s->target = c->target;
    s->spec = c->spec;
    if (c->prefix.from < c->prefix.to)
        parse_piece(p, TAIL_TYPE_PREFIX, c->prefix);
    if (c->tail < TAILS_PARSED && !p->wrong && !p->deep)
        parse_piece(p, c->tail, c->rest);
    if (s->kind == STMT_TYPE_DEF)
        s->result = piece_name(p, c->uses);
    else if (c->uses.from < c->uses.to)
        read_uses(p, c->uses.from, c->uses.to);
    if (!p->wrong && !p->deep)
        build_finish(p);
    if (s->kind == STMT_UNSUPPORTED)
        s->text = unread_text;
}

static struct stmt *read_piece(struct front_reader *r, struct logical *l, struct piece piece,
                               bool head, enum stmt_kind parent, enum stmt_kind *meant);

/* Reads the action of a logical IF, WHERE or FORALL. False if it is WRONG. */
static bool read_action(struct front_reader *r, struct logical *l, struct stmt *s,
                        struct piece piece)
{
    enum stmt_kind meant;
    struct logical action = *l;
    action.label = 0;
    action.begin = l->at[piece.from];
    s->action = read_piece(r, &action, piece, false, s->kind, &meant);
    return s->action->kind != STMT_WRONG;
}

/* Whether a statement may be the action of parent (a logical IF, WHERE or FORALL). */
static bool may_be_action(enum stmt_kind parent, enum stmt_kind kind)
{
    if (parent != STMT_IF)
        return kind == STMT_ASSIGN || kind == STMT_POINTER_ASSIGN;
    switch (kind) {
    case STMT_DO:
    case STMT_DO_WHILE:
    case STMT_DO_FOREVER:
    case STMT_DO_CONCURRENT:
    case STMT_END_DO:
    case STMT_IF:
    case STMT_IF_THEN:
    case STMT_ELSE:
    case STMT_ELSE_IF:
    case STMT_END_IF:
    case STMT_SELECT_CASE:
    case STMT_CASE:
    case STMT_END_SELECT:
    case STMT_WHERE_BLOCK:
    case STMT_ELSE_WHERE:
    case STMT_END_WHERE:
    case STMT_FORALL_BLOCK:
    case STMT_END_FORALL:
    case STMT_BLOCK:
    case STMT_END_BLOCK:
    case STMT_ASSOCIATE:
    case STMT_END_ASSOCIATE:
        return false;
    default:
        return stmt_kind_executable(kind) || kind == STMT_UNSUPPORTED || kind == STMT_WRONG;
    }
}

/* Makes a statement WRONG. The head of a unit keeps its name. */
static struct stmt *wrong_piece(struct front_reader *r, const struct logical *l,
                                const struct classified *c, const char *why, uint32_t at)
{
    struct stmt *s = wrong_stmt(r, l, why, at, c->kind);
    size_t i = c->rest.from, end = i;
    while (end < l->n && isalnum((unsigned char)l->text[end]))
        end++;
    bool head = c->kind == STMT_PROGRAM || c->kind == STMT_SUBROUTINE || c->kind == STMT_FUNCTION ||
                c->kind == STMT_BLOCK_DATA || c->kind == STMT_MODULE || c->kind == STMT_ENTRY;
    if (head && end > i)
        s->name = name_of(r->parser.names, l->text + i, end - i);
    return s;
}

/* Reads one statement. parent: the kind of statement whose action it is, STMT_KINDS = none. Sets
 * *meant to the kind it was classified as, even if it is WRONG. */
static struct stmt *read_piece(struct front_reader *r, struct logical *l, struct piece piece,
                               bool head, enum stmt_kind parent, enum stmt_kind *meant)
{
    struct parser *p = &r->parser;
    struct classified c = classify(l, piece.from, piece.to, head);
    *meant = c.kind;
    if (!c.wrong && parent != STMT_KINDS && !may_be_action(parent, c.kind)) {
        c.wrong = "this kind of statement may not follow a condition";
        c.wrong_at = piece.from;
    }
    if (c.wrong)
        return wrong_piece(r, l, &c, c.wrong, l->at[c.wrong_at]);
    struct stmt *s = new_stmt(r, l, c.kind);
    p->logical = l;
    p->records |= c.kind == STMT_RECORD || c.kind == STMT_STRUCTURE;
    start_stmt(p, s);
    parse_parts(p, &c);
    if (p->deep) {
        s = new_stmt(r, l, STMT_UNSUPPORTED);
        unread_keep(p, l, s, c.kind);
        s->text = "its expressions are nested too deep";
        return s;
    }
    if (p->wrong)
        return wrong_piece(r, l, &c, p->wrong, p->wrong_at.at);
    if (c.action.from < c.action.to && !read_action(r, l, s, c.action)) {
        const char *why = s->action->text;
        s = new_stmt(r, l, STMT_WRONG);
        s->meant = c.kind;
        s->text = why;
    }
    return s;
}

/* ---- all statements ---- */

static struct stmt *read_directive(struct front_reader *r, const struct logical *l)
{
    struct stmt *s = new_stmt(r, l, STMT_DIRECTIVE);
    s->name = l->name;
    s->text = l->text;
    return s;
}

/* Handles "include 'name'": reading continues in that file. */
static struct stmt *include_file(struct front_reader *r, const struct logical *l, struct stmt *s)
{
    size_t n = l->n;
    const char *rest = l->text + 7;
    if (n < 10 || !strchr("'\"", rest[0]) || l->text[n - 1] != rest[0])
        return wrong_stmt(r, l, "INCLUDE needs the name of a file in quotes", l->begin,
                          STMT_INCLUDE);
    s->text = arena_strndup(r->arena, rest + 1, n - 9);
    const char *why = cards_include(&r->cards, s->text);
    return why ? wrong_stmt(r, l, why, l->at[7], STMT_INCLUDE) : s;
}

static bool is_skipped(const struct front_reader *r, const struct logical *l)
{
    return r->declarations && !l->directive && !l->wrong && l->n > 0 &&
           stmt_kind_executable(classify(l, 0, l->n, units_at_head(&r->units)).kind);
}

static void read_statement(struct front_reader *r, struct logical *l)
{
    enum stmt_kind meant = STMT_WRONG;
    struct stmt *s;
    if (is_skipped(r, l))
        return;
    if (l->directive) {
        s = read_directive(r, l);
    } else if (l->wrong) {
        s = wrong_stmt(r, l, l->wrong, l->wrong_at, STMT_WRONG);
    } else if (l->n == 0) {
        s = wrong_stmt(r, l, "a label without a statement; add CONTINUE after it", l->begin,
                       STMT_CONTINUE);
    } else {
        s = read_piece(r, l, (struct piece){0, l->n}, units_at_head(&r->units), STMT_KINDS, &meant);
        if (s->kind == STMT_INCLUDE)
            s = include_file(r, l, s);
        if (s->kind == STMT_FORMAT && !s->label)
            s = wrong_stmt(r, l, "a FORMAT needs a label for READ and WRITE", l->begin,
                           STMT_FORMAT);
        if (s->kind == STMT_FORMAT)
            s->text = arena_strndup(r->arena, l->text + 6, l->n - 6);
    }
    units_add(&r->units, s, s->kind == STMT_WRONG || s->kind == STMT_UNSUPPORTED ? meant : s->kind);
}

static void list_unsupported(struct ast *ast)
{
    ARRAY(struct stmt *) found = {0};
    for (size_t i = 0; i < ast->n_units; i++) {
        const struct unit *u = ast->units[i];
        for (size_t k = 0; k < u->n; k++) {
            struct stmt *s = u->at[k];
            const struct stmt *action = s->action ? s->action : s;
            if (s->kind == STMT_UNSUPPORTED || s->kind == STMT_WRONG ||
                action->kind == STMT_UNSUPPORTED)
                *array_push(&found) = s;
        }
    }
    ast->unsupported = ARENA_ARRAY(ast->arena, struct stmt *, found.n + 1);
    if (found.n)
        memcpy(ast->unsupported, found.at, found.n * sizeof *found.at);
    ast->n_unsupported = found.n;
    array_free(&found);
}

/* ---- all units ---- */

struct front_reader *front_open(struct arena *a, struct names *names, struct source *s,
                                const struct front_options *o, struct diag *d)
{
    if (s->size >= UINT32_MAX - 2) {
        diag_error(d, source_line_where(s, 1, 0), "the file is larger than 4 GB; split it");
        return NULL;
    }
    struct front_reader *r = ARENA_NEW(a, struct front_reader);
    r->diag = r->units.diag = d;
    r->modules = (struct modules){.arena = a, .names = names, .library = o->library};
    r->declarations = o->declarations;
    r->parser.names = r->units.names = names;
    r->parser.deepest = o->long_sums ? EXPR_LONGEST : EXPR_DEEPEST;
    cards_open(&r->cards, a, names, s, o, d);
    if (fortran_lex_init_extra(&r->parser, &r->parser.scanner) != 0)
        die_out_of_memory();
    return r;
}

bool front_next(struct front_reader *r, struct arena *a, struct ast *ast)
{
    long errors = r->diag->errors, lines = r->cards.lines;
    struct logical l;
    bool more = false;
    r->arena = r->parser.arena = r->units.arena = a;
    *ast = (struct ast){.arena = a, .names = r->parser.names, .modules = &r->modules};
    while (!units_complete(&r->units) && (more = cards_next(&r->cards, &l)))
        read_statement(r, &l);
    units_move(&r->units, ast);
    list_unsupported(ast);
    ast->lines = r->cards.lines - lines;
    ast->errors = r->diag->errors - errors;
    return more || ast->n_units || ast->lines;
}

size_t front_position(const struct front_reader *r)
{
    const struct deck *d = &r->cards.decks[0];
    size_t line = (size_t)d->line;
    return line < d->source->lines.n ? d->source->lines.at[line] : d->source->size;
}

/* Reports the number of errors that wrong_stmt() only counted. */
static void report_wrong_columns(const struct front_reader *r)
{
    if (r->wrong_columns > 1)
        diag_warning(r->diag, (struct where){.file = r->cards.decks[0].file},
                     "%ld more statement%s begin%s before column 7", r->wrong_columns - 1,
                     r->wrong_columns == 2 ? "" : "s", r->wrong_columns == 2 ? "s" : "");
}

void front_close(struct front_reader *r)
{
    report_wrong_columns(r);
    fortran_lex_destroy(r->parser.scanner);
    array_free(&r->parser.items);
    array_free(&r->parser.words);
    array_free(&r->parser.labels);
    units_close(&r->units);
    cards_close(&r->cards);
}

void front_parse(struct arena *a, struct names *names, struct source *s,
                 const struct front_options *o, struct diag *d, struct ast *ast)
{
    *ast = (struct ast){.arena = a, .names = names};
    struct front_reader *r = front_open(a, names, s, o, d);
    struct ast part;
    if (!r)
        ast->errors = 1;
    for (; r && front_next(r, a, &part); ast->lines += part.lines, ast->errors += part.errors) {
        ast->modules = part.modules;
        for (size_t i = 0; i < part.n_units; i++)
            *ARENA_PUSH(a, ast->units, ast->n_units) = part.units[i];
        for (size_t i = 0; i < part.n_unsupported; i++)
            *ARENA_PUSH(a, ast->unsupported, ast->n_unsupported) = part.unsupported[i];
    }
    if (r)
        front_close(r);
}
