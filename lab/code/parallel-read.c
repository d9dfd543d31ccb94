/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses OpenMP directives: joins continuation lines, reads clauses and finds the end of each
 * construct. */
#include "lab/code/parallel.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct named {
    const char *text;
    bool names;
};
static const struct named directives[] = {
#define OMP_DIRECTIVE(NAME, text) {text, false},
#define OMP_CLAUSE(NAME, text, names)
#define OMP_REDUCTION(NAME, text)
#include "lab/code/parallel.def"
#undef OMP_DIRECTIVE
#undef OMP_CLAUSE
};
static const struct named clauses[] = {
#define OMP_DIRECTIVE(NAME, text)
#define OMP_CLAUSE(NAME, text, names) {text, names},
#include "lab/code/parallel.def"
#undef OMP_CLAUSE
#undef OMP_REDUCTION
};
static const struct named reductions[] = {
#define OMP_CLAUSE(NAME, text, names)
#define OMP_REDUCTION(NAME, text) {text, false},
#include "lab/code/parallel.def"
};

/* Returns the index of the first entry that text starts with; n = none. */
static size_t match_prefix(const struct named *of, size_t n, const char *text)
{
    size_t i = 0;
    while (i < n && strncmp(of[i].text, text, strlen(of[i].text)) != 0)
        i++;
    return i;
}

/* ---- lines ---- */

static bool is_openmp(const struct stmt *t)
{
    return t->kind == STMT_DIRECTIVE && t->name && strcmp(t->name, "$omp") == 0;
}

/* Returns the text after the sentinel. */
static const char *directive_text(const struct stmt *t)
{
    return t->source->text + t->at + strlen(t->name);
}

/* Appends text to a line in lower case, without blanks, comments and continuation marks. Returns
 * the last character that is not blank. */
static char append_line(char *line, const char *from, const char *end)
{
    size_t n = strlen(line);
    char last = 0;
    for (; from < end && *from != '!'; from++) {
        if (isspace((unsigned char)*from))
            continue;
        last = *from;
        if (*from != '&')
            line[n++] = (char)tolower((unsigned char)*from);
    }
    return last;
}

/* Returns the directive at statement i as one line. *next: the statement after it. */
static char *join_lines(struct lower *l, size_t i, size_t *next)
{
    const struct unit *u = l->source;
    size_t room = 1;
    for (size_t k = i; k < u->n && is_openmp(u->at[k]); k++)
        room += u->at[k]->end - u->at[k]->at;
    char *line = ARENA_ARRAY(l->arena, char, room), before = 0;
    for (; i < u->n && is_openmp(u->at[i]); i++) {
        const struct stmt *t = u->at[i];
        const char *text = directive_text(t);
        bool marked = !isspace((unsigned char)*text) && *text != '0';
        if (line[0] && !marked && before != '&')
            break;
        before = append_line(line, text + marked, t->source->text + t->end);
    }
    *next = i;
    return line;
}

/* ---- clauses ---- */

static const char *close_of(const char *open)
{
    int depth = 0;
    for (; *open; open++) {
        depth += (*open == '(') - (*open == ')');
        if (depth == 0)
            return open;
    }
    return NULL;
}

/* Adds an item for each name of a list without blanks. */
static void add_names(struct lower *l, struct omp *o, struct omp_item item, char *list)
{
    for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
        item.name = name_of(l->names, name, strlen(name));
        *ARENA_PUSH(l->arena, o->items, o->n_items) = item;
    }
}

/* Reads "+:a,b". Returns false if it is not understood. */
static bool add_reduction(struct lower *l, struct omp *o, char *inside)
{
    char *colon = strchr(inside, ':');
    size_t i = match_prefix(reductions, REDUCTIONS, inside);
    if (!colon || i == REDUCTIONS || inside + strlen(reductions[i].text) != colon)
        return false;
    add_names(l, o, (struct omp_item){.kind = CLAUSE_REDUCTION, .reduction = (enum omp_reduction)i},
              colon + 1);
    return true;
}

/* Reads one clause. Returns the text after it; NULL = not understood. */
static const char *read_clause(struct lower *l, struct omp *o, const char *text)
{
    enum omp_clause kind = (enum omp_clause)match_prefix(clauses, CLAUSE_UNKNOWN, text);
    if (kind == CLAUSE_UNKNOWN)
        return NULL;
    text += strlen(clauses[kind].text);
    const char *close = *text == '(' ? close_of(text) : NULL;
    if (*text == '(' && !close)
        return NULL;
    char *inside = close ? arena_strndup(l->arena, text + 1, (size_t)(close - text) - 1) : NULL;
    if ((clauses[kind].names || kind == CLAUSE_SCHEDULE) && !inside)
        return NULL;
    if (kind == CLAUSE_REDUCTION) {
        if (!add_reduction(l, o, inside))
            return NULL;
    } else if (clauses[kind].names) {
        add_names(l, o, (struct omp_item){.kind = kind}, inside);
    } else {
        *ARENA_PUSH(l->arena, o->items, o->n_items) =
            (struct omp_item){.kind = kind, .text = inside};
    }
    return close ? close + 1 : text;
}

/* Reads the name in CRITICAL (name). Returns the text after it. */
static const char *read_name(struct lower *l, struct omp *o, const char *text)
{
    o->name = "";
    const char *close = *text == '(' ? close_of(text) : NULL;
    if (!close)
        return text;
    o->name = arena_strndup(l->arena, text + 1, (size_t)(close - text) - 1);
    return close + 1;
}

bool omp_read(struct lower *l, size_t i, bool report, struct omp *to)
{
    if (!l->o->openmp || !is_openmp(l->source->at[i]))
        return false;
    *to = (struct omp){0};
    const char *line = join_lines(l, i, &to->next), *text = line;
    to->kind = (enum omp_directive)match_prefix(directives, OMP_UNKNOWN, text);
    if (to->kind == OMP_UNKNOWN) {
        if (report)
            lower_error(l, NULL, "'%.40s' is not an OpenMP directive that kfc supports", line);
        return true;
    }
    text += strlen(directives[to->kind].text);
    if (to->kind == OMP_CRITICAL || to->kind == OMP_END_CRITICAL || to->kind == OMP_FLUSH)
        text = read_name(l, to, text);
    while (*text) {
        const char *next = *text == ',' ? text + 1 : read_clause(l, to, text);
        if (!next) {
            if (report)
                lower_error(l, NULL, "'%.40s' is not an OpenMP clause that kfc supports", text);
            break;
        }
        text = next;
    }
    return true;
}

/* ---- ends ---- */

static enum omp_directive end_of(enum omp_directive kind)
{
    switch (kind) {
    case OMP_PARALLEL:
        return OMP_END_PARALLEL;
    case OMP_PARALLEL_SECTIONS:
        return OMP_END_PARALLEL_SECTIONS;
    case OMP_PARALLEL_DO:
        return OMP_END_PARALLEL_DO;
    case OMP_SECTIONS:
        return OMP_END_SECTIONS;
    case OMP_CRITICAL:
        return OMP_END_CRITICAL;
    case OMP_MASTER:
        return OMP_END_MASTER;
    case OMP_SINGLE:
        return OMP_END_SINGLE;
    case OMP_DO:
        return OMP_END_DO;
    default:
        return OMP_UNKNOWN;
    }
}

size_t omp_end(struct lower *l, size_t i, const struct omp *begin)
{
    int depth = 0;
    for (size_t k = i; k < l->source->n; k++) {
        struct omp d;
        if (!omp_read(l, k, false, &d))
            continue;
        depth += (d.kind == begin->kind) - (d.kind == end_of(begin->kind));
        if (depth == 0)
            return k;
    }
    return l->source->n;
}

const char *omp_end_text(enum omp_directive kind)
{
    return end_of(kind) < OMP_UNKNOWN ? directives[end_of(kind)].text : "end";
}

size_t omp_loop_end(const struct unit *u, size_t i)
{
    long label = u->at[i]->target;
    int depth = 0;
    for (size_t k = i; k < u->n; k++) {
        const struct stmt *t = u->at[k];
        if (label != 0 && k > i && t->label == label)
            return k;
        if (label != 0)
            continue;
        bool opens = t->kind == STMT_DO || t->kind == STMT_DO_WHILE || t->kind == STMT_DO_FOREVER;
        depth += (opens && t->target == 0) - (t->kind == STMT_END_DO);
        if (t->kind == STMT_END_DO && depth == 0)
            return k;
    }
    return u->n;
}

/* ---- values ---- */

struct value omp_value(struct lower *l, const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    struct expr *e = ARENA_NEW(l->arena, struct expr);
    if (*end == '\0' && end != text)
        return lower_constant(n);
    bool name = isalpha((unsigned char)*text);
    for (const char *p = text; *p; p++)
        name &= isalnum((unsigned char)*p) || *p == '_';
    if (!name) {
        lower_error(l, NULL,
                    "'%.40s' in a clause is neither a number nor a name: assign it to a variable",
                    text);
        return (struct value){0};
    }
    *e = (struct expr){.kind = EXPR_NAME,
                       .name = name_of(l->names, text, strlen(text)),
                       .at = l->stmt->at,
                       .end = l->stmt->end};
    return lower_expr(l, e);
}

/* ---- conditional lines ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Returns whether a line of fixed form has "C$", "*$" or "!$" in columns 1 and 2, and blanks or
 * a label up to column 5. */
static bool is_conditional_card(const char *line, size_t n)
{
    enum { CONTINUATION = 5 };
    if (n <= CONTINUATION || !strchr("cC*!", line[0]) || line[1] != '$')
        return false;
    for (size_t i = 2; i < CONTINUATION; i++)
        if (line[i] != ' ' && !isdigit((unsigned char)line[i]))
            return false;
    return true;
}

void kfc_enable_conditional_lines(struct source *s, const struct front_options *f)
{
    bool free_form = cards_free_form(f, s->path);
    for (char *line = s->text, *end = s->text + s->size; line < end;) {
        char *next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next + 1 : end;
        char *at = line;
        while (free_form && at < next && is_blank(*at))
            at++;
        size_t n = (size_t)(next - at);
        bool is = free_form ? n > 2 && at[0] == '!' && at[1] == '$' && is_blank(at[2])
                            : is_conditional_card(at, n);
        if (is)
            at[0] = at[1] = ' ';
        line = next;
    }
}
