/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/nests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void join_nest(struct arena *a, const struct stored_build *b, const struct compiled_loop *c,
               struct loop_join *j)
{
    const struct source_loop *around = loop_around_lines(a, b, c->source, c->line, c->end_line);
    if (around && !around->innermost)
        *j = join_unrolled(a, b, c);
}

const struct model_loop *model_of_join(const struct model_loop *source, const struct loop_join *j)
{
    return j->facts != j->source && source->unrolled ? source->unrolled : source;
}

/* ---- k ---- */

enum { STEPS_MOST = 64 };

/* Distances in bytes, without duplicates. */
struct steps {
    double at[STEPS_MOST];
    size_t n;
    bool full;
};

static void add_step(struct steps *s, double bytes)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i] == bytes)
            return;
    if (s->n == STEPS_MOST)
        s->full = true;
    else
        s->at[s->n++] = bytes;
}

static double largest_step(const struct steps *s)
{
    double most = 0;
    for (size_t i = 0; i < s->n; i++)
        most = fmax(most, s->at[i]);
    return most;
}

/* Returns by how many bytes the essential references of an iteration advance. */
static struct steps source_steps(const struct source_loop *l)
{
    struct steps s = {.n = 0};
    for (size_t i = 0; i < l->parts.n; i++) {
        const struct op_part *p = &l->parts.at[i];
        if ((p->class == OP_LFL || p->class == OP_SFL) && p->stride && p->bytes > 0)
            add_step(&s, (double)labs(p->stride) * p->bytes);
    }
    return s;
}

/* Returns by how many bytes the addresses of a pass advance. */
static struct steps code_steps(const struct instruction_body *b)
{
    struct steps s = {.n = 0};
    for (size_t i = 0; i < b->n; i++) {
        const struct instruction *at = &b->at[i];
        bool floating = (at->load_bytes && at->load_class == OP_LFL) ||
                        (at->store_bytes && at->store_class == OP_SFL);
        if (floating && at->stream >= 0 && at->step)
            add_step(&s, (double)labs(at->step));
    }
    return s;
}

/* Returns k if the steps of the code are k times those of the source; 0 = they are not. */
static double ratio_of_steps(const struct steps *code, const struct steps *source)
{
    double most = largest_step(source), k = most > 0 ? largest_step(code) / most : 0;
    size_t same = 0;
    for (size_t i = 0; i < code->n; i++)
        for (size_t p = 0; p < source->n; p++)
            same += code->at[i] == k * source->at[p];
    bool all = same == code->n && code->n == source->n && !code->full && !source->full;
    return all && k >= 1 && k == floor(k) ? k : 0;
}

static double ratio(double have, double need)
{
    return need > 0 ? have / need : 0;
}

/* Returns whether a number of operations is that of k iterations. */
static bool is_of_iterations(double have, double need, double k)
{
    return fabs(have - k * need) <= 1e-9 * (have + k * need);
}

static bool is_whole(double k)
{
    return k >= 1 && fabs(k - nearbyint(k)) <= 1e-9 * k;
}

/* Returns whether the work of a pass is about that of k iterations: flops within a quarter, or
 * without flops exactly as many stores. */
static bool fits_work(const struct source_loop *s, const struct counts *have, double k)
{
    double flops = counts_tnf(&s->counts) * k;
    if (flops > 0)
        return fabs(counts_tnf(have) - flops) <= 0.25 * flops;
    return is_of_iterations(have->n[OP_SFL], s->counts.n[OP_SFL], k);
}

/* Returns k by the flops and stores of a pass, or by loads and stores where there are no flops; 0 =
 * they do not show it. */
static double ratio_of_work(const struct source_loop *s, const struct counts *have)
{
    double flops = counts_tnf(&s->counts), stores = s->counts.n[OP_SFL];
    double k =
        flops > 0 ? ratio(counts_tnf(have), flops) : ratio(have->n[OP_LFL], s->counts.n[OP_LFL]);
    bool exact = is_whole(k) && stores > 0 && is_of_iterations(have->n[OP_SFL], stores, k);
    return exact ? nearbyint(k) : 0;
}

static void find_unknown_k(struct arena *a, const struct model_loop *code, struct loop_join *j)
{
    const struct compiled_loop *c = code->compiled;
    const char *why;
    if (is_known(j->k) || j->contradicts)
        return;
    struct arena scratch = {0};
    const struct instruction_body *b = model_body(&scratch, code, &why);
    const struct counts *have = compiled_elements(c);
    struct steps source = source_steps(j->facts), machine = {.n = 0};
    if (b)
        machine = code_steps(b);
    arena_free(&scratch);
    double k = ratio_of_steps(&machine, &source);
    if (k > 0 && fits_work(j->facts, have, k)) {
        join_set_k(a, c, k,
                   arena_printf(a,
                                "all its addresses advance in a pass by the bytes of %g "
                                "iteration%s of the source",
                                k, k == 1 ? "" : "s"),
                   j);
        return;
    }
    k = ratio_of_work(j->facts, have);
    if (k > 0)
        join_set_k(a, c, k,
                   arena_printf(a, "a pass has exactly the %s of %g iteration%s",
                                counts_tnf(have) > 0 ? "flops and stores" : "loads and stores", k,
                                k == 1 ? "" : "s"),
                   j);
}

/* Removes k if a pass stores fewer elements than an iteration of an outer loop must. Compilers
 * split loops, so that each compiled loop executes a part of the statements. */
static void check_stores(struct arena *a, const struct compiled_loop *c, struct loop_join *j)
{
    double need = j->facts->counts.n[OP_SFL] * (is_known(j->k) ? j->k.value : 1);
    double have = compiled_elements(c)->n[OP_SFL];
    if (j->facts == j->source || have >= need * (1 - 1e-9))
        return;
    j->k = missing(arena_printf(a,
                                "a pass stores %g elements, and its iterations %g: it executes a "
                                "part of the statements of the loop, which was split",
                                have, need));
    j->k_how = NULL;
}

void find_k(struct arena *a, const struct model_loop *code, struct loop_join *j)
{
    const struct compiled_loop *c = code->compiled;
    if (!c->has_body || c->kind != LOOP_INNERMOST || j->facts->excluded || !j->facts->innermost)
        return;
    find_unknown_k(a, code, j);
    check_stores(a, c, j);
}
