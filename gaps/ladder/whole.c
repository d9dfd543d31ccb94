/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops of a run are included in sums. The time of a loop includes that of measured loops
 * inside it and of measured loops in routines that it calls. */
#include "base/util.h"
#include "gaps/causes/placed.h"
#include "gaps/causes/problems.h"
#include "gaps/read.h"

#include <stdlib.h>
#include <string.h>

/* ---- loops in called routines ---- */

/* The calls of a build by caller, and one measured loop of each routine that has any. */
struct call_graph {
    const struct call **by_caller;
    size_t n;
    const struct gap_loop **measured; /* by routine */
    size_t n_measured;
    const char **reached; /* routines reached in the current search, each once */
    size_t n_reached;
};

static int by_caller(const void *one, const void *other)
{
    const struct call *a = *(const struct call *const *)one;
    const struct call *b = *(const struct call *const *)other;
    return strcmp(a->caller ? a->caller : "", b->caller ? b->caller : "");
}

static int by_routine(const void *one, const void *other)
{
    const struct gap_loop *a = *(const struct gap_loop *const *)one;
    const struct gap_loop *b = *(const struct gap_loop *const *)other;
    return strcmp(a->routine, b->routine);
}

static struct call_graph make_graph(struct arena *a, const struct model_build *b,
                                    const struct gap_run *run)
{
    struct call_graph g = {.by_caller = ARENA_ARRAY(a, const struct call *, b->n_calls + 1),
                           .n = b->n_calls,
                           .measured = ARENA_ARRAY(a, const struct gap_loop *, run->n + 1),
                           .reached = ARENA_ARRAY(a, const char *, b->n_calls + 1)};
    for (size_t i = 0; i < b->n_calls; i++)
        g.by_caller[i] = b->calls[i];
    for (size_t i = 0; i < run->n; i++)
        if (run->loops[i].measured && run->loops[i].routine)
            g.measured[g.n_measured++] = &run->loops[i];
    if (g.n)
        qsort(g.by_caller, g.n, sizeof *g.by_caller, by_caller);
    if (g.n_measured)
        qsort(g.measured, g.n_measured, sizeof *g.measured, by_routine);
    return g;
}

/* Returns the index of the first call in the routine, or its insertion point. */
static size_t first_call_of(const struct call_graph *g, const char *routine)
{
    size_t low = 0, high = g->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *caller = g->by_caller[middle]->caller;
        if (strcmp(caller ? caller : "", routine) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void reach_from(struct call_graph *g, const char *routine)
{
    for (size_t i = first_call_of(g, routine);
         i < g->n && strcmp(g->by_caller[i]->caller ? g->by_caller[i]->caller : "", routine) == 0;
         i++)
        if (!text_is_among(g->reached, g->n_reached, g->by_caller[i]->callee))
            g->reached[g->n_reached++] = g->by_caller[i]->callee;
}

/* Returns a measured loop of the routine; if the routine is unknown, any measured loop outside of
 * `from`. */
static const struct gap_loop *measured_in(const struct call_graph *g, const char *routine,
                                          const char *from)
{
    bool any = strcmp(routine, CALLEE_UNKNOWN) == 0;
    for (size_t i = 0; i < g->n_measured; i++) {
        const char *in = g->measured[i]->routine;
        if (any ? strcmp(in, from) != 0 : strcmp(in, routine) == 0)
            return g->measured[i];
    }
    return NULL;
}

/* Returns a measured loop in routines that `routine` calls directly or indirectly; NULL = none. */
static const struct gap_loop *measured_below(struct call_graph *g, const char *routine)
{
    const struct gap_loop *found = NULL;
    g->n_reached = 0;
    reach_from(g, routine);
    for (size_t i = 0; !found && i < g->n_reached; i++) {
        found = measured_in(g, g->reached[i], routine);
        reach_from(g, g->reached[i]);
    }
    return found;
}

/* Returns whether statements of the loop or of an inner loop call routines. */
static bool may_call(const struct model_build *b, size_t at)
{
    if (b->loops[at].source->calls)
        return true;
    for (size_t i = loop_within(b, at, 0); i < b->n; i = loop_within(b, at, i + 1))
        if (may_call(b, i))
            return true;
    return false;
}

/* Marks inclusive rows. holds: for each row, a loop whose time is included in its time; otherwise
 * NULL. */
static void mark_inclusive(struct call_graph *g, const struct model_build *b, struct gap_run *run,
                           const char **holds)
{
    const struct gap_loop *found = NULL, *before = NULL; /* searched once per routine */
    for (size_t i = 0; g->n_measured > 1 && i < run->n; i++) {
        struct gap_loop *row = &run->loops[i];
        if (!row->measured || row->place < 0 || !may_call(b, (size_t)row->place))
            continue;
        if (!before || strcmp(before->routine, row->routine) != 0)
            found = measured_below(g, row->routine);
        before = row;
        row->inclusive = found && found != row;
        if (row->inclusive)
            holds[i] = found->loop;
    }
}

/* ---- own time of inclusive loops ---- */

/* Returns whether the call is in the lines of the loop. */
static bool is_call_of(const struct call *c, const struct source_loop *s)
{
    return c->caller && strcmp(c->caller, s->routine) == 0 && strcmp(c->file, s->file) == 0 &&
           s->line <= c->line && c->line <= s->end_line;
}

/* Sets the routines that are executed in the loop. Returns NULL, or why they are unknown. */
static const char *reach_from_loop(struct call_graph *g, const struct source_loop *s)
{
    g->n_reached = 0;
    for (size_t i = first_call_of(g, s->routine); i < g->n; i++)
        if (is_call_of(g->by_caller[i], s) &&
            !text_is_among(g->reached, g->n_reached, g->by_caller[i]->callee))
            g->reached[g->n_reached++] = g->by_caller[i]->callee;
    for (size_t i = 0; i < g->n_reached; i++)
        reach_from(g, g->reached[i]);
    if (text_is_among(g->reached, g->n_reached, CALLEE_UNKNOWN))
        return "it may call any routine";
    if (text_is_among(g->reached, g->n_reached, s->routine))
        return "its routine is recursive";
    return g->n_reached ? NULL : "its calls are unknown";
}

/* Returns whether the routine has a measured loop or calls a routine that has one. other: for the
 * search, overwritten. */
static bool leads_to_measured(struct call_graph *other, const char *routine)
{
    return measured_in(other, routine, "") || measured_below(other, routine);
}

/* Returns why measured loops in the called routines may be executed outside of the loop, too; NULL
 * = they are not. Requires reach_from_loop.
 * */
static const char *runs_elsewhere(struct arena *a, const struct call_graph *g,
                                  const struct source_loop *s)
{
    struct arena scratch = {0};
    struct call_graph other = *g;
    const char *why = NULL;
    other.reached = ARENA_ARRAY(&scratch, const char *, g->n + 1);
    for (size_t i = 0; i < g->n && !why; i++) {
        const struct call *c = g->by_caller[i];
        bool inside =
            is_call_of(c, s) || (c->caller && text_is_among(g->reached, g->n_reached, c->caller));
        if ((!inside || c->by_name) && text_is_among(g->reached, g->n_reached, c->callee) &&
            leads_to_measured(&other, c->callee))
            why = arena_printf(a, "%s is also called from elsewhere", c->callee);
    }
    arena_free(&scratch);
    return why;
}

static bool is_around(const struct placed_rows *p, long outer, long m)
{
    while (m >= 0 && m != outer)
        m = p->parent[m];
    return m >= 0;
}

/* Returns whether the time of row includes that of row x. Requires reach_from_loop. */
static bool is_inside(const struct call_graph *g, const struct placed_rows *p,
                      const struct gap_loop *row, const struct gap_loop *x)
{
    return x != row && x->measured && !x->within &&
           ((x->routine && text_is_among(g->reached, g->n_reached, x->routine)) ||
            (x->place >= 0 && is_around(p, row->place, x->place)));
}

static struct quantity less_inside(struct arena *a, const struct gap_loop *row,
                                   const struct gap_loop *x, struct quantity cycles)
{
    struct quantity inner = gap_share_cycles(x);
    if (x->threads > row->threads)
        return missing(
            arena_printf(a, "%s, inside the loop, was executed by more threads", x->loop));
    if (x->partial || row->partial)
        return missing("samples were lost");
    if (!is_known(inner))
        return missing(arena_printf(a, "that of %s is unknown: %s", x->loop, inner.missing));
    return q_sub(cycles, inner);
}

static struct quantity own_cycles(struct arena *a, const struct call_graph *g,
                                  const struct placed_rows *p, const struct gap_run *run,
                                  const struct gap_loop *row)
{
    struct quantity own = row->cycles;
    for (size_t i = 0; i < run->n && is_known(own); i++)
        if (is_inside(g, p, row, &run->loops[i]))
            own = less_inside(a, row, &run->loops[i], own);
    if (is_known(own) && own.value < 0)
        return missing(arena_printf(
            a, "the loop took %.10g cycles, fewer than the measured loops inside it, %.10g",
            row->cycles.value, row->cycles.value - own.value));
    return own;
}

static bool holds_open(const struct call_graph *g, const struct placed_rows *p,
                       const struct gap_run *run, const struct gap_loop *row, const bool *open)
{
    for (size_t i = 0; i < run->n; i++)
        if (open[i] && is_inside(g, p, row, &run->loops[i]))
            return true;
    return false;
}

/* Sets the own cycles of a row. Returns false if those of a loop in it must be set first. */
static bool set_own_cycles(struct arena *a, struct call_graph *g, const struct model_build *b,
                           const struct placed_rows *p, const struct gap_run *run,
                           struct gap_loop *row, const bool *open)
{
    const struct source_loop *s = b->loops[row->place].source;
    const char *why = reach_from_loop(g, s);
    if (!why)
        why = runs_elsewhere(a, g, s);
    if (!why && holds_open(g, p, run, row, open))
        return false;
    row->own_cycles = why ? missing(why) : own_cycles(a, g, p, run, row);
    return true;
}

/* Sets the own cycles of all inclusive rows, inner ones first: each pass sets the rows without open
 * inner rows. */
static void set_all_own_cycles(struct arena *a, struct call_graph *g, const struct model_build *b,
                               const struct placed_rows *p, struct gap_run *run)
{
    struct arena scratch = {0};
    bool *open = ARENA_ARRAY(&scratch, bool, run->n + 1), changed = true;
    for (size_t i = 0; i < run->n; i++) {
        open[i] = run->loops[i].inclusive;
        run->loops[i].own_cycles = missing("its loops include each other");
    }
    while (changed) {
        changed = false;
        for (size_t i = 0; i < run->n; i++)
            if (open[i] && set_own_cycles(a, g, b, p, run, &run->loops[i], open)) {
                open[i] = false;
                changed = true;
            }
    }
    arena_free(&scratch);
}

static void note_inclusive(struct arena *a, struct gap_loop *row, const char *holds)
{
    char own[QUANTITY_TEXT];
    if (is_known(row->own_cycles))
        add_problem(a, row, PROBLEM_INCLUSIVE,
                    "its time and its gap P include measured loops in called routines, such as %s; "
                    "its own time, used for shares, is %.10g cycles, %s per iteration",
                    holds, row->own_cycles.value,
                    quantity_text(q_div(row->own_cycles, row->iterations, ""), own));
    else
        add_problem(a, row, PROBLEM_INCLUSIVE,
                    "its time and its gap P include measured loops in called routines, such as %s; "
                    "it is in no sum and no share because its own time is unknown: %s",
                    holds, row->own_cycles.missing);
}

/* ---- the whole run ---- */

/* Returns whether a loop around loop m was measured and is included in sums, or is inside such a
 * loop. */
static bool within_added(const struct placed_rows *p, size_t m)
{
    for (long at = p->parent[m]; at >= 0; at = p->parent[at])
        if (measured_row(p, at) && !measured_row(p, at)->inclusive)
            return true;
    return false;
}

void sum_cycles(struct arena *a, const struct model_build *b, struct gap_run *to)
{
    struct arena scratch = {0};
    const struct placed_rows rows = place_rows(&scratch, b, to);
    struct call_graph g = make_graph(&scratch, b, to);
    const char **holds = ARENA_ARRAY(&scratch, const char *, to->n + 1);
    double cycles = 0;
    mark_inclusive(&g, b, to, holds);
    for (size_t m = 0; m < b->n; m++)
        if (rows.row[m])
            rows.row[m]->within = within_added(&rows, m);
    set_all_own_cycles(a, &g, b, &rows, to);
    for (size_t i = 0; i < to->n; i++) {
        struct quantity own = gap_share_cycles(&to->loops[i]); /* also of strays: their */
        cycles += is_known(own) ? own.value : 0;               /* nesting is unknown */
        if (to->loops[i].inclusive)
            note_inclusive(a, &to->loops[i], holds[i]);
    }
    to->cycles = to->run ? known(cycles) : missing("not measured");
    arena_free(&scratch);
}
