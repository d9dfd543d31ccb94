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
        if (u->file->options->movement && l->innermost)
            l->movement = movement_find(b, &u->file->options->values);
    }
    body_next(b);
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
        for (size_t i = 0; i < u.nests.at.n; i++)
            analyse_loop(&u, i);
        name_loops(f->arena, unit, f->file->file, f->loops->at + u.base, u.nests.at.n);
        body_free(&u.body);
        reach_free(&u.reach);
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
