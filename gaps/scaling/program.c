/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of a run together: the program. */
#include "gaps/read.h"
#include "gaps/regions/regions.h"
#include "gaps/scaling/statistics.h"

#include <stdlib.h>
#include <string.h>

/* ---- the loops that are added ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A sorted list of loop ids. */
struct ids {
    const char **at;
    size_t n;
};

/* Returns the ids of the measured loops. added: without inclusive loops, whose time is that of
 * loops in called routines. */
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

/* Returns the loops of a build that are inside a measured one. */
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
    array_sort(&ids, by_text);
    return ids;
}

/* The origin of a program's time. */
struct measured {
    struct ids ids; /* its loops */
    bool region;    /* the time is that of its region, not the sum over the loops */
};

/* ---- sums ---- */

/* Returns the MACS bound of a loop, in cycles of all threads. That of an outer loop includes its
 * inner loops, as its measured cycles do. */
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
            run->time =
                missing(arena_printf(a, "%s: samples were lost, so its time is unknown", l->loop));
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
            missing(measured->n ? "the time of these loops includes that of other measured loops"
                                : "no loop was measured");
    arena_free(&scratch);
}

/* Returns the region of the whole run if its time was measured by events; NULL = none. The times of
 * a region file are not used, because they can be those of sections on one processor. */
static const struct gap_region *program_region(const struct gap_run *run)
{
    const struct gap_regions *tree = run->regions;
    return tree && !tree->path && is_known(tree->at[tree->program].measured)
               ? &tree->at[tree->program]
               : NULL;
}

/* Returns the reason why the times of two programs cannot be compared; NULL = they can. */
static const char *why_not_comparable(struct arena *a, const struct measured *one,
                                      const struct measured *run, const char *name)
{
    if (one->region != run->region)
        return arena_printf(a,
                            "in run %s on 1 processor the time of the program's region is%s known, "
                            "and in this run it is%s",
                            name, one->region ? "" : " not", run->region ? "" : " not");
    if (!one->region && !same_ids(&one->ids, &run->ids))
        return arena_printf(a, "run %s on 1 processor measured other loops than this run", name);
    return NULL;
}

/* Sets base_time and speedup of run at. of: of each run of t; times: scratch space for t->n
 * numbers. */
static void set_base(struct arena *a, struct gap_table *t, const struct measured *of, size_t at,
                     const char *base, double *times)
{
    size_t n = 0;
    struct gap_run *run = &t->at[at];
    struct quantity why =
        missing(base ? arena_printf(a, "run %s has another build or machine", base)
                     : "no run on 1 processor of this build and machine");
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *one = &t->at[i];
        if (!gap_is_compared(t, one) || !base_of(one, run, base))
            continue;
        const char *differs = why_not_comparable(a, &of[i], &of[at], one->run);
        if (is_known(one->time) && !differs)
            times[n++] = one->time.value;
        else
            why = is_known(one->time) ? missing(differs) : one->time;
    }
    run->base_time = n ? known(median_of(times, n)) : why;
    run->speedup = q_div(is_known(run->time) ? run->base_time : run->time, run->time,
                         "the time of this run is 0");
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
        of[i].region = whole && is_known(run->time) && program_region(run);
        if (of[i].region)
            run->time = program_region(run)->measured;
    }
    for (size_t i = 0; i < g->table.n; i++)
        if (gap_is_compared(&g->table, &g->table.at[i]))
            set_base(a, &g->table, of, i, base, times);
    arena_free(&scratch);
}
