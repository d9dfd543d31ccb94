/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/entered.h"
#include "gaps/hot/compare.h"

/* Relative difference of numbers that are equal except for rounding: executions of a block are
 * stored as their quotient by those of the first block. */
static const double rounding = 1e-9;

/* Returns the only row of a source loop; the number of rows = there are several, or none. */
static size_t only_row(const struct joined_run *j, long place)
{
    size_t found = j->coverage->n, n = 0;
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == place) {
            found = i;
            n++;
        }
    return n == 1 ? found : j->coverage->n;
}

/* Returns the executions of the block in a pass that are those of the source; 0 = there is no such
 * block. */
static double executions_of_block(const struct body_frequencies *f, double passes, double expected)
{
    for (size_t b = 0; b < f->n_blocks; b++)
        if (f->block[b] > 1 && !differs(f->block[b] * passes, expected, rounding))
            return f->block[b];
    return 0;
}

/* Returns the part of a pass that is an iteration if a pass begins with the condition of the source
 * loop, which is false once in each execution; 0 = it does not. A block after the condition is then
 * executed as often as the source has iterations. */
static double part_after_condition(const struct body_frequencies *f, double passes,
                                   const struct source_count *source)
{
    double n = source->iterations.value;
    if (!is_known(source->entries) || !(source->entries.value > 0) ||
        differs(passes, n + source->entries.value, rounding))
        return 0;
    for (size_t b = 0; b < f->n_blocks; b++)
        if (f->block[b] > 0 && f->block[b] < 1 && !differs(f->block[b] * passes, n, rounding))
            return f->block[b];
    return 0;
}

void count_entered(struct joined_run *j, long place, const struct source_count *source)
{
    size_t i = only_row(j, place);
    if (i == j->coverage->n || !is_known(source->iterations))
        return;
    const struct gap_hot_row *row = &j->coverage->rows[i];
    const struct body_frequencies *f = row->code ? row->code->compiled->frequencies : NULL;
    struct quantity k = j->joins[i].k, passes = row->hot->passes;
    if (!f || !is_known(k) || !is_known(passes) || !row->hot->counted)
        return;
    double n = executions_of_block(f, passes.value * k.value, source->iterations.value);
    double part = k.value == 1 ? part_after_condition(f, passes.value, source) : 0;
    if (!(n > 0) && !(part > 0))
        return;
    j->joins[i].k = known(k.value * (n > 0 ? n : part));
    j->joins[i].k_how =
        n > 0 ? "executions of the block at which control enters the loop, divided by "
                "those of its first instruction: a mean"
              : "executions of a block after the condition, with which a pass "
                "begins, divided by those of the condition: a mean";
}
