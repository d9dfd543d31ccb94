/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/scaling/group.h"
#include "gaps/scaling/statistics.h"

const char *const gap_repeats_keys[REPEAT_NUMBERS] = {"measured", "time", "gap_p", "share_p",
                                                      "muf"};

/* Repeated runs, and the resamples for each number of runs. */
struct repetitions {
    const struct run_group *g;
    size_t first, n;
    struct bootstrap *of; /* [i]: for i runs; .n = 0: not computed yet */
    struct arena scratch;
    double *sample;
};

static const struct bootstrap *resamples(struct repetitions *k, size_t n)
{
    if (n < BOOTSTRAP_RUNS)
        return NULL;
    if (!k->of[n].n)
        k->of[n] = bootstrap_of(&k->scratch, n);
    return &k->of[n];
}

static struct gap_repeated repeated_in(struct repetitions *k, size_t l,
                                       enum gap_repeats_number what)
{
    size_t n = 0;
    const char *why = NULL;
    for (size_t r = k->first; r < k->first + k->n; r++) {
        struct quantity q = number_in(k->g, l, r, what);
        if (is_known(q))
            k->sample[n++] = q.value;
        else if (!why)
            why = q.missing;
    }
    return repeated_of(k->sample, n, resamples(k, n), why);
}

static struct gap_repeats_row row_of(struct arena *a, struct repetitions *k, size_t l)
{
    struct gap_repeats_row row = {.loop = l < k->g->n_loops ? k->g->loops[l] : NULL};
    for (int i = 0; i < REPEAT_NUMBERS; i++)
        row.of[i] = repeated_in(k, l, (enum gap_repeats_number)i);
    if (row.of[REPEAT_SHARE_P].crosses_zero)
        note(a, &row.notes,
             "gap P may be 0: the 95 %% confidence interval of its median over %zu runs includes "
             "zero",
             row.of[REPEAT_SHARE_P].runs);
    const struct gap_repeated *time = &row.of[REPEAT_TIME];
    if (time->runs > 0 && time->runs < k->n)
        note(a, &row.notes, "%zu of %zu runs have a time", time->runs, k->n);
    return row;
}

/* With fewer than six runs, at least 2.5 % of the resamples have the least run as their median, so
 * the interval is the range. The range contains the true median unless all runs are on one side of
 * it, that is with probability 1 - 2 / 2^n. */
static void note_few(struct arena *a, struct gap_repeats *to)
{
    if (to->n_runs >= BOOTSTRAP_RUNS && to->n_runs < 6)
        note(a, &to->notes,
             "the interval of %zu runs is their range; it contains the true median with a "
             "probability of %g %%",
             to->n_runs, 100 * (1 - 2 / (double)(1 << to->n_runs)));
}

static bool any_row(const struct repetitions *k, size_t l)
{
    for (size_t r = k->first; r < k->first + k->n; r++)
        if (k->g->rows[l * k->g->n + r])
            return true;
    return false;
}

struct gap_repeats repeat_runs(struct arena *a, const struct run_group *g, size_t first, size_t end)
{
    const struct gap_run *run = g->runs[first];
    size_t n = end - first;
    struct repetitions k = {.g = g, .first = first, .n = n};
    struct gap_repeats to = {run->build, run->machine, run->processors, .n_runs = n};
    k.of = ARENA_ARRAY(&k.scratch, struct bootstrap, n + 1);
    k.sample = ARENA_ARRAY(&k.scratch, double, n + 1);
    to.runs = ARENA_ARRAY(a, const char *, n);
    for (size_t i = 0; i < n; i++)
        to.runs[i] = g->runs[first + i]->run;
    to.loops = ARENA_ARRAY(a, struct gap_repeats_row, g->n_loops + 1);
    for (size_t l = 0; l < g->n_loops; l++)
        if (any_row(&k, l))
            to.loops[to.n++] = row_of(a, &k, l);
    to.program = row_of(a, &k, g->n_loops);
    note_few(a, &to);
    arena_free(&k.scratch);
    return to;
}
