/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/regions/evaluation.h"
#include "base/util.h"

/* The result of a routine for one number of processors and one kind of call. */
struct known_routine {
    struct quantity processors;
    bool by_team;
    struct span span; /* !by_team: called in sequence */
    struct team team; /* by_team: called by the threads of a parallel region */
    struct known_routine *next;
};

/* Evaluates region i in sequence. p: the processors. */
static struct span sequential_span(struct evaluation *e, int i, struct quantity p);

/* ---- results ---- */

/* Stores the results of region i, unless it has some. */
static void set_results(struct evaluation *e, int i, const struct region_bounds *b,
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

/* Adds a note about parallel regions with more threads than processors. */
static void note_oversubscription(struct evaluation *e)
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
            "more threads than processors ran in the parallel regions at these lines, so the bound "
            "as distributed is below the balanced one: %s",
            list);
}

static void set_team_results(struct evaluation *e, int i, const struct team *t)
{
    struct region_bounds b;
    for (int r = 0; r < REGION_RUNGS; r++) {
        b.balanced[r] = t->balanced[r];
        b.actual[r] = team_cycles(t, (enum region_rung)r);
    }
    set_results(e, i, &b, measured_or_given(e, i, team_measured(t)));
}

struct quantity measured_or_given(const struct evaluation *e, int i, struct quantity q)
{
    return is_known(e->t->at[i].measured) ? e->t->at[i].measured : q;
}

long lowest_thread(const struct team *t)
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

/* Returns the processors of region i: its own, else p. */
static struct quantity processors_of(const struct evaluation *e, int i, struct quantity p)
{
    long own = e->t->at[i].processors;
    return own ? known((double)own) : p;
}

/* ---- loops ---- */

/* Evaluates a loop in sequence (eq. 4.15, 4.16). */
static struct span sequential_loop(struct evaluation *e, int i)
{
    struct work w = work_of(e, i);
    struct span s = {.measured = w.measured, .thread = lowest_thread(&w.team)};
    size_t running = 0;
    for (size_t k = 0; k < w.team.n; k++)
        running += w.team.at[k].cycles[REGION_MACS] > 0 || w.team.at[k].measured > 0;
    for (int r = 0; r < REGION_RUNGS; r++)
        s.bound.balanced[r] = s.bound.actual[r] = w.sum[r];
    if (running > 1)
        note_once(e->a, &e->to->notes,
                  arena_printf(e->a,
                               "%s is in no parallel region, but %zu threads ran it: their "
                               "cycles are added",
                               e->t->at[i].loop, running));
    return s;
}

/* Evaluates a loop that is shared by a team (the terms of eq. 4.17 and 4.18). */
static struct team team_of_loop(struct evaluation *e, int i, struct quantity p)
{
    struct work w = work_of(e, i);
    for (int r = 0; r < REGION_RUNGS; r++)
        w.team.balanced[r] = q_div(w.sum[r], p, "the number of processors is 0");
    return w.team;
}

/* ---- sums ---- */

static void add_thread_number(struct span *to, long thread)
{
    if (thread >= 0 && (to->thread < 0 || thread < to->thread))
        to->thread = thread;
}

/* Adds s to to with how: the sum, or the maximum for concurrent sections (eq. 4.19). */
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

/* Returns s, n times. */
static struct span repeat_span(struct span s, double n)
{
    for (int r = 0; r < REGION_RUNGS; r++) {
        s.bound.balanced[r] = q_mul(s.bound.balanced[r], known(n));
        s.bound.actual[r] = q_mul(s.bound.actual[r], known(n));
    }
    s.measured = q_mul(s.measured, known(n));
    return s;
}

static struct span sequential_block(struct evaluation *e, int i, struct quantity p)
{
    struct span s = span_of_nothing();
    bool sections = e->t->at[i].kind == REGION_SECTIONS;
    for (int c = e->first[i]; c >= 0; c = e->next[c]) {
        struct span more = sequential_span(e, c, p);
        combine(&s, &more, sections ? q_max : q_add);
    }
    return s;
}

static struct team team_of_block(struct evaluation *e, int i, struct quantity p)
{
    struct team t = team_begin();
    for (int c = e->first[i]; c >= 0; c = e->next[c]) {
        struct team more = team_of_region(e, c, p);
        team_add(e->a, &t, &more, 1);
    }
    return t;
}

/* ---- calls (B.2) ---- */

static const char *not_described(struct evaluation *e, int i)
{
    return arena_printf(e->a, "routine '%s' is unknown; add 'routine %s' with its regions",
                        e->t->at[i].name, e->t->at[i].name);
}

/* Evaluates a routine, once for each number of processors and kind of call. by_team: the threads of
 * a parallel region call it. */
static const struct known_routine *evaluate_routine(struct evaluation *e, int root,
                                                    struct quantity p, bool by_team)
{
    for (struct known_routine *k = e->known_of[root]; k; k = k->next)
        if (k->by_team == by_team && is_known(k->processors) == is_known(p) &&
            (!is_known(p) || k->processors.value == p.value))
            return k;
    if (e->known_of[root])
        note_once(
            e->a, &e->to->notes,
            arena_printf(e->a,
                         "routine '%s' is called with different numbers of processors, or both "
                         "in sequence and by each thread of a parallel region: its lines are "
                         "those of the first call; each call has its own bound",
                         e->t->at[root].name));
    struct known_routine *k = ARENA_NEW(e->a, struct known_routine);
    k->processors = p;
    k->by_team = by_team;
    if (by_team)
        k->team = team_of_region(e, root, p);
    else
        k->span = sequential_span(e, root, p);
    k->next = e->known_of[root];
    e->known_of[root] = k;
    return k;
}

static struct span sequential_call(struct evaluation *e, int i, struct quantity p)
{
    const struct tree_region *g = &e->t->at[i];
    if (g->callee >= 0)
        return repeat_span(evaluate_routine(e, g->callee, p, false)->span, g->calls);
    struct span s = {.measured = missing(not_described(e, i)), .thread = -1};
    for (int r = 0; r < REGION_RUNGS; r++)
        s.bound.balanced[r] = s.bound.actual[r] = s.measured;
    return s;
}

static struct team team_of_call(struct evaluation *e, int i, struct quantity p)
{
    const struct tree_region *g = &e->t->at[i];
    struct team t = team_begin();
    if (g->callee >= 0)
        team_add(e->a, &t, &evaluate_routine(e, g->callee, p, true)->team, g->calls);
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

static struct span sequential_span(struct evaluation *e, int i, struct quantity p)
{
    struct span s;
    struct quantity own = processors_of(e, i, p);
    switch (e->t->at[i].kind) {
    case REGION_LOOP:
        s = sequential_loop(e, i);
        break;
    case REGION_CALL:
        s = sequential_call(e, i, own);
        break;
    case REGION_PARALLEL:
        s = parallel_span(e, i, own);
        break;
    default:
        s = sequential_block(e, i, own);
    }
    s.measured = measured_or_given(e, i, s.measured);
    set_results(e, i, &s.bound, s.measured);
    return s;
}

/* Evaluates a region that one thread of a team runs while the others wait at its end. */
static struct team single_thread_team(struct evaluation *e, int i, struct quantity p)
{
    struct span s = sequential_span(e, i, p);
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

struct team team_of_region(struct evaluation *e, int i, struct quantity p)
{
    enum region_kind kind = e->t->at[i].kind;
    if (kind == REGION_PARALLEL || kind == REGION_SECTIONS)
        return single_thread_team(e, i, p);
    struct team t = kind == REGION_LOOP   ? team_of_loop(e, i, p)
                    : kind == REGION_CALL ? team_of_call(e, i, p)
                                          : team_of_block(e, i, processors_of(e, i, p));
    set_team_results(e, i, &t);
    return t;
}

/* ---- the tree of a run ---- */

/* Returns whether the loop or a loop around it is in the tree. */
static bool is_in_tree(const struct evaluation *e, const char *loop)
{
    const struct model_build *b = e->of->build;
    size_t at = index_of_loop(e, loop);
    const struct source_loop *s = at < b->n ? b->loops[at].source : NULL;
    bool in_tree = loop_is_named(e->t, loop);
    for (; s && !in_tree; s = source_around(b->stored, s))
        in_tree = loop_is_named(e->t, s->id);
    return in_tree;
}

enum { LOOPS_NAMED = 4 };

/* Adds a note about measured loops that are in no region. */
static void note_loops_without_region(struct evaluation *e)
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
        note(e->a, &e->to->notes, "in no region, so not in the run-time bound: %s", text);
}

static enum gap_region_kind kind_of(enum region_kind k)
{
    static const struct {
        enum region_kind stored;
        enum gap_region_kind kind;
    } kinds[] = {{REGION_ROUTINE, GAP_REGION_ROUTINE},
                 {REGION_PARALLEL, GAP_REGION_PARALLEL},
                 {REGION_LOOP, GAP_REGION_LOOP},
                 {REGION_CALL, GAP_REGION_CALL},
                 {REGION_BARRIER, GAP_REGION_BARRIER}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].stored == k)
            return kinds[i].kind;
    return GAP_REGION_BLOCK;
}

static void init_regions(struct evaluation *e)
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
                                               : missing("not a call");
        r->processors = missing("not a parallel region");
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
    init_regions(&e);
    struct quantity p = run->run
                            ? known((double)run->processors)
                            : missing("the number of processors is unknown; add 'processors N'");
    sequential_span(&e, (int)e.to->program, p);
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].parent < 0 && !e.reported[i])
            sequential_span(&e, (int)i, p);
    note_oversubscription(&e);
    note_loops_without_region(&e);
    *to = e.to;
    return !e.failed;
}
