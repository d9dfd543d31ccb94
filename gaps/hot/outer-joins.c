/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/outer-joins.h"
#include "gaps/hot/compare.h"
#include "gaps/ladder/join.h"

#include <string.h>

/* Relative difference of numbers that are equal except for rounding. */
static const double rounding = 1e-9;

static bool is_equal(struct quantity iterations, const struct hotspot *h)
{
    return is_known(iterations) && !differs(iterations.value, h->passes.value, rounding);
}

/* Returns whether the passes of a row are the iterations of a loop, or of one beside it on its
 * lines, or of all of these. */
static bool is_executed_in(const struct joined_run *j, const struct hotspot *h,
                           const struct hot_source_loop *l)
{
    const struct hot_profile *p = j->coverage->profile;
    bool is = is_equal(count_of_reference_loop(j->a, p, l).iterations, h);
    size_t n = is ? 0 : count_loops_beside(j->a, p, l);
    for (size_t i = 0; n > 1 && i < n && !is; i++)
        is = is_equal(count_of_one_beside(j->a, p, l, i).iterations, h);
    return is;
}

/* Returns whether the iterations of a loop at the lines of a row are its passes. */
static bool has_passes(const struct joined_run *j, const struct hotspot *h,
                       const struct hot_source_loop *l)
{
    if (l->line < h->line || l->end_line > h->end_line ||
        match_files(h->source, l->source) < SAME_BASE_NAME)
        return false;
    return is_executed_in(j, h, l);
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

/* Returns the loop whose iterations are the passes of a row, of a loop that kma read and those
 * around it on its line; the loop itself if there is none. */
static const struct source_loop *level_of_passes(const struct joined_run *j,
                                                 const struct hotspot *h,
                                                 const struct source_loop *innermost)
{
    const struct stored_build *b = j->of->build->stored;
    const struct source_loop *s = innermost;
    for (; s && s->line == innermost->line; s = source_around(b, s))
        if (is_equal(reference_count(j->a, j->coverage->profile, b, s).iterations, h))
            return s;
    return innermost;
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
    join.source = join.facts = level_of_passes(j, row->hot, join.source);
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
        if (is_executed_in(j, row->hot, l))
            return l;
        l = l->parent < 0 ? NULL : &p->source_loops[l->parent];
    }
    return NULL;
}

/* ---- lines of inlined functions ---- */

/* Returns whether the passes and entries of a row are those of a loop. A pass can begin with the
 * condition of the loop, which is false once in each execution: these passes must be few. */
static bool has_executions(const struct hotspot *h, struct source_count n)
{
    const double few = 1e-3;
    return is_known(n.iterations) && is_known(n.entries) && h->entries == n.entries.value &&
           (is_equal(n.iterations, h) || (is_equal(q_add(n.iterations, n.entries), h) &&
                                          n.entries.value <= few * n.iterations.value));
}

/* Returns whether a row has the lines of a loop of its function up to the first or the last one,
 * and more. */
static bool exceeds_lines(const struct joined_run *j, const struct hotspot *h,
                          const struct hot_source_loop *l)
{
    return match_files(h->source, l->source) >= SAME_BASE_NAME && h->line <= l->line &&
           l->end_line <= h->end_line && (h->line == l->line || l->end_line == h->end_line) &&
           l->function && h->function && is_symbol_of_one(j->a, l->function, h->function);
}

/* Returns the only loop of which outer row i, without source loop, has passes, entries and lines:
 * lines of inlined functions can be before or after those of the loop. NULL = none, or several. */
static const struct hot_source_loop *loop_with_inlined(const struct joined_run *j, size_t i)
{
    const struct hot_profile *p = j->coverage->profile;
    const struct hotspot *h = j->coverage->rows[i].hot;
    const struct hot_source_loop *found = NULL;
    if (h->kind != HOTSPOT_LOOP || !j->coverage->rows[i].outer || j->places[i] >= 0 ||
        !h->counted || !h->source || !is_known(h->passes) || !(h->entries > 0))
        return NULL;
    for (size_t k = 0; k < p->n_source_loops; k++) {
        const struct hot_source_loop *l = &p->source_loops[k];
        if (!exceeds_lines(j, h, l) || !has_executions(h, count_of_reference_loop(j->a, p, l)))
            continue;
        if (found)
            return NULL;
        found = l;
    }
    return found;
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
        const struct hot_source_loop *narrower = loop_with_inlined(j, i);
        if (narrower) {
            j->coverage->rows[i].no_iterations = NULL;
            join_outer(j, i, narrower);
        }
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
    if (j->places[i] < (long)j->of->build->n)
        row->loop.tnf = row->loop.cpl.m = row->loop.cpl.ma = missing(why);
    j->places[i] = -1;
    row->source = row->source_name = NULL;
    row->no_iterations = why;
    row->loop.k = row->loop.iterations = missing(why);
}

/* Separates the rows in row `all`, which has all iterations, and around it. */
static void separate_from_complete(struct joined_run *j, long place, size_t all)
{
    for (size_t i = 0; i < j->coverage->n; i++) {
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

/* Returns whether a row of the place is within the compiled loop of row i, or around it. */
static bool has_row(const struct joined_run *j, long place, size_t i, bool around)
{
    for (size_t k = 0; k < j->coverage->n; k++)
        if (k != i && j->places[k] == place && (around ? is_within(j, i, k) : is_within(j, k, i)))
            return true;
    return false;
}

/* Returns whether k x passes of the rows of the place that are in no other one of it are the
 * iterations of the source. */
static bool is_executed_by_outermost(const struct joined_run *j, long place,
                                     const struct source_count *source)
{
    const double error = 1e-3;
    struct quantity sum = known(0);
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place && !has_row(j, place, i, true))
            sum = q_add(sum, row_iterations(j, i));
    return is_known(sum) && is_known(source->iterations) &&
           !differs(sum.value, source->iterations.value, error);
}

/* Keeps of rows in each other the innermost ones, or the outermost ones if these have the
 * iterations of the source: an iteration is not executed by both. */
static void separate_levels(struct joined_run *j, long place, const struct source_count *source)
{
    bool outermost = is_executed_by_outermost(j, place, source);
    bool *other = ARENA_ARRAY(j->a, bool, j->coverage->n + 1);
    for (size_t i = 0; i < j->coverage->n; i++)
        other[i] = j->places[i] == place && has_row(j, place, i, outermost);
    for (size_t i = 0; i < j->coverage->n; i++)
        if (other[i])
            separate_row(j, i,
                         outermost ? "the iterations of its source lines are the passes of the "
                                     "compiled loop around it"
                                   : "it is around another compiled loop of its source lines, and "
                                     "no loop there has its passes");
}

void separate_nested_rows(struct joined_run *j, long place, const struct source_count *source)
{
    size_t all = is_known(source->iterations) ? complete_row(j, place, source) : j->coverage->n;
    if (all < j->coverage->n)
        separate_from_complete(j, place, all);
    separate_levels(j, place, source);
}

/* ---- compiled loops of other code ---- */

/* Returns whether row i is a loop without samples whose passes are few in comparison with n. */
static bool is_negligible(const struct joined_run *j, size_t i, double n)
{
    const double few = 1e-3;
    return is_unsampled(j, i) && j->coverage->rows[i].hot->passes.value <= few * n;
}

void separate_excess_rows(struct joined_run *j, long place, const struct source_count *source)
{
    struct quantity sum = known(0);
    double n = is_known(source->iterations) ? source->iterations.value : 0;
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place && !is_negligible(j, i, n))
            sum = q_add(sum, row_iterations(j, i));
    if (!(n > 0) || !is_known(sum) || differs(sum.value, n, rounding))
        return;
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place && is_negligible(j, i, n) &&
            j->coverage->rows[i].hot->passes.value > 0)
            separate_row(j, i,
                         "other compiled loops execute all iterations of the source loop at its "
                         "lines: it executes none of them");
}
