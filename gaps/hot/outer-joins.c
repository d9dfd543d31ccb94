/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/outer-joins.h"
#include "gaps/hot/compare.h"
#include "gaps/ladder/join.h"

#include <string.h>

/* Relative difference of numbers that are equal except for rounding. */
static const double rounding = 1e-9;

/* Returns whether the iterations of a loop at the lines of a row are its passes. */
static bool has_passes(const struct joined_run *j, const struct hotspot *h,
                       const struct hot_source_loop *l)
{
    if (l->line < h->line || l->end_line > h->end_line ||
        match_files(h->source, l->source) < SAME_BASE_NAME)
        return false;
    struct quantity n = count_of_reference_loop(j->a, j->coverage->profile, l).iterations;
    return is_known(n) && !differs(n.value, h->passes.value, rounding);
}

/* Returns the loop at the lines of a row whose iterations are its passes; NULL = none, or several,
 * which are not copies of one loop. */
static const struct hot_source_loop *loop_of_passes(const struct joined_run *j,
                                                    const struct hotspot *h)
{
    const struct hot_profile *p = j->coverage->profile;
    const struct hot_source_loop *found = NULL;
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        if (!has_passes(j, h, l))
            continue;
        if (found && (found->line != l->line || found->end_line != l->end_line))
            return NULL;
        found = found ? found : l;
    }
    return found;
}

/* Returns whether row i is an outer loop with other passes than its source loop has iterations. */
static bool is_misjoined(const struct joined_run *j, size_t i)
{
    const struct gap_hot_row *row = &j->coverage->rows[i];
    const struct hotspot *h = row->hot;
    if (h->kind != HOTSPOT_LOOP || !row->outer || j->places[i] < 0 || !h->counted || !h->source ||
        !is_known(h->passes) || (size_t)j->places[i] >= j->of->build->n)
        return false;
    struct quantity n =
        reference_count(j->a, j->coverage->profile, j->of->build->stored, j->joins[i].source)
            .iterations;
    return is_known(n) && differs(n.value, h->passes.value, rounding);
}

/* Joins row i with a loop that kma read, or of the reference build. */
static void join_outer(struct joined_run *j, size_t i, const struct hot_source_loop *l)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    const struct compiled_loop c = {.kind = LOOP_RESIDUE,
                                    .k = missing("its instructions are not in the database"),
                                    .label = row->hot->label,
                                    .function = row->hot->function,
                                    .source = row->hot->source,
                                    .line = l->line,
                                    .end_line = l->end_line};
    struct loop_join join = join_loop(j->a, j->of->build->stored, &c, NULL, 0);
    if (!join.source || join.source->line != l->line) {
        join_reference_loop(j, i, l);
        return;
    }
    j->joins[i] = join;
    j->places[i] = place_of(j->of->build, join.source);
    row->source = join.source->id;
    row->source_name = join.source->id + strlen(join.source->file) + 1;
}

void join_outer_by_passes(struct joined_run *j)
{
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct hot_source_loop *l =
            is_misjoined(j, i) ? loop_of_passes(j, j->coverage->rows[i].hot) : NULL;
        if (l)
            join_outer(j, i, l);
    }
}
