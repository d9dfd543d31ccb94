/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/limit.h"
#include "gaps/hot/compare.h"

#include <math.h>

/* Relative difference of iterations that is accepted. */
static const double iterations_error = 1e-3;

/* Compiled loops of a source loop. */
struct limited {
    double known;   /* k x passes of those whose k does not change */
    double passes;  /* of those whose k is replaced */
    double least;   /* fewest passes of one of these */
    bool uncounted; /* passes of one of them are unknown, or differ between runs */
};

/* Returns whether k of row i is to be replaced. all: also a known one above 1. Few passes show
 * nothing about k, and k of them does not matter. */
static bool is_replaced(const struct joined_run *j, size_t i, bool all, double n)
{
    struct quantity k = j->joins[i].k;
    return j->coverage->rows[i].hot->passes.value > 2 * iterations_error * n &&
           (!is_known(k) || (all && k.value > 1));
}

static struct limited add_up(const struct joined_run *j, long place, bool all, double n)
{
    struct limited sum = {.least = HUGE_VAL};
    for (size_t i = 0; i < j->coverage->n; i++) {
        const struct hotspot *h = j->coverage->rows[i].hot;
        if (j->places[i] != place)
            continue;
        if (!h->counted || h->spread > 0 || !is_known(h->passes)) {
            sum.uncounted = true;
            break;
        }
        if (is_replaced(j, i, all, n)) {
            sum.passes += h->passes.value;
            sum.least = fmin(sum.least, h->passes.value);
        } else if (is_known(row_iterations(j, i)))
            sum.known += row_iterations(j, i).value;
    }
    return sum;
}

/* Returns whether k of 1 fits n iterations, and 2 of any of the compiled loops exceeds them. */
static bool allows_only_one(const struct limited *of, double n)
{
    double sum = of->known + of->passes, error = iterations_error * n;
    return !of->uncounted && of->passes > 0 && sum <= n + error && sum + of->least > n + error;
}

static void replace_k(struct joined_run *j, long place, bool all, double n)
{
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct loop_join *join = &j->joins[i];
        if (j->places[i] != place || !is_replaced(j, i, all, n))
            continue;
        join->k_how =
            is_known(join->k)
                ? arena_printf(j->a,
                               "the source has fewer than 2 iterations for each pass: the elements "
                               "of a pass, which could be those of %g iterations, are those of one",
                               join->k.value)
                : "the source has fewer than 2 iterations for each pass";
        join->k = known(1);
        join->contradicts = false;
    }
}

void limit_k_by_source(struct joined_run *j, long place, const struct source_count *source)
{
    bool exceeds = false;
    if (!is_known(source->iterations) || source->spread > 0 || !(source->iterations.value > 0))
        return;
    double n = source->iterations.value;
    struct quantity sum = total_iterations(j, place), entered = count_entered_main(j, place);
    if (is_known(entered) && is_known(source->entries) &&
        entered.value > source->entries.value * (1 + iterations_error))
        return; /* they execute other source loops, too */
    exceeds = is_known(sum) && sum.value > n * (1 + iterations_error);
    if (is_known(sum) && !exceeds)
        return;
    for (int all = exceeds; all < 2; all++) {
        struct limited of = add_up(j, place, all, n);
        if (allows_only_one(&of, n)) {
            replace_k(j, place, all, n);
            return;
        }
    }
}
