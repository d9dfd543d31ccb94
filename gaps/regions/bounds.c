/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/regions/evaluation.h"

/* What is known of a routine: by the processors it is called with. */
struct known_routine {
    struct quantity processors;
    bool spread;
    struct span span; /* where it is called in sequence */
    struct team team; /* where threads of a parallel region call it */
    struct known_routine *next;
};

static struct span closed(struct evaluation *e, int i, struct quantity p);

/* ---- reports ---- */

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
}

/* Notes regions with more threads than processors; regions around them have their bounds from them.
 */
static void note_crowds(struct evaluation *e)
{
    const char *list = NULL;
    for (size_t i = 0; i < e->to->n; i++) {
        const struct gap_region *g = &e->to->at[i];
        if (g->kind == GAP_REGION_PARALLEL && is_known(g->imbalance) &&
            g->imbalance.value < -1e-9 * g->bound.balanced[REGION_MACS].value)
            list =
                arena_printf(e->a, "%s%s%ld", list ? list : "", list ? ", " : "", e->t->at[i].line);
    }
    if (list)
        note(
            e->a, &e->to->notes,
            "more threads than processors ran in the parallel regions at these lines, so that what "
            "is distributed is below what is balanced: %s",
            list);
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

struct quantity measured_or_given(const struct evaluation *e, int i, struct quantity q)
{
    return is_known(e->t->at[i].measured) ? e->t->at[i].measured : q;
}

long least_thread(const struct team *t)
{
    return t->n ? t->at[0].thread : -1;
}

struct span span_of_nothing(void)
{
    struct span s = {.measured = known(0), .thread = -1};
    for (int r = 0; r < REGION_RUNGS; r++)
        s.bound.balanced[r] = s.bound.actual[r] = known(0);
    return s;
}

static struct quantity processors_of(const struct evaluation *e, int i, struct quantity p)
{
    long own = e->t->at[i].processors;
    return own ? known((double)own) : p;
}

/* ---- loops ---- */

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
                               "%s is in no parallel region, and %zu threads ran it: their "
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
    struct span s = span_of_nothing();
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
        struct team more = spread_region(e, c, p);
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
    if (e->known_of[root])
        note_once(e->a, &e->to->notes,
                  arena_printf(e->a,
                               "routine %s is called in several ways, with other processors or by "
                               "each thread of a parallel region: its lines are of the first call, "
                               "and each call has its own bound",
                               e->t->at[root].name));
    struct known_routine *k = ARENA_NEW(e->a, struct known_routine);
    k->processors = p;
    k->spread = threads;
    if (threads)
        k->team = spread_region(e, root, p);
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

/* One thread runs the region; the others wait at its end. */
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

struct team spread_region(struct evaluation *e, int i, struct quantity p)
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

/* Returns whether the loop or one around it is in the tree. */
static bool is_in_tree(const struct evaluation *e, const char *loop)
{
    const struct model_build *b = e->of->build;
    size_t at = place_of_loop(e, loop);
    const struct source_loop *s = at < b->n ? b->loops[at].source : NULL;
    bool found = loop_is_named(e->t, loop);
    for (; s && !found; s = source_around(b->stored, s))
        found = loop_is_named(e->t, s->id);
    return found;
}

enum { LOOPS_NAMED = 4 };

static void note_others(struct evaluation *e)
{
    const char *text = NULL;
    size_t n = 0;
    for (size_t i = 0; i < e->run->n; i++) {
        const struct gap_loop *l = &e->run->loops[i];
        if (!l->measured || is_in_tree(e, l->loop))
            continue;
        if (n++ < LOOPS_NAMED)
            text = text ? arena_printf(e->a, "%s, %s", text, l->loop) : l->loop;
    }
    if (n > LOOPS_NAMED)
        text = arena_printf(e->a, "%s and %zu more", text, n - LOOPS_NAMED);
    if (n)
        note(e->a, &e->to->notes, "in no region, and so not in the run-time bound: %s", text);
}

static enum gap_region_kind kind_of(enum region_kind k)
{
    switch (k) {
    case REGION_ROUTINE:
        return GAP_REGION_ROUTINE;
    case REGION_PARALLEL:
        return GAP_REGION_PARALLEL;
    case REGION_LOOP:
        return GAP_REGION_LOOP;
    case REGION_CALL:
        return GAP_REGION_CALL;
    case REGION_BARRIER:
        return GAP_REGION_BARRIER;
    default:
        return GAP_REGION_BLOCK;
    }
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
        r->kind = kind_of(g->kind);
        r->timed = is_known(g->measured);
        r->word = region_word(g->kind);
        r->depth = g->parent < 0 ? 0 : to->at[g->parent].depth + 1;
        r->name = g->name;
        r->loop = g->loop;
        r->calls = g->kind == REGION_CALL      ? known(g->calls)
                   : g->kind == REGION_ROUTINE ? executions_of(e, (int)i)
                                               : missing("this is no call");
        r->processors = missing("this is no parallel region");
        if (g->kind == REGION_PROGRAM)
            to->program = i;
    }
}

bool regions_of(const struct gaps *g, struct arena *a, const struct gap_run *run,
                struct gap_regions **to)
{
    const struct table_row *of = &g->of[run - g->table.at];
    struct region_tree *t;
    struct evaluation e = {.g = g, .a = a, .run = run, .of = of};
    *to = NULL;
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
    note_crowds(&e);
    note_others(&e);
    *to = e.to;
    return !e.failed;
}
