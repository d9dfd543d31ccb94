/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/compare.h"
#include "base/util.h"
#include "bounds/frequencies.h"
#include "gaps/hot/outside.h"
#include "gaps/hot/unequal.h"

#include <math.h>

/* Relative differences that are accepted: of counted iterations, and of those whose passes were
 * computed from samples of the instruction counter. */
static const double iterations_error = 0.001, sampled_error = 0.05;

bool differs(double a, double b, double error)
{
    return fabs(a - b) > error * fabs(b);
}

/* ---- rows of a source loop ---- */

struct quantity row_iterations(const struct joined_run *j, size_t i)
{
    return q_mul(j->joins[i].k, j->coverage->rows[i].hot->passes);
}

bool is_unsampled(const struct joined_run *j, size_t i)
{
    const struct hotspot *h = j->coverage->rows[i].hot;
    return h->samples == 0 && h->seconds == 0 && is_known(h->passes);
}

size_t main_version(const struct joined_run *j, long place)
{
    size_t best = j->coverage->n;
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct quantity n = row_iterations(j, i);
        if (j->places[i] != place)
            continue;
        if (best == j->coverage->n || (is_known(n) && is_known(row_iterations(j, best)) &&
                                       n.value > row_iterations(j, best).value))
            best = i;
    }
    return best;
}

struct quantity total_iterations(const struct joined_run *j, long place)
{
    struct quantity sum = known(0);
    double others = 0;
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct quantity n = row_iterations(j, i);
        if (j->places[i] == place && (is_known(n) || !is_unsampled(j, i)))
            sum = q_add(sum, n);
        else if (j->places[i] == place)
            others += j->coverage->rows[i].hot->passes.value;
    }
    if (is_known(sum) && others > iterations_error * sum.value)
        return missing(
            arena_printf(j->a,
                         "%.10g passes are those of compiled loops without samples whose "
                         "k is unknown",
                         others));
    return sum;
}

/* ---- comparison with the source ---- */

/* Returns the accepted difference of the iterations of a source loop: it includes the spread of
 * several counted runs. */
static double error_of(const struct joined_run *j, long place, const struct source_count *source)
{
    double error = fmax(iterations_error, source->spread);
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct hotspot *h = j->coverage->rows[i].hot;
        if (j->places[i] == place)
            error = fmax(error, h->counted ? h->spread : sampled_error);
    }
    return error;
}

/* Returns the number of compiled loops that execute all iterations of a source loop. */
static size_t count_equal(const struct joined_run *j, long place, double expected, double error)
{
    size_t n = 0;
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct quantity own = row_iterations(j, i);
        n += j->places[i] == place && is_known(own) && !differs(own.value, expected, error);
    }
    return n;
}

/* Returns how often control entered the compiled loop of a row. */
static struct quantity row_executions(const struct gap_hot_row *row)
{
    if (row->hot->entries > 0)
        return known(row->hot->entries);
    struct arena scratch = {0};
    const char *why;
    const struct instruction_body *b = row->code ? model_body(&scratch, row->code, &why) : NULL;
    const struct body_frequencies *f = b ? row->code->compiled->frequencies : NULL;
    struct quantity n = missing("the passes of an execution are unknown");
    if (f && f->trip > 0 && is_known(row->hot->passes))
        n = known(nearbyint(row->hot->passes.value * passes_of_whole_one(b, f) / f->trip));
    arena_free(&scratch);
    return n;
}

/* Returns how often control entered the compiled loops that execute most of n iterations. */
static struct quantity count_executions(const struct joined_run *j, long place, double n)
{
    const double least_share = 0.05;
    struct quantity sum = known(0);
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct quantity own = row_iterations(j, i);
        if (j->places[i] == place && !(is_known(own) && own.value < least_share * n))
            sum = q_add(sum, row_executions(&j->coverage->rows[i]));
    }
    return sum;
}

static const struct source_loop *source_of(const struct joined_run *j, long place)
{
    size_t n = j->of->build->n;
    return (size_t)place < n ? j->of->build->loops[place].source
                             : &j->references[(size_t)place - n].source;
}

static bool has_outer_loops_only(const struct joined_run *j, long place)
{
    bool only = true;
    for (size_t i = 0; i < j->coverage->n; i++)
        only &= j->places[i] != place || j->coverage->rows[i].outer;
    return only;
}

/* Returns whether the passes of a compiled loop are known. */
static bool has_passes(const struct joined_run *j, long place)
{
    bool has = false;
    for (size_t i = 0; i < j->coverage->n; i++)
        has |= j->places[i] == place && is_known(j->coverage->rows[i].hot->passes);
    return has;
}

/* Returns the largest k of the compiled loops of a source loop. */
static double largest_k(const struct joined_run *j, long place)
{
    double most = 0;
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place && is_known(j->joins[i].k))
            most = fmax(most, j->joins[i].k.value);
    return most;
}

/* Returns whether other code executes so many iterations, too, that k must be a multiple of the
 * right one. With a k that is m times too large, a sum of m * N iterations equals that of the
 * source, N + others, only if the others are (m - 1) * N, of which the accesses show m times as
 * many: at least those of the source. A k below 2 is no multiple of another one: accesses of other
 * code are then not those of iterations, but of a loop around them on the same lines. */
static bool is_doubled(double largest, struct quantity other, double expected)
{
    const double least = 0.75;
    return largest >= 2 && is_known(other) && other.value >= least * expected;
}

struct quantity count_entered_main(const struct joined_run *j, long place)
{
    struct quantity sum = known(0);
    double most = largest_k(j, place);
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place &&
            (most == 0 || (is_known(j->joins[i].k) && j->joins[i].k.value == most)))
            sum = q_add(sum, row_executions(&j->coverage->rows[i]));
    return sum;
}

/* Returns why the iterations of folded functions may not be those of the compiled loops; NULL =
 * they are: control entered these as often as the source entered all of the loops. If calls of a
 * folded function had been removed, a k that is too large could give the same sum. */
static const char *check_folded(const struct joined_run *j, long place,
                                const struct source_count *source, double error)
{
    if (!source->folded || has_outer_loops_only(j, place))
        return NULL;
    struct quantity n = count_entered_main(j, place);
    if (!is_known(n) || !is_known(source->entries))
        return arena_printf(j->a, "it may also execute %s: %s", source->folded,
                            n.missing ? n.missing : source->entries.missing);
    return n.value >= source->entries.value * (1 - error)
               ? NULL
               : arena_printf(j->a,
                              "it may also execute %s, but control entered the compiled loops "
                              "%.10g times, the loops of the source %.10g times",
                              source->folded, n.value, source->entries.value);
}

void leave_unexecuted_copies(struct joined_run *j, long place, struct source_count *source)
{
    double error = error_of(j, place, source);
    bool outer = has_outer_loops_only(j, place);
    struct quantity n = outer ? total_iterations(j, place) : count_entered_main(j, place);
    double own = outer ? source->own_iterations : source->own_entries;
    struct quantity all = outer ? source->iterations : source->entries;
    if (!source->folded || !is_known(n) || !is_known(all) || differs(n.value, own, error) ||
        !differs(n.value, all.value, error))
        return;
    source->folded = NULL;
    source->iterations = known(source->own_iterations);
    source->entries = known(source->own_entries);
}

const char *check_iterations_of(struct joined_run *j, long place, const struct source_count *source,
                                double *outside)
{
    struct quantity n = total_iterations(j, place), expected = source->iterations;
    double error = error_of(j, place, source);
    *outside = 0;
    if (!is_known(expected) || (!is_known(n) && !has_passes(j, place)))
        return NULL;
    if (!is_known(n))
        return arena_printf(j->a, "its iterations cannot be checked: %s", n.missing);
    const char *folded = check_folded(j, place, source, error);
    if (folded)
        return folded;
    struct quantity other = outside_iterations(j, place, source_of(j, place), n.value);
    struct quantity shared = outside_iterations_shared(j, place, source_of(j, place), n.value);
    if (!differs(n.value, expected.value, error) &&
        !(source_of(j, place)->innermost &&
          is_doubled(largest_k(j, place), shared, expected.value)))
        return NULL;
    struct quantity by_all = outside_iterations_by_all(j, place, source_of(j, place), n.value);
    const struct quantity each[] = {shared, other, by_all};
    for (size_t i = 0; i < COUNT_OF(each); i++)
        if (is_known(each[i]) && !differs(n.value + each[i].value, expected.value, error)) {
            *outside = each[i].value;
            return NULL;
        }
    const struct unequal u = {.build = j->of->build,
                              .coverage = j->coverage,
                              .source = source_of(j, place),
                              .where = source->where,
                              .counted = n.value,
                              .k = largest_k(j, place),
                              .expected = expected.value,
                              .outside = shared,
                              .several =
                                  (size_t)place < j->of->build->n
                                      ? NULL
                                      : j->references[(size_t)place - j->of->build->n].several,
                              .equal = count_equal(j, place, expected.value, error),
                              .outer = has_outer_loops_only(j, place),
                              .executions = count_executions(j, place, n.value),
                              .entries = source->entries};
    return unequal_reason(j->a, &u);
}

void note_folded(struct joined_run *j, long place, const struct source_count *source)
{
    for (size_t i = 0; source->folded && i < j->coverage->n; i++)
        if (j->places[i] == place)
            note(j->a, &j->coverage->rows[i].loop.notes, "executes also %s", source->folded);
}

void set_check(struct joined_run *j, long place, const struct source_count *source,
               const char *unequal)
{
    double error = error_of(j, place, source);
    if (!is_known(source->iterations) || !is_known(total_iterations(j, place)))
        return;
    j->checks[place] = unequal ? UNEQUAL : EQUAL;
    if (!unequal && error > iterations_error && error > j->coverage->accepted)
        j->coverage->accepted = error;
}

void count_checks(struct joined_run *j)
{
    struct gap_coverage *c = j->coverage;
    for (size_t p = 0; p < j->of->build->n + j->n_references; p++) {
        bool has = false;
        for (size_t i = 0; i < c->n; i++)
            has |= j->places[i] == (long)p;
        c->n_checked += has && j->checks[p] != NOT_COMPARED;
        c->n_equal += has && j->checks[p] == EQUAL;
    }
}
