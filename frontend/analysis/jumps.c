/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds loops made with GO TO: labels that are targets of backward jumps. */
#include "frontend/frontend.h"

#include "frontend/analysis/labels.h"
#include "frontend/analysis/nests.h"

/* Finds the jumps of a unit, by label. */
static void find_jumps(struct labels *jumps, const struct unit *u)
{
    for (size_t i = 0; i < u->n; i++)
        for (const struct stmt *t = u->at[i]; t; t = t->action)
            for (uint32_t k = 0; k < t->n_targets; k++)
                labels_add(jumps, t->targets[k], i);
    labels_sort(jumps);
}

/* Returns the line of the innermost DO whose body contains all of the statements; 0 = none. */
static long around(const struct nests *n, const struct unit *u, size_t first, size_t last)
{
    long line = 0;
    for (size_t i = 0; i < n->at.n && n->at.at[i].head < first; i++)
        if (last <= n->at.at[i].end)
            line = u->at[n->at.at[i].head]->line;
    return line;
}

struct found {
    struct arena *arena;
    const struct nests *nests;
    struct source_file *file;
};

static void add_jump_loop(struct found *f, const struct unit *u, size_t label, size_t jump)
{
    const struct stmt *t = u->at[label], *from = u->at[jump];
    struct source_file *file = f->file;
    *ARENA_PUSH(f->arena, file->jump_loops, file->n_jump_loops) =
        (struct jump_loop){.file = t->file ? arena_strdup(f->arena, t->file) : file->file,
                           .routine = arena_strdup(f->arena, u->name),
                           .line = t->line,
                           .end_line = from->end_line >= t->line ? from->end_line : t->line,
                           .label = t->label,
                           .within = around(f->nests, u, label, jump)};
}

static void find_loops(struct found *f, const struct unit *u)
{
    struct labels jumps = {0};
    struct nests nests = {0};
    bool open = false;
    find_jumps(&jumps, u);
    for (size_t i = 0; jumps.at.n && i < u->n; i++) {
        const struct label_place *j = u->at[i]->label ? labels_last(&jumps, u->at[i]->label) : NULL;
        if (!j || j->statement < i)
            continue;
        if (!open)
            nests_find(&nests, u);
        open = true;
        f->nests = &nests;
        add_jump_loop(f, u, i, j->statement);
    }
    nests_free(&nests);
    labels_free(&jumps);
}

void front_jump_loops(struct arena *a, const struct ast *ast, struct source_file *file)
{
    struct found f = {.arena = a, .file = file};
    for (size_t i = 0; i < ast->n_units; i++)
        find_loops(&f, ast->units[i]);
}
