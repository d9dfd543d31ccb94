/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/entered.h"
#include "bounds/frequencies.h"
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

/* Corrects k of the only compiled loop of a source loop. Returns whether it did. */
static bool correct_only_row(struct joined_run *j, long place, const struct source_count *source)
{
    size_t i = only_row(j, place);
    if (i == j->coverage->n)
        return false;
    const struct gap_hot_row *row = &j->coverage->rows[i];
    const struct body_frequencies *f = row->code ? row->code->compiled->frequencies : NULL;
    struct quantity k = j->joins[i].k, passes = row->hot->passes;
    if (!f || !is_known(k) || !is_known(passes) || !row->hot->counted)
        return false;
    double n = executions_of_block(f, passes.value * k.value, source->iterations.value);
    double part = k.value == 1 ? part_after_condition(f, passes.value, source) : 0;
    if (!(n > 0) && !(part > 0))
        return false;
    j->joins[i].k = known(k.value * (n > 0 ? n : part));
    j->joins[i].k_how =
        n > 0 ? "executions of the block at which control enters the loop, divided by "
                "those of its first instruction: a mean"
              : "executions of a block after the condition, with which a pass "
                "begins, divided by those of the condition: a mean";
    return true;
}

/* ---- passes that end early ---- */

/* Returns the executions per pass of the blocks that can branch back to the first one. */
static double complete_passes(const struct gap_hot_row *row)
{
    struct arena scratch = {0};
    const char *why;
    const struct instruction_body *b = row->code ? model_body(&scratch, row->code, &why) : NULL;
    const struct body_frequencies *f = b ? row->code->compiled->frequencies : NULL;
    double sum = 0;
    for (size_t i = 0; f && i < f->n_blocks && i < b->n_blocks; i++)
        sum += has_edge_to(b, &b->blocks[i], PASS_END) ? f->block[i] : 0;
    arena_free(&scratch);
    return f ? sum : 1;
}

/* Returns whether the passes of row i are exactly known, and each is at most one iteration. */
static bool has_single_passes(const struct joined_run *j, size_t i)
{
    const struct hotspot *h = j->coverage->rows[i].hot;
    struct quantity k = j->joins[i].k;
    return h->counted && h->spread == 0 && is_known(h->passes) && is_known(k) && k.value == 1;
}

/* Sums over the compiled loops of a source loop. */
struct pass_sums {
    double passes, complete;
    bool unknown;
};

static struct pass_sums add_up_passes(const struct joined_run *j, long place)
{
    struct pass_sums sum = {.passes = 0};
    for (size_t i = 0; i < j->coverage->n && !sum.unknown; i++) {
        const struct gap_hot_row *row = &j->coverage->rows[i];
        if (j->places[i] != place)
            continue;
        sum.unknown = !has_single_passes(j, i);
        if (!sum.unknown) {
            sum.passes += row->hot->passes.value;
            sum.complete += row->hot->passes.value * complete_passes(row);
        }
    }
    return sum;
}

static void correct_incomplete(struct joined_run *j, long place, const struct source_count *source)
{
    const double n = source->iterations.value;
    struct pass_sums sum = add_up_passes(j, place);
    if (sum.unknown || !is_known(source->entries) || sum.passes <= n * (1 + rounding) ||
        sum.passes > n + source->entries.value || differs(sum.complete, n, rounding))
        return;
    for (size_t i = 0; i < j->coverage->n; i++) {
        double part = j->places[i] == place ? complete_passes(&j->coverage->rows[i]) : 1;
        if (!(part > 0) || part == 1)
            continue;
        j->joins[i].k = known(part);
        j->joins[i].k_how = "passes that control does not leave before their last block, divided "
                            "by all passes: a mean";
    }
}

void count_entered(struct joined_run *j, long place, const struct source_count *source)
{
    if (is_known(source->iterations) && !correct_only_row(j, place, source))
        correct_incomplete(j, place, source);
}
