/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds loops made with GO TO: labels that are targets of backward jumps. */
#include "frontend/frontend.h"

#include "frontend/analysis/nests.h"

#include <stdlib.h>

/* A label and where it is used: its own statement, or a jump to it. */
struct label_position {
    long label;
    size_t statement;
};
struct places {
    ARRAY(struct label_position) at;
};

static int order(const void *one, const void *other)
{
    const struct label_position *a = one, *b = other;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    return (a->statement > b->statement) - (a->statement < b->statement);
}

static void sort(struct places *p)
{
    if (p->at.n)
        qsort(p->at.at, p->at.n, sizeof *p->at.at, order);
}

/* Jumps of a unit, by label. */
static void find_jumps(struct places *jumps, const struct unit *u)
{
    for (size_t i = 0; i < u->n; i++)
        for (const struct stmt *t = u->at[i]; t; t = t->action)
            for (uint32_t k = 0; k < t->n_targets; k++)
                *array_push(&jumps->at) = (struct label_position){t->targets[k], i};
    sort(jumps);
}

/* The last jump to a label; jumps are by label. NULL = none. */
static const struct label_position *last_jump(const struct places *jumps, long label)
{
    size_t low = 0, high = jumps->at.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (jumps->at.at[middle].label <= label)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && jumps->at.at[low - 1].label == label ? &jumps->at.at[low - 1] : NULL;
}

/* Line of the innermost DO whose body holds all of the statements; 0 = none. */
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
    struct places jumps = {0};
    struct nests nests = {0};
    bool open = false;
    find_jumps(&jumps, u);
    for (size_t i = 0; jumps.at.n && i < u->n; i++) {
        const struct label_position *j =
            u->at[i]->label ? last_jump(&jumps, u->at[i]->label) : NULL;
        if (!j || j->statement < i)
            continue;
        if (!open)
            nests_find(&nests, u);
        open = true;
        f->nests = &nests;
        add_jump_loop(f, u, i, j->statement);
    }
    nests_free(&nests);
    array_free(&jumps.at);
}

void front_jump_loops(struct arena *a, const struct ast *ast, struct source_file *file)
{
    struct found f = {.arena = a, .file = file};
    for (size_t i = 0; i < ast->n_units; i++)
        find_loops(&f, ast->units[i]);
}
