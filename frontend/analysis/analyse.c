/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts every loop of a file to a fact. */
#include "frontend/frontend.h"

#include "base/quantity.h"
#include "frontend/analysis/associate.h"
#include "frontend/analysis/derived.h"
#include "frontend/analysis/calls.h"
#include "frontend/analysis/loop-names.h"
#include "frontend/analysis/lower.h"
#include "frontend/analysis/loop-facts.h"
#include "frontend/analysis/reuse.h"
#include "frontend/analysis/unread.h"
#include "frontend/analysis/unroll.h"
#include "frontend/analysis/windows.h"

#include <string.h>

struct analysis {
    struct arena *arena; /* of the facts; temporary data is in the arena of the AST */
    const struct ast *ast;
    struct source_file *file;
    const struct front_options *options;
    const struct machine *machine;
    struct source_loops *loops;
};
struct unit_analysis {
    struct analysis *file;
    const struct unit *unit;
    struct symbols symbols;
    struct nests nests;
    struct reach reach;
    struct body body; /* of one loop at a time */
    int *levels;      /* of each loop: levels of loops inside it */
    int64_t *trips;   /* of each loop: constant trip count; negative = unknown, or not analysed */
    int base;         /* index of the unit's first loop */
};

static const char *label_text(struct arena *a, long label)
{
    char buf[QUANTITY_TEXT];
    return label ? arena_strdup(a, long_text(label, buf)) : NULL;
}

static struct source_loop describe(const struct unit_analysis *u, const struct nest *n)
{
    const struct stmt *head = u->unit->at[n->head], *end = u->unit->at[n->end];
    struct arena *a = u->file->arena;
    const char *file = head->file ? head->file : u->file->file->file;
    return (struct source_loop){
        .file = file,
        .routine = u->unit->name,
        .line = head->line,
        .end_line = end->end_line >= head->line ? end->end_line : head->line,
        .label = label_text(a, head->target),
        .index = head->kind == STMT_DO && head->name[0] != HIDDEN_NAME ? head->name : NULL,
        .depth = n->depth,
        .parent = n->parent < 0 ? -1 : u->base + n->parent,
        .innermost = n->innermost,
        .indices = (int)head->n_indices,
        .excluded = !n->innermost,
    };
}

static void exclude(struct arena *a, struct source_loop *l, const char *why)
{
    l->excluded = true;
    note_text(a, &l->notes, why);
}

static void analyse_body(struct unit_analysis *u, size_t i, struct source_loop *l)
{
    struct body *b = &u->body;
    struct work_list w;
    const char *unread = unread_used(u->file->arena, &u->symbols, u->unit, &u->nests.at.at[i]);
    b->loop = i;
    body_run(b);
    u->trips[i] = b->trip_known ? b->trip : -1;
    const char *why = b->excluded ? b->excluded : unread;
    if (!why) {
        reuse_find(b, u->file->machine->fp_registers);
        why = b->excluded;
    }
    if (why)
        exclude(b->arena, l, why);
    else {
        work_find(b, &w);
        loop_facts(b, &w, u->file->machine, u->file->options->lists, l);
        if (u->file->options->movement && l->innermost && !l->id)
            l->movement = movement_find(b, &u->file->options->values);
    }
    body_next(b);
}

/* Finds the trip count of an outer loop without its facts. */
static void find_trip(struct unit_analysis *u, size_t i)
{
    u->body.loop = i;
    body_run(&u->body);
    u->trips[i] = u->body.trip_known ? u->body.trip : -1;
    body_next(&u->body);
}

/* Whether a statement of the loop, outside its inner loops, calls a routine. */
static bool calls_itself(const struct unit_analysis *u, size_t loop)
{
    const struct nest *n = &u->nests.at.at[loop];
    size_t inner = loop + 1, held = n->head, i = 0;
    for (size_t end = u->reach.calls.n; i < end;) {
        size_t middle = i + (end - i) / 2;
        if (u->reach.calls.at[middle] > n->head)
            end = middle;
        else
            i = middle + 1;
    }
    for (; i < u->reach.calls.n && u->reach.calls.at[i] <= n->end; i++) {
        size_t at = u->reach.calls.at[i];
        for (; inner < u->nests.at.n && u->nests.at.at[inner].head <= at; inner++)
            if (u->nests.at.at[inner].end > held)
                held = u->nests.at.at[inner].end;
        if (at > held && u->unit->at[at]->kind != STMT_READ)
            return true;
    }
    return false;
}

static void analyse_loop(struct unit_analysis *u, size_t i)
{
    const struct nest *n = &u->nests.at.at[i];
    struct source_loop l = describe(u, n);
    if (n->innermost)
        analyse_body(u, i, &l);
    else {
        note_text(
            u->file->arena, &l.notes,
            "no bound, because this is an outer loop; kma computes bounds of innermost loops only");
        if (u->file->options->outer && u->levels[i] > FRONT_LEVELS_MOST)
            exclude(u->file->arena, &l, "it has more than 100 levels of loops inside it");
        else if (u->file->options->outer)
            analyse_body(u, i, &l);
        else if (u->file->options->unrolled && u->levels[i] <= FRONT_LEVELS_MOST)
            find_trip(u, i);
    }
    l.calls |= !n->innermost && calls_itself(u, i);
    struct source_loops *loops = u->file->loops;
    *ARENA_PUSH(u->file->arena, loops->at, loops->n) = l;
}

/* Returns the levels of loops inside each loop. */
static int *find_levels(struct arena *a, const struct nests *nests)
{
    int *levels = ARENA_ARRAY(a, int, nests->at.n + 1);
    for (size_t i = nests->at.n; i-- > 0;) {
        int parent = nests->at.at[i].parent;
        if (parent >= 0 && levels[parent] <= levels[i])
            levels[parent] = levels[i] + 1;
    }
    return levels;
}

static int64_t *unknown_trips(struct arena *a, size_t n)
{
    int64_t *trips = ARENA_ARRAY(a, int64_t, n + 1);
    for (size_t i = 0; i < n; i++)
        trips[i] = -1;
    return trips;
}

/* ---- loops whose inner loops are unrolled ---- */

/* Analyses loop i of the unit with unrolled loops, which is loop `of` of the unit u. */
static void analyse_unrolled(struct unit_analysis *unrolled, size_t i,
                             const struct unit_analysis *u, size_t of)
{
    struct source_loop *outer = &u->file->loops->at[u->base + (int)of];
    struct source_loop *l = ARENA_NEW(u->file->arena, struct source_loop);
    *l = describe(u, &u->nests.at.at[of]);
    l->id = outer->id;
    l->innermost = true;
    l->excluded = false;
    analyse_body(unrolled, i, l);
    outer->unrolled = l;
}

/* Analyses the loops of a level (unroll.h) of the unit. */
static void analyse_level(struct unit_analysis *u, const struct unrolling *r, int level)
{
    struct unit_analysis to = {.file = u->file, .base = u->base};
    size_t *heads = ARENA_ARRAY(u->file->arena, size_t, u->nests.at.n + 1);
    to.symbols = u->symbols;
    to.unit = unroll_loops(r, level, heads);
    nests_find(&to.nests, to.unit);
    reach_open(&to.reach, to.unit, &to.nests, &to.symbols);
    to.body = (struct body){.arena = u->file->arena,
                            .symbols = &to.symbols,
                            .unit = to.unit,
                            .nests = &to.nests,
                            .reach = &to.reach};
    to.trips = unknown_trips(u->file->arena, to.nests.at.n);
    for (size_t i = 0; i < to.nests.at.n; i++)
        if (unroll_level(r, heads[i]) == level)
            analyse_unrolled(&to, i, u, heads[i]);
    body_free(&to.body);
    reach_free(&to.reach);
    nests_free(&to.nests);
    u->symbols = to.symbols;
}

/* Sets `unrolled` of the outer loops of the unit. Requires the names of its loops. */
static void unroll_inner_loops(struct unit_analysis *u)
{
    const struct unrolling r = {&u->symbols, u->unit, &u->nests, u->trips};
    int most = -1;
    for (size_t i = 0; u->file->options->unrolled && i < u->nests.at.n; i++) {
        int level = unroll_level(&r, i);
        most = level > most ? level : most;
    }
    for (int level = 0; level <= most; level++)
        analyse_level(u, &r, level);
}

static void analyse_unit(struct analysis *f, const struct unit *unit)
{
    struct unit_analysis u = {.file = f, .base = (int)f->loops->n};
    symbols_open(&u.symbols, f->ast->arena, f->ast, unit);
    u.unit = lower_arrays(&u.symbols,
                          components_replace(&u.symbols, associate_replace(&u.symbols, unit)));
    nests_find(&u.nests, u.unit);
    if (u.nests.at.n) {
        reach_open(&u.reach, u.unit, &u.nests, &u.symbols);
        u.body = (struct body){.arena = f->arena,
                               .symbols = &u.symbols,
                               .unit = u.unit,
                               .nests = &u.nests,
                               .reach = &u.reach};
        u.levels = find_levels(f->arena, &u.nests);
        u.trips = unknown_trips(f->arena, u.nests.at.n);
        for (size_t i = 0; i < u.nests.at.n; i++)
            analyse_loop(&u, i);
        name_loops(f->arena, unit, f->file->file, f->loops->at + u.base, u.nests.at.n);
        body_free(&u.body);
        reach_free(&u.reach);
        unroll_inner_loops(&u);
    }
    if (f->options->lists)
        calls_find(f->arena, &u.symbols, unit, f->file);
    symbols_free(&u.symbols);
    nests_free(&u.nests);
}

void front_analyse(struct arena *a, const struct ast *ast, struct source_file *file,
                   const struct front_options *o, const struct machine *m,
                   struct source_loops *loops)
{
    struct analysis f = {
        .arena = a, .ast = ast, .file = file, .options = o, .machine = m, .loops = loops};
    size_t first = loops->n;
    for (size_t i = 0; i < ast->n_units; i++)
        analyse_unit(&f, ast->units[i]);
    for (size_t i = first; i < loops->n; i++) {
        const char *why = source_loop_check(a, loops, i);
        if (why)
            bug("loop %s: %s", loops->at[i].id, why);
    }
}
