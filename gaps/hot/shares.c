/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/shares.h"
#include "gaps/hot/coverage.h"
#include "gaps/read.h"

void shares_find_sampled(struct gaps *g)
{
    for (size_t t = 0; t < g->table.n; t++)
        for (size_t s = 0; s < g->table.n; s++) {
            struct gap_run *run = &g->table.at[t];
            const struct gap_run *other = &g->table.at[s];
            if (run->coverage)
                run->sampled = run->coverage;
            else if (run->run && other->coverage && g->of[t].build == g->of[s].build &&
                     run->processors == other->processors)
                run->sampled = other->coverage;
        }
}

/* Returns whether loop l is `inner` or encloses it. */
static bool is_inside(const struct stored_build *b, const struct source_loop *inner,
                      const struct source_loop *l)
{
    while (inner && inner != l)
        inner = source_around(b, inner);
    return inner != NULL;
}

/* Adds the share of a row to the loops that contain its lines. */
static void add_row(const struct model_build *b, const struct gap_hot_row *row,
                    const struct source_loop *around, struct gap_run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        struct gap_loop *l = &run->loops[i];
        const struct source_loop *s = l->place < 0 ? NULL : b->loops[l->place].source;
        if (!s || !is_inside(b->stored, around, s))
            continue;
        l->cpu_share = q_add(l->cpu_share, row->share);
        if (s == around)
            l->cpu_own = q_add(l->cpu_own, row->share);
    }
}

static void add_rows(const struct model_build *b, const struct gap_coverage *c, struct gap_run *run)
{
    struct arena scratch = {0};
    for (size_t i = 0; i < c->n; i++) {
        const struct hotspot *h = c->rows[i].hot;
        const struct source_loop *around =
            h->kind == HOTSPOT_LOOP
                ? loop_around_lines(&scratch, b->stored, h->source, h->line, h->end_line)
                : NULL;
        if (around)
            add_row(b, &c->rows[i], around, run);
    }
    arena_free(&scratch);
}

void shares_set(struct gaps *g)
{
    for (size_t t = 0; t < g->table.n; t++) {
        struct gap_run *run = &g->table.at[t];
        const struct gap_coverage *c = run->sampled;
        struct quantity none = !c ? missing("this run was not sampled by macs run")
                               : is_known(c->covered) ? known(0)
                                                      : c->covered;
        for (size_t l = 0; l < run->n; l++)
            run->loops[l].cpu_share = run->loops[l].cpu_own = none;
        if (c && is_known(none))
            add_rows(g->of[t].build, c, run);
    }
}
