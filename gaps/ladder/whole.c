/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loops of a run add up. The time of a loop is from its begin to its end, and holds that of
 * measured loops inside it, and of those in routines that it calls. */
#include "gaps/causes/placed.h"
#include "gaps/causes/problems.h"
#include "gaps/read.h"

#include <stdlib.h>
#include <string.h>

/* ---- loops in routines that are called ---- */

/* The calls of a build by who calls, and a measured loop of each routine that has one. */
struct call_graph {
    const struct call **by_caller;
    size_t n;
    const struct gap_loop **measured; /* by routine */
    size_t n_measured;
    const char **reached; /* in one search: the routines that are called, each once */
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

/* Place of the first call that the routine makes, or of where it would be. */
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

static bool is_reached(const struct call_graph *g, const char *routine)
{
    for (size_t i = 0; i < g->n_reached; i++)
        if (strcmp(g->reached[i], routine) == 0)
            return true;
    return false;
}

static void reach_from(struct call_graph *g, const char *routine)
{
    for (size_t i = first_call_of(g, routine);
         i < g->n && strcmp(g->by_caller[i]->caller ? g->by_caller[i]->caller : "", routine) == 0;
         i++)
        if (!is_reached(g, g->by_caller[i]->callee))
            g->reached[g->n_reached++] = g->by_caller[i]->callee;
}

/* A measured loop of the routine; of an unknown one, any in a routine other than `from`. */
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

/* A measured loop that runs in routines which `routine` calls, and those which these call; NULL =
 * there is none. */
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

/* Whether statements of the loop, or of one within it, call. */
static bool may_call(const struct model_build *b, size_t at)
{
    if (b->loops[at].source->calls)
        return true;
    for (size_t i = loop_within(b, at, 0); i < b->n; i = loop_within(b, at, i + 1))
        if (may_call(b, i))
            return true;
    return false;
}

static void mark_inclusive(struct arena *a, const struct model_build *b, struct gap_run *run)
{
    struct arena scratch = {0};
    struct call_graph g = make_graph(&scratch, b, run);
    const struct gap_loop *holds = NULL, *before = NULL; /* of a routine each is looked for once */
    for (size_t i = 0; g.n_measured > 1 && i < run->n; i++) {
        struct gap_loop *row = &run->loops[i];
        if (!row->measured || row->place < 0 || !may_call(b, (size_t)row->place))
            continue;
        if (!before || strcmp(before->routine, row->routine) != 0)
            holds = measured_below(&g, row->routine);
        before = row;
        if (!holds || holds == row)
            continue;
        row->inclusive = true;
        add_problem(
            a, row, PROBLEM_INCLUSIVE,
            "its time holds that of measured loops in routines that it calls, such as %s: it "
            "is in no sum and no share, and its gap P holds their time",
            holds->loop);
    }
    arena_free(&scratch);
}

/* ---- the whole run ---- */

/* A loop around loop m was measured, and adds up or is inside one that does. */
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
    double cycles = 0;
    mark_inclusive(a, b, to);
    for (size_t m = 0; m < b->n; m++)
        if (rows.row[m])
            rows.row[m]->within = within_added(&rows, m);
    for (size_t i = 0; i < to->n; i++)
        if (gap_adds_up(&to->loops[i])) /* strays, too: their places are not known */
            cycles += to->loops[i].cycles.value;
    to->cycles = to->run ? known(cycles) : missing("not measured");
    arena_free(&scratch);
}
