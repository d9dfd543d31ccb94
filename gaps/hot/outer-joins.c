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

/* Returns the loop around the one of the reference build that row i is joined with, if its
 * iterations are the passes of the row and those of the other one are not; NULL = there is none. */
static const struct hot_source_loop *loop_around(const struct joined_run *j, size_t i)
{
    const struct gap_hot_row *row = &j->coverage->rows[i];
    const struct hot_profile *p = j->coverage->profile;
    if (!row->outer || !row->hot->counted || j->places[i] < (long)j->of->build->n)
        return NULL;
    const struct hot_source_loop *l = j->references[(size_t)j->places[i] - j->of->build->n].of;
    while (l) {
        struct quantity n = count_of_reference_loop(j->a, p, l).iterations;
        if (is_known(n) && !differs(n.value, row->hot->passes.value, rounding))
            return l;
        l = l->parent < 0 ? NULL : &p->source_loops[l->parent];
    }
    return NULL;
}

void join_outer_by_passes(struct joined_run *j)
{
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct hot_source_loop *around = loop_around(j, i);
        if (around)
            join_reference_loop(j, i, around);
        const struct hot_source_loop *l =
            is_misjoined(j, i) ? loop_of_passes(j, j->coverage->rows[i].hot) : NULL;
        if (l)
            join_outer(j, i, l);
    }
}

/* Returns whether the passes of row i are all iterations of a source loop, or all but one of each
 * execution, in which control leaves the loop before the first instruction of its compiled loop. */
static bool is_complete(const struct joined_run *j, size_t i, const struct source_count *source)
{
    const struct hotspot *h = j->coverage->rows[i].hot;
    struct quantity k = j->joins[i].k;
    double n = source->iterations.value;
    if (!h->counted || h->spread > 0 || (is_known(k) && k.value != 1))
        return false;
    return !differs(h->passes.value, n, rounding) ||
           (is_known(source->entries) && source->entries.value < n / 2 &&
            !differs(h->passes.value, n - source->entries.value, rounding));
}

/* Returns whether row i is in the compiled loop of row `outer`. */
static bool is_within(const struct joined_run *j, size_t i, size_t outer)
{
    const struct hot_profile *p = j->coverage->profile;
    int at = j->coverage->rows[i].hot->parent;
    while (at >= 0 && &p->at[at] != j->coverage->rows[outer].hot)
        at = p->at[at].parent;
    return at >= 0;
}

/* Returns the compiled loop of a source loop that has all of its iterations; the outermost one of
 * several, the number of rows = none. */
static size_t complete_row(const struct joined_run *j, long place,
                           const struct source_count *source)
{
    size_t found = j->coverage->n;
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place && is_complete(j, i, source) &&
            (found == j->coverage->n || is_within(j, found, i)))
            found = i;
    return found;
}

static void separate_row(struct joined_run *j, size_t i, const char *why)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    j->places[i] = -1;
    row->source = row->source_name = NULL;
    row->no_iterations = why;
    row->loop.k = row->loop.iterations = missing(why);
}

void separate_nested_rows(struct joined_run *j, long place, const struct source_count *source)
{
    size_t all = is_known(source->iterations) ? complete_row(j, place, source) : j->coverage->n;
    for (size_t i = 0; all < j->coverage->n && i < j->coverage->n; i++) {
        const char *name = j->coverage->rows[i].source_name;
        if (j->places[i] != place || i == all)
            continue;
        if (is_within(j, i, all))
            separate_row(j, i,
                         arena_printf(j->a,
                                      "the iterations of %s are the passes of the compiled loop "
                                      "around it: it is a loop within an iteration, of which no "
                                      "source loop is known",
                                      name));
        else if (is_within(j, all, i))
            separate_row(j, i,
                         arena_printf(j->a,
                                      "the iterations of %s are the passes of the compiled loop in "
                                      "it: its own code is a part of some of them, or of another "
                                      "loop",
                                      name));
    }
}
