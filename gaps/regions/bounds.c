/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/read.h"
#include "gaps/regions/team.h"

#include <string.h>

/* What a region takes where nothing runs beside it. */
struct span {
    struct region_bounds bound;
    struct quantity measured;
    long thread; /* the least that runs in it; -1 = none is known */
};
/* What is known of a routine: by the processors it is called with. */
struct known_routine {
    struct quantity processors;
    bool spread;
    struct span span; /* where it is called in sequence */
    struct team team; /* where threads of a parallel region call it */
    struct known_routine *next;
};
struct evaluation {
    const struct gaps *g;
    struct arena *a;
    const struct gap_run *run;
    const struct table_row *of;
    const struct region_tree *t;
    struct gap_regions *to;
    int *root, *first, *next;        /* of each region: what it stands in, holds, stands before */
    int *first_caller, *next_caller; /* calls of a routine */
    struct quantity *calls;          /* of each root, in the run */
    bool *counted, *reported;        /* of each root; of each region */
    struct known_routine **known_of; /* of each root */
    bool failed;                     /* the database does */
};

static struct span closed(struct evaluation *e, int i, struct quantity p);
static struct team spread(struct evaluation *e, int i, struct quantity p);

/* ---- the tree ---- */

static void link_tree(struct evaluation *e)
{
    size_t n = e->t->n;
    int **lists[] = {&e->root, &e->first, &e->next, &e->first_caller, &e->next_caller};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        *lists[i] = ARENA_ARRAY(e->a, int, n + 1);
        for (size_t k = 0; k < n; k++)
            (*lists[i])[k] = -1;
    }
    e->calls = ARENA_ARRAY(e->a, struct quantity, n + 1);
    e->counted = ARENA_ARRAY(e->a, bool, n + 1);
    e->reported = ARENA_ARRAY(e->a, bool, n + 1);
    e->known_of = ARENA_ARRAY(e->a, struct known_routine *, n + 1);
    for (size_t i = 0; i < n; i++)
        e->root[i] = e->t->at[i].parent < 0 ? (int)i : e->root[e->t->at[i].parent];
    for (size_t i = n; i-- > 0;) {
        const struct tree_region *g = &e->t->at[i];
        if (g->parent >= 0) {
            e->next[i] = e->first[g->parent];
            e->first[g->parent] = (int)i;
        }
        if (g->kind == REGION_CALL && g->callee >= 0) {
            e->next_caller[i] = e->first_caller[g->callee];
            e->first_caller[g->callee] = (int)i;
        }
    }
}

/* How often a program or routine is executed in the run. */
static struct quantity executions(struct evaluation *e, int root)
{
    if (e->counted[root])
        return e->calls[root];
    struct quantity n = known(e->t->at[root].kind == REGION_PROGRAM);
    for (int c = e->first_caller[root]; c >= 0; c = e->next_caller[c])
        n = q_add(n, q_mul(executions(e, e->root[c]), known(e->t->at[c].calls)));
    e->counted[root] = true;
    return e->calls[root] = n;
}

/* The part of what the run as a whole did that one execution of the region is. */
static struct quantity part(struct evaluation *e, int i)
{
    return q_div(known(1), executions(e, e->root[i]),
                 arena_printf(e->a, "routine %s is never called", e->t->at[e->root[i]].name));
}

static struct quantity processors_of(const struct evaluation *e, int i, struct quantity p)
{
    long own = e->t->at[i].processors;
    return own ? known((double)own) : p;
}

/* ---- what is said of a region ---- */

static void report(struct evaluation *e, int i, const struct region_bounds *b,
                   struct quantity measured)
{
    struct gap_region *to = &e->to->at[i];
    if (e->reported[i])
        return;
    e->reported[i] = true;
    to->bound = *b;
    to->measured = measured;
    to->imbalance = q_sub(b->actual[REGION_MACS], b->balanced[REGION_MACS]);
    to->gap = q_sub(measured, b->actual[REGION_MACS]);
    to->imbalance_share = q_div(to->imbalance, measured, "measured is 0");
    to->gap_share = q_div(to->gap, measured, "measured is 0");
    if (is_known(to->imbalance) && to->imbalance.value < -1e-9 * b->balanced[REGION_MACS].value)
        note_once(e->a, &e->to->notes,
                  arena_printf(e->a,
                               "the %s at line %ld is as distributed below what is balanced: more "
                               "threads than processors run in it",
                               region_word(to->kind), e->t->at[i].line));
}

static struct quantity measured_or_given(const struct evaluation *e, int i, struct quantity q)
{
    return is_known(e->t->at[i].measured) ? e->t->at[i].measured : q;
}

static void report_team(struct evaluation *e, int i, const struct team *t)
{
    struct region_bounds b;
    for (int r = 0; r < REGION_RUNGS; r++) {
        b.balanced[r] = t->balanced[r];
        b.actual[r] = team_cycles(t, (enum region_rung)r);
    }
    report(e, i, &b, measured_or_given(e, i, team_measured(t)));
}

/* ---- loops ---- */

static struct quantity rung(const struct gap_ladder *l, int r)
{
    return r == REGION_MA ? l->ma : r == REGION_MAC ? l->mac : l->macs;
}

/* The threads of a loop in one execution of where it stands, and all of them together. */
struct work {
    struct team team;
    struct quantity sum[REGION_RUNGS], measured;
};

static const struct gap_loop *row_of_loop(const struct evaluation *e, const char *loop)
{
    for (size_t i = 0; i < e->run->n; i++)
        if (strcmp(e->run->loops[i].loop, loop) == 0)
            return &e->run->loops[i];
    return NULL;
}

/* Index of the loop in its build; the build's number of loops = it is not stored. */
static size_t place_of_loop(const struct evaluation *e, const char *loop)
{
    const struct model_build *b = e->of->build;
    size_t i = 0;
    while (i < b->n && strcmp(b->loops[i].source->id, loop) != 0)
        i++;
    return i;
}

static bool is_named(const struct region_tree *t, const char *loop)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].loop && strcmp(t->at[i].loop, loop) == 0)
            return true;
    return false;
}

/* Bounds of the loop per iteration, of an outer one those of its own statements; NULL = no such
 * loop is stored. */
static const struct gap_ladder *ladder_of(const struct evaluation *e, const char *loop)
{
    const struct gap_loop *row = row_of_loop(e, loop);
    size_t at = place_of_loop(e, loop);
    if (at < e->of->build->n && !e->of->build->loops[at].source->innermost)
        return &e->of->base[at];
    if (row)
        return &row->cpl;
    return at < e->of->build->n ? &e->of->base[at] : NULL;
}

static void no_work(struct work *w, int r, const char *why)
{
    w->sum[r] = missing(why);
    w->team.no_cycles[r] = why;
}

/* A thread that ran iterations with these bounds. */
static void add_thread(struct evaluation *e, struct work *w, const char *loop, long thread,
                       const struct gap_ladder *l, double iterations, double cycles)
{
    struct team_thread t = {.thread = thread, .measured = cycles};
    for (int r = 0; r < REGION_RUNGS; r++) {
        struct quantity b = iterations > 0 ? rung(l, r) : known(0);
        if (!is_known(b) && !w->team.no_cycles[r])
            no_work(w, r, arena_printf(e->a, "%s: %s", loop, b.missing));
        t.cycles[r] = is_known(b) ? b.value * iterations : 0;
        w->sum[r] = q_add(w->sum[r], known(t.cycles[r]));
    }
    w->measured = q_add(w->measured, known(cycles));
    w->team.at[w->team.n++] = t;
}

/* Loops within one whose iterations are given must be given, too. */
static void told_inner(struct evaluation *e, const char *loop, struct work *w)
{
    const struct model_build *b = e->of->build;
    size_t at = place_of_loop(e, loop);
    for (size_t i = at < b->n ? loop_within(b, at, 0) : b->n; i < b->n;
         i = loop_within(b, at, i + 1)) {
        const char *inner = b->loops[i].source->id;
        for (int r = 0; r < REGION_RUNGS && !is_named(e->t, inner); r++)
            no_work(w, r,
                    arena_printf(e->a,
                                 "%s: loop %s within stands in no region, and its iterations are "
                                 "not given",
                                 loop, inner));
    }
}

/* By the iterations that the file tells. */
static void told_work(struct evaluation *e, const struct tree_region *g, struct work *w)
{
    const struct gap_ladder *l = ladder_of(e, g->loop);
    static const struct gap_ladder none = {
        .ma = {.missing = "no source loop of this name is stored any more"},
        .mac = {.missing = "no source loop of this name is stored any more"},
        .macs = {.missing = "no source loop of this name is stored any more"}};
    w->team.at = ARENA_ARRAY(e->a, struct team_thread, g->n_iterations);
    for (size_t i = 0; i < g->n_iterations; i++)
        add_thread(e, w, g->loop, g->iterations[i].thread, l ? l : &none,
                   g->iterations[i].iterations, 0);
    if (g->n_iterations == 1)
        for (int r = 0; r < REGION_RUNGS; r++)
            if (!w->team.no_cycles[r])
                w->team.no_cycles[r] =
                    arena_printf(e->a, "%s: the iterations of each thread are not given", g->loop);
    told_inner(e, g->loop, w);
    w->measured =
        missing(arena_printf(e->a, "%s: its iterations are given, not measured", g->loop));
    w->team.no_measured = w->measured.missing;
}

/* Takes the cycles of a loop within off, thread by thread: it stands elsewhere. */
static void take_off(struct work *w, const struct gap_thread *t, size_t n, double share)
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

/* Adds what stands within the outer loop at: its time holds theirs. */
static void add_inner(struct evaluation *e, size_t at, double share, struct work *w)
{
    const struct model_build *b = e->of->build;
    for (size_t i = loop_within(b, at, 0); i < b->n; i = loop_within(b, at, i + 1)) {
        const char *loop = b->loops[i].source->id;
        bool named = is_named(e->t, loop);
        struct nest_threads inner;
        struct work more = {.team = team_begin(), .measured = known(0)};
        if (!nest_threads_of(e->a, e->g->r, e->of, i, &inner)) {
            e->failed = true;
            return;
        }
        if (named) {
            take_off(w, inner.own, inner.n, share);
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
                no_work(&more, r, arena_printf(e->a, "%s: not measured in this run", loop));
            w->sum[r] = q_add(w->sum[r], more.sum[r]);
        }
        team_add(e->a, &w->team, &more.team, 1);
        add_inner(e, i, share, w);
    }
}

/* By the rows of the run. */
static void measured_work(struct evaluation *e, int i, struct work *w)
{
    const struct tree_region *g = &e->t->at[i];
    const struct gap_loop *row = row_of_loop(e, g->loop);
    struct quantity share = part(e, i);
    struct gap_thread *t = NULL;
    size_t n = 0;
    const char *why = !is_known(share) ? share.missing
                      : row && row->measured
                          ? NULL
                          : arena_printf(e->a,
                                         "%s: not measured%s, and no iterations "
                                         "are given",
                                         g->loop, e->run->run ? " in this run" : "");
    size_t at = why ? 0 : place_of_loop(e, g->loop);
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
            no_work(w, r, why);
        w->team.no_measured = why;
    }
    if (w->team.no_measured)
        w->measured = missing(w->team.no_measured);
}

static struct work work_of(struct evaluation *e, int i)
{
    struct work w = {.team = team_begin(), .measured = known(0)};
    for (int r = 0; r < REGION_RUNGS; r++)
        w.sum[r] = known(0);
    if (e->t->at[i].n_iterations)
        told_work(e, &e->t->at[i], &w);
    else
        measured_work(e, i, &w);
    return w;
}

static long least_thread(const struct team *t)
{
    return t->n ? t->at[0].thread : -1;
}

/* Eq. 4.15, 4.16. */
static struct span closed_loop(struct evaluation *e, int i)
{
    struct work w = work_of(e, i);
    struct span s = {.measured = w.measured, .thread = least_thread(&w.team)};
    size_t running = 0;
    for (size_t k = 0; k < w.team.n; k++)
        running += w.team.at[k].cycles[REGION_MACS] > 0 || w.team.at[k].measured > 0;
    for (int r = 0; r < REGION_RUNGS; r++)
        s.bound.balanced[r] = s.bound.actual[r] = w.sum[r];
    if (running > 1)
        note_once(e->a, &e->to->notes,
                  arena_printf(e->a,
                               "%s stands in no parallel region, and %zu threads ran it: their "
                               "cycles are added up",
                               e->t->at[i].loop, running));
    return s;
}

/* The terms of eq. 4.17 and 4.18. */
static struct team spread_loop(struct evaluation *e, int i, struct quantity p)
{
    struct work w = work_of(e, i);
    for (int r = 0; r < REGION_RUNGS; r++)
        w.team.balanced[r] = q_div(w.sum[r], p, "there are no processors");
    return w.team;
}

/* ---- sums ---- */

static struct span nothing(void)
{
    struct span s = {.measured = known(0), .thread = -1};
    for (int r = 0; r < REGION_RUNGS; r++)
        s.bound.balanced[r] = s.bound.actual[r] = known(0);
    return s;
}

static void add_thread_number(struct span *to, long thread)
{
    if (thread >= 0 && (to->thread < 0 || thread < to->thread))
        to->thread = thread;
}

/* Eq. 4.19: one after the other, or, where they run side by side, the greatest. */
static void combine(struct span *to, const struct span *s,
                    struct quantity (*how)(struct quantity, struct quantity))
{
    for (int r = 0; r < REGION_RUNGS; r++) {
        to->bound.balanced[r] = how(to->bound.balanced[r], s->bound.balanced[r]);
        to->bound.actual[r] = how(to->bound.actual[r], s->bound.actual[r]);
    }
    to->measured = how(to->measured, s->measured);
    add_thread_number(to, s->thread);
}

static struct span times(struct span s, double n)
{
    for (int r = 0; r < REGION_RUNGS; r++) {
        s.bound.balanced[r] = q_mul(s.bound.balanced[r], known(n));
        s.bound.actual[r] = q_mul(s.bound.actual[r], known(n));
    }
    s.measured = q_mul(s.measured, known(n));
    return s;
}

static struct span closed_block(struct evaluation *e, int i, struct quantity p)
{
    struct span s = nothing();
    bool sections = e->t->at[i].kind == REGION_SECTIONS;
    for (int c = e->first[i]; c >= 0; c = e->next[c]) {
        struct span more = closed(e, c, p);
        combine(&s, &more, sections ? q_max : q_add);
    }
    return s;
}

static struct team spread_block(struct evaluation *e, int i, struct quantity p)
{
    struct team t = team_begin();
    for (int c = e->first[i]; c >= 0; c = e->next[c]) {
        struct team more = spread(e, c, p);
        team_add(e->a, &t, &more, 1);
    }
    return t;
}

/* ---- calls (B.2) ---- */

static const char *not_described(struct evaluation *e, int i)
{
    return arena_printf(e->a, "routine '%s' is not described: add 'routine %s' with what it runs",
                        e->t->at[i].name, e->t->at[i].name);
}

/* A routine is worked out once for each number of processors it is called with. */
static const struct known_routine *routine(struct evaluation *e, int root, struct quantity p,
                                           bool threads)
{
    for (struct known_routine *k = e->known_of[root]; k; k = k->next)
        if (k->spread == threads && is_known(k->processors) == is_known(p) &&
            (!is_known(p) || k->processors.value == p.value))
            return k;
    struct known_routine *k = ARENA_NEW(e->a, struct known_routine);
    k->processors = p;
    k->spread = threads;
    if (threads)
        k->team = spread(e, root, p);
    else
        k->span = closed(e, root, p);
    k->next = e->known_of[root];
    e->known_of[root] = k;
    return k;
}

static struct span closed_call(struct evaluation *e, int i, struct quantity p)
{
    const struct tree_region *g = &e->t->at[i];
    if (g->callee >= 0)
        return times(routine(e, g->callee, p, false)->span, g->calls);
    struct span s = {.measured = missing(not_described(e, i)), .thread = -1};
    for (int r = 0; r < REGION_RUNGS; r++)
        s.bound.balanced[r] = s.bound.actual[r] = s.measured;
    return s;
}

static struct team spread_call(struct evaluation *e, int i, struct quantity p)
{
    const struct tree_region *g = &e->t->at[i];
    struct team t = team_begin();
    if (g->callee >= 0)
        team_add(e->a, &t, &routine(e, g->callee, p, true)->team, g->calls);
    else {
        t.no_measured = not_described(e, i);
        for (int r = 0; r < REGION_RUNGS; r++) {
            t.no_cycles[r] = t.no_measured;
            t.balanced[r] = missing(t.no_measured);
        }
    }
    return t;
}

/* ---- parallel regions ---- */

/* Own cycles of its threads, as region events tell them. */
static bool own_cycles(struct evaluation *e, int i, struct team *own)
{
    struct parallel_sample *list;
    size_t n;
    const char *name = e->t->at[i].name;
    const struct stored_run *run = e->of->run;
    struct quantity share = part(e, i);
    *own = team_begin();
    if (!run || !name || !is_known(share))
        return false;
    if (!runs_parallel(e->g->r, e->a, run->id, name, &list, &n)) {
        e->failed = true;
        return false;
    }
    own->at = ARENA_ARRAY(e->a, struct team_thread, n + 1);
    for (size_t k = 0; k < n; k++) {
        own->at[own->n++] = (struct team_thread){.thread = list[k].thread,
                                                 .measured = list[k].cycles * share.value};
        if (list[k].lost > 0)
            own->no_measured = arena_printf(e->a, "samples of parallel region %s were lost", name);
    }
    return n > 0;
}

/* Its threads: what they have to do, did, and waited at its end. */
static void report_threads(struct evaluation *e, int i, struct team *all, const struct team *own,
                           struct quantity measured)
{
    struct gap_region *to = &e->to->at[i];
    size_t k = 0;
    if (e->reported[i])
        return;
    if (own) {
        struct team more = *own;
        for (size_t t = 0; t < all->n; t++)
            all->at[t].measured = 0;
        all->no_measured = NULL;
        team_add(e->a, all, &more, 1);
    }
    to->threads = ARENA_ARRAY(e->a, struct region_thread, all->n + 1);
    for (; k < all->n; k++) {
        const struct team_thread *t = &all->at[k];
        struct quantity cycles = all->no_measured ? missing(all->no_measured) : known(t->measured);
        to->threads[k] = (struct region_thread){.thread = t->thread,
                                                .bound = all->no_cycles[REGION_MACS]
                                                             ? missing(all->no_cycles[REGION_MACS])
                                                             : known(t->cycles[REGION_MACS]),
                                                .measured = cycles,
                                                .idle = q_sub(measured, cycles)};
    }
    to->n_threads = all->n;
}

/* Ends a stretch between two barriers. */
static void end_phase(struct evaluation *e, struct span *s, struct team *phase, struct team *all)
{
    for (int r = 0; r < REGION_RUNGS; r++) {
        s->bound.balanced[r] = q_add(s->bound.balanced[r], phase->balanced[r]);
        s->bound.actual[r] = q_add(s->bound.actual[r], team_cycles(phase, (enum region_rung)r));
    }
    s->measured = q_add(s->measured, team_measured(phase));
    team_add(e->a, all, phase, 1);
    *phase = team_begin();
}

/* Eq. 4.17, 4.18. */
static struct span closed_parallel(struct evaluation *e, int i, struct quantity p)
{
    struct span s = nothing();
    struct team phase = team_begin(), all = team_begin(), own;
    for (int c = e->first[i]; c >= 0; c = e->next[c]) {
        struct team more = team_begin();
        if (e->t->at[c].kind == REGION_BARRIER)
            end_phase(e, &s, &phase, &all);
        else {
            more = spread(e, c, p);
            team_add(e->a, &phase, &more, 1);
        }
    }
    end_phase(e, &s, &phase, &all);
    bool told = own_cycles(e, i, &own);
    if (told)
        s.measured = team_measured(&own);
    s.thread = least_thread(&all);
    e->to->at[i].processors = p;
    report_threads(e, i, &all, told ? &own : NULL, measured_or_given(e, i, s.measured));
    return s;
}

/* ---- any region ---- */

static struct span closed(struct evaluation *e, int i, struct quantity p)
{
    struct span s;
    struct quantity own = processors_of(e, i, p);
    switch (e->t->at[i].kind) {
    case REGION_LOOP:
        s = closed_loop(e, i);
        break;
    case REGION_CALL:
        s = closed_call(e, i, own);
        break;
    case REGION_PARALLEL:
        s = closed_parallel(e, i, own);
        break;
    default:
        s = closed_block(e, i, own);
    }
    s.measured = measured_or_given(e, i, s.measured);
    report(e, i, &s.bound, s.measured);
    return s;
}

/* A thread runs a region of its own; the others that work for it wait there. */
static struct team as_thread(struct evaluation *e, int i, struct quantity p)
{
    struct span s = closed(e, i, p);
    struct team t = team_begin();
    struct team_thread *one = ARENA_NEW(e->a, struct team_thread);
    one->thread = s.thread < 0 ? 0 : s.thread;
    for (int r = 0; r < REGION_RUNGS; r++) {
        t.balanced[r] = s.bound.balanced[r];
        t.no_cycles[r] = s.bound.actual[r].missing;
        one->cycles[r] = is_known(s.bound.actual[r]) ? s.bound.actual[r].value : 0;
    }
    t.no_measured = s.measured.missing;
    one->measured = is_known(s.measured) ? s.measured.value : 0;
    t.at = one;
    t.n = 1;
    return t;
}

static struct team spread(struct evaluation *e, int i, struct quantity p)
{
    struct team t;
    switch (e->t->at[i].kind) {
    case REGION_LOOP:
        t = spread_loop(e, i, p);
        break;
    case REGION_CALL:
        t = spread_call(e, i, p);
        break;
    case REGION_PARALLEL:
    case REGION_SECTIONS:
        return as_thread(e, i, p);
    default:
        t = spread_block(e, i, processors_of(e, i, p));
    }
    report_team(e, i, &t);
    return t;
}

/* ---- the whole ---- */

/* The loop or one around it has a place in the tree. */
static bool stands_somewhere(const struct evaluation *e, const char *loop)
{
    const struct model_build *b = e->of->build;
    size_t at = place_of_loop(e, loop);
    const struct source_loop *s = at < b->n ? b->loops[at].source : NULL;
    bool found = is_named(e->t, loop);
    for (; s && !found; s = source_around(b->stored, s))
        found = is_named(e->t, s->id);
    return found;
}

enum { LOOPS_NAMED = 4 };

static void note_others(struct evaluation *e)
{
    const char *text = NULL;
    size_t n = 0;
    for (size_t i = 0; i < e->run->n; i++) {
        const struct gap_loop *l = &e->run->loops[i];
        if (!l->measured || stands_somewhere(e, l->loop))
            continue;
        if (n++ < LOOPS_NAMED)
            text = text ? arena_printf(e->a, "%s, %s", text, l->loop) : l->loop;
    }
    if (n > LOOPS_NAMED)
        text = arena_printf(e->a, "%s and %zu more", text, n - LOOPS_NAMED);
    if (n)
        note(e->a, &e->to->notes, "in no region, and so not in the run-time bound: %s", text);
}

static void begin_report(struct evaluation *e)
{
    struct gap_regions *to = e->to;
    to->path = e->t->path;
    to->tree = e->t;
    to->n = e->t->n;
    to->at = ARENA_ARRAY(e->a, struct gap_region, to->n + 1);
    for (size_t i = 0; i < to->n; i++) {
        const struct tree_region *g = &e->t->at[i];
        struct gap_region *r = &to->at[i];
        r->kind = g->kind;
        r->depth = g->parent < 0 ? 0 : to->at[g->parent].depth + 1;
        r->name = g->name;
        r->loop = g->loop;
        r->calls = g->kind == REGION_CALL      ? known(g->calls)
                   : g->kind == REGION_ROUTINE ? executions(e, (int)i)
                                               : missing("this is no call");
        r->processors = missing("this is no parallel region");
        if (g->kind == REGION_PROGRAM)
            to->program = i;
    }
}

bool regions_of(const struct gaps *g, struct arena *a, const struct gap_run *run, struct diag *d,
                struct gap_regions **to)
{
    const struct table_row *of = &g->of[run - g->table.at];
    struct region_tree *t;
    struct evaluation e = {.g = g, .a = a, .run = run, .of = of};
    *to = NULL;
    (void)d;
    if (!runs_regions(g->r, a, of->run ? of->run->id : 0, of->build->stored->id, &t))
        return false;
    if (!t)
        return true;
    e.t = t;
    e.to = ARENA_NEW(a, struct gap_regions);
    link_tree(&e);
    begin_report(&e);
    struct quantity p = run->run ? known((double)run->processors)
                                 : missing("the processors are not given: add 'processors N'");
    closed(&e, (int)e.to->program, p);
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].parent < 0 && !e.reported[i])
            closed(&e, (int)i, p);
    note_others(&e);
    *to = e.to;
    return !e.failed;
}
