/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/sources.h"

#include "gaps/read.h"

static struct gap_lines lines_of(struct arena *a, const struct stored_line *at, size_t n)
{
    struct gap_lines l = {ARENA_ARRAY(a, struct gap_line, n + 1), n};
    for (size_t i = 0; i < n; i++)
        l.at[i] = (struct gap_line){at[i].line, at[i].text};
    return l;
}

bool gaps_source(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct gap_source *to)
{
    const struct model_loop *l = gaps_model_loop(g, run, loop);
    struct stored_line *at;
    size_t n;
    *to = (struct gap_source){0};
    if (!l)
        return true;
    to->source = l->source;
    to->recurrence = l->recurrence;
    if (!runs_source_lines(g->r, a, gaps_stored_build(g, run), l->source->file, l->source->line,
                           l->source->end_line, &at, &n))
        return false;
    to->lines = lines_of(a, at, n);
    if (!l->compiled)
        return true;
    to->compiled = l->compiled;
    to->compiled_recurrence = l->compiled_recurrence;
    return true;
}

bool gaps_same_build(const struct gaps *g, const struct gap_run *x, const struct gap_run *y)
{
    return g->of[x - g->table.at].build == g->of[y - g->table.at].build;
}
