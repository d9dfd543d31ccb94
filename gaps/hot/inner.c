/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/inner.h"
#include "gaps/hot/candidates.h"
#include "gaps/hot/compare.h"

/* Greatest relative difference of the iterations. */
static const double iterations_error = 1e-3;

/* Returns whether a source loop has a row whose iterations contradict it, or are unknown. */
static bool is_contradicted(struct joined_run *j, long place)
{
    double outside;
    const struct source_count source = reference_count(
        j->a, j->coverage->profile, j->of->build->stored, j->of->build->loops[place].source);
    if (!is_known(source.iterations))
        return false;
    confirm_k_by_work(j, place, &source);
    bool unknown = false;
    for (size_t i = 0; i < j->coverage->n; i++)
        unknown |= j->places[i] == place && !is_known(j->joins[i].k);
    return unknown || check_iterations_of(j, place, &source, &outside);
}

/* Returns the loop of the reference build that contains the lines of row i and is within the loop
 * of its place, or one of several loops that the compiler makes of it, as of WHERE; NULL = none. */
static const struct hot_source_loop *inner_loop(const struct joined_run *j, size_t i, long place)
{
    const struct hot_profile *p = j->coverage->profile;
    const struct gap_hot_row *row = &j->coverage->rows[i];
    const struct hotspot *h = row->hot;
    const struct source_loop *source = j->of->build->loops[place].source;
    if (j->places[i] != place || row->outer || !row->code || !is_known(row->code->compiled->k) ||
        !is_known(h->passes) || source->indices)
        return NULL;
    const struct hot_source_loop *l = reference_loop_around(p, h->source, h->line, h->end_line);
    const struct hot_source_loop *around = l && l->parent >= 0 ? &p->source_loops[l->parent] : NULL;
    bool within = around && around->line >= source->line && around->end_line <= source->end_line;
    bool part = l && l->line >= source->line && l->end_line <= source->end_line &&
                count_loops_beside(j->a, p, l) > 1;
    return within || part ? l : NULL;
}

/* Returns k x passes of the rows of a place that an inner loop contains; k is that of their code.
 */
static double sum_iterations(const struct joined_run *j, const struct hot_source_loop *l,
                             long place)
{
    double sum = 0;
    for (size_t i = 0; i < j->coverage->n; i++)
        if (inner_loop(j, i, place) == l) {
            const struct gap_hot_row *row = &j->coverage->rows[i];
            sum += row->code->compiled->k.value * row->hot->passes.value;
        }
    return sum;
}

static void join_loops_within(struct joined_run *j, long place)
{
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct hot_source_loop *l = inner_loop(j, i, place);
        if (!l)
            continue;
        struct quantity n = count_of_reference_loop(j->a, j->coverage->profile, l).iterations;
        if (!is_known(n) || differs(sum_iterations(j, l, place), n.value, iterations_error))
            continue;
        for (size_t k = j->coverage->n; k-- > i;)
            if (inner_loop(j, k, place) == l) {
                j->joins[k] = (struct loop_join){.k = missing("")};
                join_reference(j, k);
            }
    }
}

void join_inner_loops(struct joined_run *j)
{
    size_t n = j->of->build->n;
    bool *has = ARENA_ARRAY(j->a, bool, n + 1);
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] >= 0 && (size_t)j->places[i] < n)
            has[j->places[i]] = true;
    for (size_t p = 0; p < n; p++)
        if (has[p] && is_contradicted(j, (long)p))
            join_loops_within(j, (long)p);
}
