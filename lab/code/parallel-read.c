/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The OpenMP directives and clauses that kfc supports, and the end of each construct. */
#include "lab/code/parallel.h"
#include "base/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What kfc supports. */
static const bool directives[OMP_UNKNOWN] = {
#define KFC_DIRECTIVE(NAME) [OMP_##NAME] = true,
#define KFC_CLAUSE(NAME, names)
#define OMP_REDUCTION(NAME, text)
#include "lab/code/parallel.def"
#undef KFC_DIRECTIVE
#undef KFC_CLAUSE
};
static const struct {
    bool supported, names;
} clauses[CLAUSE_UNKNOWN] = {
#define KFC_DIRECTIVE(NAME)
#define KFC_CLAUSE(NAME, names) [CLAUSE_##NAME] = {true, names},
#include "lab/code/parallel.def"
#undef KFC_CLAUSE
#undef OMP_REDUCTION
};
static const char *const reductions[] = {
#define KFC_CLAUSE(NAME, names)
#define OMP_REDUCTION(NAME, text) text,
#include "lab/code/parallel.def"
};

/* ---- clauses ---- */

/* Adds an item for each name of a list without blanks. */
static void add_names(struct lower *l, struct omp *o, struct omp_item item, char *list)
{
    for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
        item.name = name_of(l->names, name, strlen(name));
        *ARENA_PUSH(l->arena, o->items, o->n_items) = item;
    }
}

/* Reads "+:a,b". Returns false if it is invalid. */
static bool add_reduction(struct lower *l, struct omp *o, char *inside)
{
    char *colon = strchr(inside, ':');
    size_t n = colon ? (size_t)(colon - inside) : 0, i = 0;
    while (i < REDUCTIONS && (strlen(reductions[i]) != n || strncmp(reductions[i], inside, n) != 0))
        i++;
    if (!colon || i == REDUCTIONS)
        return false;
    add_names(l, o, (struct omp_item){.kind = CLAUSE_REDUCTION, .reduction = (enum omp_reduction)i},
              colon + 1);
    return true;
}

/* Adds the items of a clause. Returns false if kfc does not support it. */
static bool add_clause(struct lower *l, struct omp *o, const struct directive_clause *c)
{
    bool list = clauses[c->kind].names || c->kind == CLAUSE_SCHEDULE;
    if (!clauses[c->kind].supported || (list && !c->list))
        return false;
    char *inside = c->list ? arena_strdup(l->arena, c->list_folded) : NULL;
    if (c->kind == CLAUSE_REDUCTION)
        return add_reduction(l, o, inside);
    if (clauses[c->kind].names)
        add_names(l, o, (struct omp_item){.kind = c->kind}, inside);
    else
        *ARENA_PUSH(l->arena, o->items, o->n_items) =
            (struct omp_item){.kind = c->kind, .text = inside};
    return true;
}

/* Adds the items of all clauses. Returns the text of the first one that kfc does not support; NULL
 * = none. */
static const char *add_clauses(struct lower *l, struct omp *o, const struct directive *d)
{
    for (size_t i = 0; i < d->n_clauses; i++)
        if (!add_clause(l, o, &d->clauses[i]))
            return d->clauses[i].rest;
    return d->unread;
}

bool omp_read(struct lower *l, size_t i, bool report, struct omp *to)
{
    if (!l->o->openmp || !is_openmp(l->source->at[i]))
        return false;
    struct directive d = directive_read(l->arena, l->source, i);
    bool supported = d.kind != OMP_UNKNOWN && directives[d.kind];
    *to = (struct omp){
        .kind = supported ? d.kind : OMP_UNKNOWN, .name = d.name ? d.name : "", .next = d.last + 1};
    if (!supported) {
        if (report)
            lower_error(l, NULL,
                        "'%.40s' is not an OpenMP directive that kfc supports; kfc(1) lists the "
                        "supported ones",
                        d.folded);
        return true;
    }
    const char *wrong = add_clauses(l, to, &d);
    if (wrong && report)
        lower_error(
            l, NULL,
            "'%.40s' is not an OpenMP clause that kfc supports; kfc(1) lists the supported ones",
            wrong);
    return true;
}

/* ---- ends ---- */

/* Returns the directive that ends a construct; OMP_UNKNOWN = none does. */
static enum omp_directive end_of(enum omp_directive kind)
{
    static const enum omp_directive pairs[][2] = {
        {OMP_PARALLEL, OMP_END_PARALLEL},       {OMP_PARALLEL_SECTIONS, OMP_END_PARALLEL_SECTIONS},
        {OMP_PARALLEL_DO, OMP_END_PARALLEL_DO}, {OMP_SECTIONS, OMP_END_SECTIONS},
        {OMP_CRITICAL, OMP_END_CRITICAL},       {OMP_MASTER, OMP_END_MASTER},
        {OMP_SINGLE, OMP_END_SINGLE},           {OMP_DO, OMP_END_DO}};
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        if (pairs[i][0] == kind)
            return pairs[i][1];
    return OMP_UNKNOWN;
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
    return end_of(kind) < OMP_UNKNOWN ? omp_directive_text(end_of(kind)) : "end";
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
