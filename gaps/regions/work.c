/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds and measured cycles of a loop's threads, from the iterations of the region file or
 * from the rows of the run. */
#include "gaps/regions/evaluation.h"

#include <string.h>

static struct quantity bound_at(const struct gap_ladder *l, int r)
{
    return r == REGION_MA ? l->ma : r == REGION_MAC ? l->mac : l->macs;
}

static const struct gap_loop *row_of_loop(const struct evaluation *e, const char *loop)
{
    for (size_t i = 0; i < e->run->n; i++)
        if (strcmp(e->run->loops[i].loop, loop) == 0)
            return &e->run->loops[i];
    return NULL;
}

size_t index_of_loop(const struct evaluation *e, const char *loop)
{
    const struct model_build *b = e->of->build;
    size_t i = 0;
    while (i < b->n && strcmp(b->loops[i].source->id, loop) != 0)
        i++;
    return i;
}

bool loop_is_named(const struct region_tree *t, const char *loop)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].loop && strcmp(t->at[i].loop, loop) == 0)
            return true;
    return false;
}

/* Returns the bounds of the loop per iteration, those of its own statements for an outer loop; NULL
 * = the loop is not stored. */
static const struct gap_ladder *ladder_of(const struct evaluation *e, const char *loop)
{
    const struct gap_loop *row = row_of_loop(e, loop);
    size_t at = index_of_loop(e, loop);
    if (at < e->of->build->n && !e->of->build->loops[at].source->innermost)
        return &e->of->base[at];
    if (row)
        return &row->cpl;
    return at < e->of->build->n ? &e->of->base[at] : NULL;
}

/* Marks the work at rung r as unknown. */
static void set_work_unknown(struct work *w, int r, const char *why)
{
    w->sum[r] = missing(why);
    w->team.no_cycles[r] = why;
}

/* Adds a thread that ran iterations with these bounds. */
static void add_thread(struct evaluation *e, struct work *w, const char *loop, long thread,
                       const struct gap_ladder *l, double iterations, double cycles)
{
    struct team_thread t = {.thread = thread, .measured = cycles};
    for (int r = 0; r < REGION_RUNGS; r++) {
        struct quantity b = iterations > 0 ? bound_at(l, r) : known(0);
        if (!is_known(b) && !w->team.no_cycles[r])
            set_work_unknown(w, r, arena_printf(e->a, "%s: %s", loop, b.missing));
        t.cycles[r] = is_known(b) ? b.value * iterations : 0;
        w->sum[r] = q_add(w->sum[r], known(t.cycles[r]));
    }
    w->measured = q_add(w->measured, known(cycles));
    w->team.at[w->team.n++] = t;
}

/* Marks the work as unknown if the tree lacks an inner loop of a loop with given iterations. */
static void check_inner_loops(struct evaluation *e, const char *loop, struct work *w)
{
    const struct model_build *b = e->of->build;
    size_t at = index_of_loop(e, loop);
    for (size_t i = at < b->n ? loop_within(b, at, 0) : b->n; i < b->n;
         i = loop_within(b, at, i + 1)) {
        const char *inner = b->loops[i].source->id;
        for (int r = 0; r < REGION_RUNGS && !loop_is_named(e->t, inner); r++)
            set_work_unknown(
                w, r,
                arena_printf(e->a,
                             "%s: inner loop %s is in no region, so its iterations are "
                             "unknown",
                             loop, inner));
    }
}

/* Sets the work from the iterations of the region file. */
static void set_given_work(struct evaluation *e, const struct tree_region *g, struct work *w)
{
    const struct gap_ladder *l = ladder_of(e, g->loop);
    static const struct gap_ladder none = {
        .ma = {.missing = "the database has no source loop of this name"},
        .mac = {.missing = "the database has no source loop of this name"},
        .macs = {.missing = "the database has no source loop of this name"}};
    w->team.at = ARENA_ARRAY(e->a, struct team_thread, g->n_iterations);
    for (size_t i = 0; i < g->n_iterations; i++)
        add_thread(e, w, g->loop, g->iterations[i].thread, l ? l : &none,
                   g->iterations[i].iterations, 0);
    if (g->n_iterations == 1)
        for (int r = 0; r < REGION_RUNGS; r++)
            if (!w->team.no_cycles[r])
                w->team.no_cycles[r] =
                    arena_printf(e->a, "%s: the iterations per thread are unknown", g->loop);
    check_inner_loops(e, g->loop, w);
    w->measured =
        missing(arena_printf(e->a, "%s: its iterations are given, not measured", g->loop));
    w->team.no_measured = w->measured.missing;
}

/* Subtracts the cycles of an inner loop that has its own region, thread by thread. */
static void subtract_inner_cycles(struct work *w, const struct gap_thread *t, size_t n,
                                  double share)
{
    size_t k = 0;
    for (size_t i = 0; i < w->team.n; i++) {
        struct team_thread *to = &w->team.at[i];
        while (k < n && t[k].thread < to->thread)
            k++;
        double less = k < n && t[k].thread == to->thread ? t[k].cycles * share : 0;
        less = less < to->measured ? less : to->measured;
        to->measured -= less;
        w->measured = q_sub(w->measured, known(less));
    }
}

/* Adds the work of the inner loops of outer loop at, whose time includes theirs. */
static void add_inner(struct evaluation *e, size_t at, double share, struct work *w)
{
    const struct model_build *b = e->of->build;
    for (size_t i = loop_within(b, at, 0); i < b->n; i = loop_within(b, at, i + 1)) {
        const char *loop = b->loops[i].source->id;
        bool named = loop_is_named(e->t, loop);
        struct nest_threads inner;
        struct work more = {.team = team_begin(), .measured = known(0)};
        if (!nest_threads_of(e->a, e->g->r, e->of, i, &inner)) {
            e->failed = true;
            return;
        }
        if (named) {
            subtract_inner_cycles(w, inner.own, inner.n, share);
            continue;
        }
        more.team.at = ARENA_ARRAY(e->a, struct team_thread, inner.n + 1);
        for (int r = 0; r < REGION_RUNGS; r++)
            more.sum[r] = known(0);
        for (size_t k = 0; k < inner.n; k++)
            add_thread(e, &more, loop, inner.own[k].thread, &inner.own[k].cpl,
                       inner.own[k].iterations * share, 0);
        for (int r = 0; r < REGION_RUNGS; r++) {
            if (!inner.n)
                set_work_unknown(&more, r,
                                 arena_printf(e->a, "%s: not measured in this run", loop));
            w->sum[r] = q_add(w->sum[r], more.sum[r]);
        }
        team_add(e->a, &w->team, &more.team, 1);
        add_inner(e, i, share, w);
    }
}

/* Sets the work from the rows of the run. */
static void set_measured_work(struct evaluation *e, int i, struct work *w)
{
    const struct tree_region *g = &e->t->at[i];
    const struct gap_loop *row = row_of_loop(e, g->loop);
    struct quantity share = part_of_run(e, i);
    struct gap_thread *t = NULL;
    size_t n = 0;
    const char *why =
        !is_known(share) ? share.missing
        : row && row->measured
            ? NULL
            : arena_printf(e->a, "%s: not measured%s, and no iterations in the region file",
                           g->loop, e->run->run ? " in this run" : "");
    size_t at = why ? 0 : index_of_loop(e, g->loop);
    bool outer = !why && at < e->of->build->n && !e->of->build->loops[at].source->innermost;
    struct nest_threads nest = {0};
    if (outer) {
        e->failed |= !nest_threads_of(e->a, e->g->r, e->of, at, &nest);
        t = nest.own;
        n = nest.n;
    } else if (!why)
        e->failed |= !gaps_threads(e->g, e->a, e->run, row, &t, &n);
    w->team.at = ARENA_ARRAY(e->a, struct team_thread, n + 1);
    for (size_t k = 0; k < n; k++)
        add_thread(e, w, g->loop, t[k].thread, &t[k].cpl, t[k].iterations * share.value,
                   t[k].cycles * share.value);
    if (outer && !e->failed)
        add_inner(e, at, share.value, w);
    if (row && row->measured && row->partial && !why)
        w->team.no_measured = arena_printf(e->a, "%s: samples were lost", g->loop);
    if (why) {
        for (int r = 0; r < REGION_RUNGS; r++)
            set_work_unknown(w, r, why);
        w->team.no_measured = why;
    }
    if (w->team.no_measured)
        w->measured = missing(w->team.no_measured);
}

struct work work_of(struct evaluation *e, int i)
{
    struct work w = {.team = team_begin(), .measured = known(0)};
    for (int r = 0; r < REGION_RUNGS; r++)
        w.sum[r] = known(0);
    if (e->t->at[i].n_iterations)
        set_given_work(e, &e->t->at[i], &w);
    else
        set_measured_work(e, i, &w);
    return w;
}
