/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of a run as one program. */
#include "gaps/read.h"
#include "gaps/regions/regions.h"
#include "gaps/scaling/statistics.h"

#include <stdlib.h>
#include <string.h>

/* ---- which loops add up ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Ids, sorted. */
struct ids {
    const char **at;
    size_t n;
};

/* Of an inclusive loop those in routines that it calls stand for its time; added: it is left out.
 */
static struct ids measured_ids(struct arena *a, const struct gap_run *run, bool added)
{
    struct ids ids = {ARENA_ARRAY(a, const char *, run->n + 1), 0};
    for (size_t i = 0; i < run->n; i++)
        if (run->loops[i].measured && !(added && run->loops[i].inclusive))
            ids.at[ids.n++] = run->loops[i].loop;
    qsort(ids.at, ids.n, sizeof *ids.at, by_text);
    return ids;
}

static bool is_among(const struct ids *ids, const char *id)
{
    return ids->n && bsearch(&id, ids->at, ids->n, sizeof *ids->at, by_text);
}

static bool same_ids(const struct ids *x, const struct ids *y)
{
    bool same = x->n == y->n;
    for (size_t i = 0; same && i < x->n; i++)
        same = strcmp(x->at[i], y->at[i]) == 0;
    return same;
}

/* The loops of a build that are inside a measured one. */
static struct ids inner_ids(struct arena *a, const struct stored_build *b,
                            const struct ids *measured)
{
    struct ids ids = {0};
    for (size_t f = 0; f < b->n_sources; f++) {
        const struct source_loops *l = &b->sources[f].loops;
        for (size_t i = 0; i < l->n; i++)
            for (int up = l->at[i].parent; up >= 0; up = l->at[up].parent)
                if (is_among(measured, l->at[up].id)) {
                    *ARENA_PUSH(a, ids.at, ids.n) = l->at[i].id;
                    break;
                }
    }
    if (ids.n)
        qsort(ids.at, ids.n, sizeof *ids.at, by_text);
    return ids;
}

/* What the time of a run's program is. */
struct measured {
    struct ids ids; /* its loops */
    bool region;    /* that of its region, and not their sum */
};

/* ---- sums ---- */

/* MACS times iterations of all threads, for an outer loop with the loops within, whose cycles its
 * cycles hold. */
static struct quantity macs_cycles(const struct gap_run *run, const struct gap_loop *l)
{
    return l->outer && l->iterations.value > 0 ? q_mul(l->cpl.macs, l->iterations)
                                               : q_mul(l->balanced, known((double)run->processors));
}

static void sum_times(struct arena *a, struct gap_run *run, const struct stored_build *b,
                      const struct ids *measured)
{
    struct arena scratch = {0};
    const struct ids added = measured_ids(&scratch, run, true);
    struct ids inner = inner_ids(&scratch, b, &added);
    struct quantity macs = known(0), cycles = known(0);
    run->time = known(0);
    for (size_t i = 0; i < run->n; i++) {
        struct gap_loop *l = &run->loops[i];
        l->within = is_among(&inner, l->loop);
        if (!gap_adds_up(l))
            continue;
        if (l->partial && is_known(run->time))
            run->time = missing(
                arena_printf(a, "%s: samples were lost, so its time is not known", l->loop));
        struct quantity bound = macs_cycles(run, l);
        if (!is_known(bound) && is_known(macs))
            macs = missing(arena_printf(a, "%s: %s", l->loop, bound.missing));
        run->time = q_add(run->time, l->time);
        macs = q_add(macs, bound);
        cycles = q_add(cycles, l->cycles);
    }
    run->muf = q_div(macs, cycles, "no cycles were measured");
    if (!(cycles.value > 0) && is_known(run->time))
        run->time = missing("no iteration was run");
    if (!added.n)
        run->time = run->muf =
            missing(measured->n ? "the time of these loops holds that of other measured loops"
                                : "no loop was measured");
    arena_free(&scratch);
}

/* The region of the whole run where events tell its time; NULL = there is none. A region file gives
 * sections their times side by side, also where one processor went through them. */
static const struct gap_region *program_of(const struct gap_run *run)
{
    const struct gap_regions *tree = run->regions;
    return tree && !tree->path && is_known(tree->at[tree->program].measured)
               ? &tree->at[tree->program]
               : NULL;
}

/* Why the times of two programs can't be compared; NULL = they can. */
static const char *unlike(struct arena *a, const struct measured *one, const struct measured *run,
                          const char *name)
{
    if (one->region != run->region)
        return arena_printf(a,
                            "of run %s on 1 processor the time of the program's region is%s known, "
                            "and here it is%s",
                            name, one->region ? "" : " not", run->region ? "" : " not");
    if (!one->region && !same_ids(&one->ids, &run->ids))
        return arena_printf(a, "run %s on 1 processor measured other loops than this one", name);
    return NULL;
}

/* of: each run of t. */
static void set_base(struct arena *a, struct gap_table *t, const struct measured *of, size_t at,
                     const char *base, double *times)
{
    size_t n = 0;
    struct gap_run *run = &t->at[at];
    struct quantity why =
        missing(base ? arena_printf(a, "run %s is of another build or machine", base)
                     : "there is no run on 1 processor of this build and machine");
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *one = &t->at[i];
        if (!one->run || !base_of(one, run, base))
            continue;
        const char *differs = unlike(a, &of[i], &of[at], one->run);
        if (is_known(one->time) && !differs)
            times[n++] = one->time.value;
        else
            why = is_known(one->time) ? missing(differs) : one->time;
    }
    run->base_time = n ? known(median_of(times, n)) : why;
    run->speedup =
        q_div(is_known(run->time) ? run->base_time : run->time, run->time, "the time here is 0");
}

void time_programs(struct arena *a, struct gaps *g, const char *base, bool whole)
{
    struct arena scratch = {0};
    double *times = ARENA_ARRAY(&scratch, double, g->table.n + 1);
    struct measured *of = ARENA_ARRAY(&scratch, struct measured, g->table.n + 1);
    for (size_t i = 0; i < g->table.n; i++) {
        struct gap_run *run = &g->table.at[i];
        run->time = run->muf = run->base_time = run->speedup = missing("not measured");
        if (!run->run)
            continue;
        of[i].ids = measured_ids(&scratch, run, false);
        sum_times(a, run, g->of[i].build->stored, &of[i].ids);
        of[i].region = whole && is_known(run->time) && program_of(run);
        if (of[i].region)
            run->time = program_of(run)->measured;
    }
    for (size_t i = 0; i < g->table.n; i++)
        if (g->table.at[i].run)
            set_base(a, &g->table, of, i, base, times);
    arena_free(&scratch);
}
