/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/shares.h"
#include "gaps/hot/coverage.h"
#include "gaps/read.h"

#include <string.h>

void shares_find_sampled(struct gaps *g)
{
    for (size_t t = 0; t < g->table.n; t++)
        for (size_t s = 0; s < g->table.n; s++) {
            struct gap_run *run = &g->table.at[t];
            const struct gap_run *other = &g->table.at[s];
            if (run->run && !run->coverage && other->coverage && g->of[t].build == g->of[s].build &&
                run->processors == other->processors)
                run->sampled = other->coverage;
        }
}

/* Returns whether a path of debug information names the file of a loop: one is the end of the
 * other, from a slash on. */
static bool is_same_file(const char *path, const char *file)
{
    size_t n = strlen(path), m = strlen(file);
    const char *longer = n > m ? path : file, *end = n > m ? file : path;
    size_t before = strlen(longer) - strlen(end);
    while (strncmp(end, "./", 2) == 0)
        end += 2, before += 2;
    return strcmp(longer + before, end) == 0 && (before == 0 || longer[before - 1] == '/');
}

/* Returns whether the lines of a row are within those of a source loop. */
static bool is_inside(const struct hotspot *h, const struct source_loop *l)
{
    return h->source && h->line > 0 && is_same_file(h->source, l->file) && h->line >= l->line &&
           h->end_line <= l->end_line;
}

/* Returns the index of the loop of the build with the fewest lines around a row; -1 = none. */
static long find_loop(const struct model_build *b, const struct hotspot *h)
{
    long best = -1;
    for (size_t i = 0; i < b->n; i++) {
        const struct source_loop *l = b->loops[i].source;
        const struct source_loop *than = best < 0 ? NULL : b->loops[best].source;
        if (is_inside(h, l) && (!than || l->end_line - l->line < than->end_line - than->line))
            best = (long)i;
    }
    return best;
}

/* Adds the shares of the rows to the loops that contain them. */
static void add_rows(const struct model_build *b, const struct gap_coverage *c, struct gap_run *run)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct gap_hot_row *row = &c->rows[i];
        long place = row->hot->kind == HOTSPOT_LOOP ? find_loop(b, row->hot) : -1;
        for (size_t l = 0; place >= 0 && l < run->n; l++) {
            struct gap_loop *loop = &run->loops[l];
            if (loop->place < 0)
                continue;
            const struct source_loop *s = b->loops[loop->place].source;
            if (loop->place == place || is_inside(row->hot, s))
                loop->cpu_share = q_add(loop->cpu_share, row->share);
            if (loop->place == place)
                loop->cpu_own = q_add(loop->cpu_own, row->share);
        }
    }
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
