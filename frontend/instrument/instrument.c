/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instruments a file unit by unit: analyses its loops, chooses loops, excludes those that cannot be
 * instrumented, and inserts the calls. */
#include "frontend/instrument/instrument.h"
#include "base/util.h"

#include "frontend/instrument/include.h"
#include "frontend/instrument/plan.h"
#include "frontend/reading/cards.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_MOST = 99999 };

/* The state of one file. */
struct file_state {
    struct arena *arena;
    const struct instrument_options *options;
    struct region_table *table;
    struct names names;
    struct source source;
    struct ast ast;
    struct source_loops facts;
    size_t next; /* index of the next fact */
    struct edits edits;
    const char *const *calls;
    struct instrumented *to;
};

/* Two sets of names: a program may define the names of one set itself. */
static const char *const call_names[][CALLS_OF] = {
    {"mkbegin", "mkend", "mktrip", "mkmore", "mkpass", "mkpast"},
    {"mkbgnz", "mkendz", "mktrpz", "mkmorz", "mkpssz", "mkpstz"},
};

/* ---- functions of plan.h ---- */

const struct nest *plan_nest(const struct plan *p, size_t loop)
{
    return &p->nests.at.at[loop];
}

struct line plan_call(const struct plan *p, enum call_of call, unsigned region, const char *more)
{
    return (struct line){0, false,
                         arena_printf(p->arena, "call %s(%u%s)", p->calls[call], region, more)};
}

bool plan_label(const struct plan *p, long label, size_t *at)
{
    const struct label_place *found = labels_first(&p->labels, label);
    if (found)
        *at = found->statement;
    return found;
}

long plan_new_label(struct plan *p)
{
    size_t at;
    do
        p->last_label--;
    while (plan_label(p, p->last_label, &at));
    return p->last_label;
}

/* ---- one unit ---- */

static void list_labels(struct plan *p)
{
    const struct unit *u = p->unit;
    for (size_t i = 0; i < u->n; i++)
        if (u->at[i]->label)
            labels_add(&p->labels, u->at[i]->label, i);
    labels_sort(&p->labels);
    p->last_label = LABEL_MOST + 1;
}

/* Sets the innermost loop around each statement. Inner loops follow the loops around them. */
static void find_inner_loops(struct plan *p)
{
    p->inner = ARENA_ARRAY(p->arena, int, p->unit->n + 1);
    for (size_t i = 0; i < p->unit->n; i++)
        p->inner[i] = -1;
    for (size_t l = 0; l < p->nests.at.n; l++)
        for (size_t i = p->nests.at.at[l].head + 1; i <= p->nests.at.at[l].end; i++)
            p->inner[i] = (int)l;
}

/* Returns the facts of a loop. The facts of the file are in its order, and also contain loops of
 * array statements. */
static const struct source_loop *next_fact(struct file_state *w, const struct unit *u,
                                           const struct stmt *head)
{
    for (size_t i = w->next; i < w->facts.n; i++) {
        const struct source_loop *l = &w->facts.at[i];
        bool named = head->kind == STMT_DO, concurrent = head->kind == STMT_DO_CONCURRENT;
        if (l->line == head->line && strcmp(l->routine, u->name) == 0 &&
            (concurrent || (l->index != NULL) == named) &&
            (!named || (l->index && strcmp(l->index, head->name) == 0))) {
            w->next = i + 1;
            return l;
        }
    }
    return NULL;
}

/* Whether the head has the word before SUBROUTINE or FUNCTION. */
static bool has_prefix(const struct edits *e, const struct stmt *head, const char *word)
{
    char text[400];
    size_t n = 0;
    for (size_t i = head->at; i < head->end && n < sizeof text - 1; i++)
        if (isalpha((unsigned char)e->source->text[i]))
            text[n++] = (char)tolower((unsigned char)e->source->text[i]);
    text[n] = 0;
    char *keyword = strstr(text, head->kind == STMT_FUNCTION ? "function" : "subroutine");
    if (keyword)
        *keyword = 0;
    const char *at = strstr(text, word);
    return at && (at == text || strcmp(word, "pure") != 0 || at - text < 2 ||
                  memcmp(at - 2, "im", 2) != 0);
}

/* Returns why the unit may not call libmultikron; NULL = it may. */
static const char *why_pure(const struct plan *p)
{
    for (const struct unit *u = p->unit; u; u = u->host) {
        const struct stmt *head = u->n ? u->at[0] : NULL;
        if (!head || (head->kind != STMT_FUNCTION && head->kind != STMT_SUBROUTINE))
            continue;
        if (has_prefix(p->edits, head, "pure"))
            return "its procedure is PURE and may only call PURE procedures";
        if (has_prefix(p->edits, head, "elemental") && !has_prefix(p->edits, head, "impure"))
            return "its procedure is ELEMENTAL and may only call PURE procedures";
    }
    return NULL;
}

static bool any_region(const struct plan *p)
{
    for (size_t i = 0; i < p->nests.at.n; i++)
        if (p->loops[i].region)
            return true;
    return false;
}

/* Whether IMPLICIT NONE (EXTERNAL) of the unit or its hosts requires declarations of procedures. */
static bool externals_are_declared(const struct plan *p)
{
    static const char word[] = "external";
    const char *text = p->edits->source->text;
    for (const struct unit *u = p->unit; u; u = u->host)
        for (size_t i = 0; i < u->n; i++)
            for (size_t at = u->at[i]->at;
                 u->at[i]->kind == STMT_IMPLICIT && at + sizeof word - 1 <= u->at[i]->end; at++)
                if (strncasecmp(text + at, word, sizeof word - 1) == 0)
                    return true;
    return false;
}

/* Declares the procedures EXTERNAL after the last specification statement. */
static void declare_calls(struct plan *p)
{
    size_t i = 0;
    const char *names = p->calls[0];
    while (i < p->unit->n && !stmt_kind_executable(p->unit->at[i]->kind))
        i++;
    for (int k = 1; k < CALLS_OF; k++)
        names = arena_printf(p->arena, "%s, %s", names, p->calls[k]);
    if (i > 0)
        lines_add(p->arena, &p->slots[i - 1].after,
                  (struct line){0, false, arena_printf(p->arena, "external %s", names)});
}

/* Sets why for loops that may not contain calls because of their unit or kind. */
static void exclude_kinds(struct plan *p)
{
    const char *why = why_pure(p);
    for (size_t i = 0; i < p->nests.at.n; i++) {
        int parent = p->nests.at.at[i].parent;
        const struct stmt *head = p->unit->at[plan_nest(p, i)->head];
        if (why)
            p->loops[i].why = why;
        else if (head->kind == STMT_DO_CONCURRENT)
            p->loops[i].why = "DO CONCURRENT may only call PURE procedures";
        else if (parent >= 0 &&
                 p->unit->at[plan_nest(p, (size_t)parent)->head]->kind == STMT_DO_CONCURRENT)
            p->loops[i].why = "it is in a DO CONCURRENT, which may only call PURE procedures";
    }
}

static void assign_regions(struct file_state *w, struct plan *p)
{
    for (size_t i = 0; i < p->nests.at.n; i++) {
        struct planned *l = &p->loops[i];
        if (!l->chosen || l->why || !l->facts)
            continue;
        l->region = region_of(w->table, l->facts->id);
        if (!l->region)
            l->why = "there are more than 65535 loops";
    }
}

/* ---- events ---- */

/* Inserts MKBEGIN and other lines before a loop. */
static void begin_loop(struct plan *p, size_t loop)
{
    const struct planned *l = &p->loops[loop], *at = &p->loops[l->around];
    struct slots *s = &p->slots[plan_nest(p, l->around)->head];
    if (at->sharing == SHARED_PARALLEL_DO) {
        lines_add(p->arena, &s->before, at->opening.at[0]);
        lines_add(p->arena, &s->before, plan_call(p, CALL_BEGIN, l->region, ""));
        lines_add(p->arena, &s->before, at->opening.at[1]);
        for (size_t i = at->shared.first; i <= at->shared.last; i++)
            edit_directive(p->edits, p->unit->at[i]);
    } else {
        lines_add(p->arena, &s->before, plan_call(p, CALL_BEGIN, l->region, ""));
    }
}

static bool has_nowait(const struct planned *l)
{
    return l->end.first && strstr(l->end.folded, "nowait");
}

/* Inserts MKEND of a shared loop: each thread records its end before it waits for the others. */
static void end_shared(struct plan *p, const struct planned *at, struct lines *after,
                       struct line end)
{
    bool parallel = at->sharing == SHARED_PARALLEL_DO;
    lines_add(p->arena, after,
              (struct line){0, true, arena_printf(p->arena, "end %s nowait", at->shared_name)});
    lines_add(p->arena, after, end);
    if (parallel || !has_nowait(at))
        lines_add(p->arena, after, (struct line){0, true, parallel ? "end parallel" : "barrier"});
    for (size_t i = at->end.first; at->end.first && i <= at->end.last; i++)
        edit_directive(p->edits, p->unit->at[i]);
}

static void end_loop(struct plan *p, size_t loop)
{
    const struct planned *l = &p->loops[loop], *at = &p->loops[l->around];
    struct line end = plan_call(p, CALL_END, l->region, "");
    struct lines *after = &p->slots[at->sharing ? plan_nest(p, l->around)->end : at->to].after;
    if (at->sharing)
        end_shared(p, at, after, end);
    else
        lines_add(p->arena, after, end);
}

/* Whether the loop ends at the same labelled statement as the loop around it. */
static bool ends_with_parent(const struct plan *p, size_t loop)
{
    const struct nest *n = plan_nest(p, loop);
    return n->parent >= 0 && plan_nest(p, (size_t)n->parent)->end == n->end;
}

/* Sets ended. If one of the loops with a common last statement needs an END DO, or lines after it,
 * all get one. */
static void find_ended(struct plan *p)
{
    bool timed = p->options->mode == INSTRUMENT_TIME;
    for (size_t i = p->nests.at.n; i-- > 0;) {
        struct planned *l = &p->loops[i];
        if (!ends_with_parent(p, i))
            continue;
        struct planned *around = &p->loops[plan_nest(p, i)->parent];
        l->ended |= timed && (l->events || around->events);
        around->ended |= l->ended;
    }
    for (size_t i = 0; i < p->nests.at.n; i++)
        if (ends_with_parent(p, i))
            p->loops[i].ended |= p->loops[plan_nest(p, i)->parent].ended;
}

/* Removes the label of "DO 10 I = ...". */
static void remove_do_label(struct plan *p, const struct stmt *head)
{
    const char *text = p->edits->source->text;
    size_t at = head->at;
    if (head->construct)
        while (text[at] != ':')
            at++;
    while (!isdigit((unsigned char)text[at]))
        at++;
    size_t from = at;
    while (isdigit((unsigned char)text[at]) || text[at] == ' ' || text[at] == '\t')
        at++;
    if (text[at] == ',')
        at++;
    edit_replace(p->edits, from, at - from, " ", head);
}

/* Inserts the ends of loops, the innermost first, each with its event. */
static void end_loops(struct plan *p)
{
    for (size_t i = p->nests.at.n; i-- > 0;) {
        const struct nest *n = plan_nest(p, i);
        const struct stmt *head = p->unit->at[n->head];
        struct lines *after = &p->slots[n->end].after;
        if (p->loops[i].ended) {
            const char *name =
                head->construct ? arena_printf(p->arena, " %s", head->construct) : "";
            remove_do_label(p, head);
            lines_add(p->arena, after,
                      (struct line){0, false, arena_printf(p->arena, "end do%s", name)});
        }
        for (size_t l = i; p->options->mode == INSTRUMENT_TIME && l < p->nests.at.n; l++)
            if (p->loops[l].region && p->loops[l].around == i)
                end_loop(p, l);
    }
}

static void put_events(struct plan *p)
{
    for (size_t i = 0; i < p->nests.at.n; i++)
        p->slots[plan_nest(p, i)->head].from = p->loops[i].from;
    if (p->options->mode == INSTRUMENT_COUNT) {
        plan_counting(p);
    } else {
        for (size_t i = 0; i < p->nests.at.n; i++)
            if (p->loops[i].region)
                begin_loop(p, i);
        plan_leaving(p);
    }
    find_ended(p);
    end_loops(p);
}

static void list_results(struct file_state *w, const struct plan *p)
{
    for (size_t i = 0; i < p->nests.at.n; i++) {
        const struct planned *l = &p->loops[i];
        if (!l->facts)
            continue;
        *ARENA_PUSH(w->arena, w->to->at, w->to->n) =
            (struct instrumented_loop){.id = l->facts->id,
                                       .region = l->region,
                                       .passes = l->passes,
                                       .why = l->chosen ? l->why : NULL};
        w->to->any |= l->region != 0;
    }
}

static void instrument_unit(struct file_state *w, const struct unit *u)
{
    struct symbols symbols;
    struct plan p = {.arena = w->arena,
                     .options = w->options,
                     .unit = u,
                     .symbols = &symbols,
                     .edits = &w->edits,
                     .calls = w->calls};
    nests_find(&p.nests, u);
    p.loops = ARENA_ARRAY(w->arena, struct planned, p.nests.at.n + 1);
    for (size_t i = 0; i < p.nests.at.n; i++)
        p.loops[i].facts = next_fact(w, u, u->at[p.nests.at.at[i].head]);
    if (p.nests.at.n) {
        symbols_open(&symbols, w->arena, &w->ast, u);
        p.slots = ARENA_ARRAY(w->arena, struct slots, u->n + 1);
        for (size_t i = 0; i < u->n; i++)
            p.slots[i].from = i;
        list_labels(&p);
        find_inner_loops(&p);
        plan_choice(&p);
        plan_directives(&p);
        exclude_kinds(&p);
        plan_jumps(&p);
        assign_regions(w, &p);
        plan_around(&p);
        if (any_region(&p) && externals_are_declared(&p))
            declare_calls(&p);
        put_events(&p);
        edit_unit(&w->edits, u, p.slots);
        list_results(w, &p);
        symbols_free(&symbols);
    }
    nests_free(&p.nests);
    labels_free(&p.labels);
}

/* ---- the file ---- */

/* Whether the text contains the word, in upper or lower case. */
static bool has_word(const struct source *s, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= s->size; i++)
        if (strncasecmp(s->text + i, word, n) == 0 && !isalnum((unsigned char)s->text[i + n]) &&
            (i == 0 || !isalnum((unsigned char)s->text[i - 1])))
            return true;
    return false;
}

/* Returns the set of names that the text does not use; NULL = it uses both. */
static const char *const *free_names(const struct source *s)
{
    for (size_t i = 0; i < COUNT_OF(call_names); i++) {
        bool used = false;
        for (int k = 0; k < CALLS_OF; k++)
            used |= has_word(s, call_names[i][k]);
        if (!used)
            return call_names[i];
    }
    return NULL;
}

/* Warns at each loop with so many loops around it that the outermost ones are not analysed. */
static void warn_of_levels(const struct source_loops *facts, struct diag *d)
{
    for (size_t i = 0; i < facts->n; i++)
        if (facts->at[i].depth == FRONT_LEVELS_MOST + 2)
            diag_warning(d, (struct where){.file = facts->at[i].file, .line = facts->at[i].line},
                         "more than %d loops are nested: the operations of the outermost ones are "
                         "not counted",
                         FRONT_LEVELS_MOST + 1);
}

static void instrument_file(struct file_state *w, const struct front_options *o,
                            const struct machine *m, struct diag *d)
{
    struct source_file file = {.file = w->source.path};
    struct front_options counted = *o;
    counted.outer = true;
    counted.lists = counted.movement = false;
    front_parse(w->arena, &w->names, &w->source, o, d, &w->ast);
    front_analyse(w->arena, &w->ast, &file, &counted, m, &w->facts);
    warn_of_levels(&w->facts, d);
    w->edits = (struct edits){.arena = w->arena,
                              .names = &w->names,
                              .source = &w->source,
                              .free_form = cards_free_form(o, w->source.path)};
    for (size_t i = 0; i < w->ast.n_units; i++)
        instrument_unit(w, w->ast.units[i]);
    w->to->text = edits_apply(&w->edits, &w->to->size);
    edits_free(&w->edits);
}

bool front_instrument_text(struct arena *a, struct source *s, const struct front_options *o,
                           const struct instrument_options *i, const struct machine *m,
                           struct region_table *t, struct diag *d, struct instrumented *to)
{
    struct file_state w = {.arena = a, .options = i, .table = t, .to = to, .source = *s};
    *s = (struct source){0};
    *to = (struct instrumented){0};
    include_all(a, &w.names, &w.source, o);
    w.calls = free_names(&w.source);
    if (w.calls)
        instrument_file(&w, o, m, d);
    else
        diag_error(d, (struct where){.file = w.source.path},
                   "the file defines names of both sets, MKBEGIN ... and MKBGNZ ...: rename "
                   "those of one set");
    names_free(&w.names);
    source_free(&w.source);
    return w.calls;
}

bool front_instrument(struct arena *a, struct infile *in, const struct front_options *o,
                      const struct instrument_options *i, const struct machine *m,
                      struct region_table *t, struct diag *d, struct instrumented *to)
{
    struct source s;
    return front_read_infile(&s, in, o, d) && front_instrument_text(a, &s, o, i, m, t, d, to);
}
