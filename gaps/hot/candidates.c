/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/candidates.h"
#include "gaps/hot/accesses.h"
#include "gaps/hot/compare.h"

#include <math.h>
#include <string.h>

/* Flops of a pass divided by those of k iterations: compilers remove common subexpressions, and
 * compute sums and differences in all elements of a vector, of which they use a half. */
static const double least_flops = 0.6, most_flops = 1.95;

/* Sets need[line] to the bytes that an iteration stores there. */
static void list_stores(const struct source_loop *facts, double *need)
{
    for (size_t i = 0; i < facts->n_refs; i++) {
        const struct reference *r = &facts->refs[i];
        if (r->use == REF_STORE && r->line >= facts->line && r->line <= facts->end_line)
            need[r->line - facts->line] += r->bytes;
    }
}

/* Returns the flops of an iteration at lines where a pass stores, or at all lines if all of them
 * are executed. */
static double flops_of_iteration(const struct source_loop *facts, const struct access_bytes *have,
                                 bool all)
{
    double flops = 0;
    if (all)
        return counts_tnf(&facts->counts);
    for (size_t i = 0; i < facts->n_ops; i++) {
        const struct operation *op = &facts->ops[i];
        if ((op->class == OP_FA || op->class == OP_FM) && op->line >= facts->line &&
            op->line <= facts->end_line && have[op->line - facts->line].of[ACCESS_FLOAT_STORE] > 0)
            flops += op->n;
    }
    return flops;
}

/* The stores of a pass and of an iteration at the same lines. */
struct store_bytes {
    double have, need;
    bool all; /* these lines have all stores of an iteration */
};

/* Compilers store elements of several lines together. Adds up all lines, or with an IF those where
 * the compiled loop stores: it need not execute the others. */
static struct store_bytes add_up_stores(const struct source_loop *facts,
                                        const struct access_bytes *have, const double *need)
{
    struct store_bytes sum = {.all = true};
    for (long i = 0; i <= facts->end_line - facts->line; i++) {
        double stores = have[i].of[ACCESS_FLOAT_STORE];
        bool executed = stores > 0 || facts->n_blocks == 0;
        sum.have += stores;
        sum.need += executed ? need[i] : 0;
        sum.all &= executed || need[i] == 0;
    }
    return sum;
}

/* Returns k of a compiled loop by its stores; 0 = they do not show it. */
static double k_of_stores(const struct gap_hot_row *row, const struct source_loop *facts)
{
    struct arena scratch = {0};
    size_t n = (size_t)(facts->end_line - facts->line + 1);
    double *need = ARENA_ARRAY(&scratch, double, n);
    struct access_bytes *have = ARENA_ARRAY(&scratch, struct access_bytes, n);
    struct access_bytes *more = ARENA_ARRAY(&scratch, struct access_bytes, n);
    bool good = add_code_accesses(row, 1, facts, have, more);
    list_stores(facts, need);
    struct store_bytes sum = add_up_stores(facts, have, need);
    double k = sum.need > 0 ? sum.have / sum.need : 0;
    double flops = flops_of_iteration(facts, have, sum.all) * k;
    double ratio = flops > 0 ? counts_tnf(compiled_elements(row->code->compiled)) / flops : 1;
    arena_free(&scratch);
    bool fits = ratio >= least_flops && ratio <= most_flops;
    return good && fits && k >= 1 && fabs(k - nearbyint(k)) <= 1e-9 * k ? nearbyint(k) : 0;
}

/* Returns whether k of row i can be found by its work. */
static bool has_work(const struct joined_run *j, size_t i)
{
    const struct gap_hot_row *row = &j->coverage->rows[i];
    const struct source_loop *facts = j->joins[i].facts;
    return row->code && row->code->compiled->has_body && !row->outer && facts && facts->innermost &&
           !facts->excluded && is_known(row->hot->passes);
}

/* Returns k of a compiled loop whose flops are exactly those of k iterations; 0 = they are not.
 * Stores are fewer if an outer loop was unrolled into its passes, and its sums stay in registers.
 */
static double k_of_flops(const struct gap_hot_row *row, const struct source_loop *facts)
{
    double flops = counts_tnf(&facts->counts);
    double k = flops > 0 ? counts_tnf(compiled_elements(row->code->compiled)) / flops : 0;
    return k >= 1 && fabs(k - nearbyint(k)) <= 1e-9 * k ? nearbyint(k) : 0;
}

enum k_method { UNKNOWN_BY_STORES, ALL_BY_STORES, UNKNOWN_BY_FLOPS, K_METHODS };

static const char *describe_k(struct arena *a, enum k_method by, double k)
{
    return arena_printf(a,
                        "a pass %s of %g iteration%s, and the iterations of the source confirm it",
                        by == UNKNOWN_BY_FLOPS ? "has exactly the flops" : "stores the bytes", k,
                        k == 1 ? "" : "s");
}

/* Replaces k of all rows, or of those where it is unknown. Returns whether one was replaced. */
static bool replace_k(struct joined_run *j, long place, enum k_method by)
{
    bool replaced = false;
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct loop_join *join = &j->joins[i];
        if (j->places[i] != place || (is_known(join->k) && by != ALL_BY_STORES) || !has_work(j, i))
            continue;
        const struct gap_hot_row *row = &j->coverage->rows[i];
        double k =
            by == UNKNOWN_BY_FLOPS ? k_of_flops(row, join->facts) : k_of_stores(row, join->facts);
        if (k == 0 || (is_known(join->k) && join->k.value == k))
            continue;
        join->k = known(k);
        join->k_how = describe_k(j->a, by, k);
        join->contradicts = false;
        replaced = true;
    }
    return replaced;
}

void confirm_k_by_work(struct joined_run *j, long place, const struct source_count *source)
{
    struct arena scratch = {0};
    size_t n = j->coverage->n;
    double outside;
    bool unknown = false, wrong = check_iterations_of(j, place, source, &outside);
    for (size_t i = 0; i < n; i++)
        unknown |= j->places[i] == place && !is_known(j->joins[i].k);
    if (!is_known(source->iterations) || !(unknown || wrong))
        return;
    struct loop_join *before = ARENA_ARRAY(&scratch, struct loop_join, n + 1);
    memcpy(before, j->joins, n * sizeof *before);
    for (enum k_method by = 0; by < K_METHODS; by++) {
        if (replace_k(j, place, by) && is_known(total_iterations(j, place)) &&
            !check_iterations_of(j, place, source, &outside))
            break;
        memcpy(j->joins, before, n * sizeof *before);
    }
    arena_free(&scratch);
}
