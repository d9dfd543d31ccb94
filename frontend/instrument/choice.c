/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the loops. Without a profile, hot loops are all innermost loops with a bound and
 * floating-point data. If one run of such a loop is too short for two events, the nearest loop
 * around it that is long enough is chosen instead, or the outermost one. If the loops around an
 * innermost loop contain hardly any other work, the nest is timed as a whole for the innermost
 * loop. */
#include "frontend/analysis/lower.h"
#include "frontend/instrument/plan.h"

#include <string.h>

enum {
    TRIPS_UNKNOWN = 100, /* iterations assumed where bounds are not constant */
    SHORTEST_RUN = 64,   /* operations */
};

static double trip_count(const struct plan *p, size_t loop)
{
    const struct stmt *head = p->unit->at[plan_nest(p, loop)->head];
    int64_t first, last, step = 1;
    if (head->kind != STMT_DO || !symbols_integer(p->symbols, head->control[0], &first) ||
        !symbols_integer(p->symbols, head->control[1], &last) ||
        (head->control[2] && !symbols_integer(p->symbols, head->control[2], &step)) || step == 0)
        return TRIPS_UNKNOWN;
    double n = ((double)last - (double)first + (double)step) / (double)step;
    return n > 0 ? n : 0;
}

static double floating_point_work(const struct source_loop *l)
{
    return counts_tnf(&l->counts) + l->counts.n[OP_LFL] + l->counts.n[OP_SFL];
}

/* Returns the operations of one run of each loop, including the loops inside it. */
static double *run_costs(const struct plan *p)
{
    size_t n = p->nests.at.n;
    double *cost = ARENA_ARRAY(p->arena, double, n + 1);
    for (size_t i = n; i-- > 0;) {
        const struct source_loop *l = p->loops[i].facts;
        if (l)
            cost[i] += floating_point_work(l) + l->integer_ops + l->index_loads + l->index_stores;
        cost[i] = (cost[i] + 1) * trip_count(p, i);
        if (p->nests.at.at[i].parent >= 0)
            cost[p->nests.at.at[i].parent] += cost[i];
    }
    return cost;
}

/* Whether the statement may be between the loops of a nest that is timed as a whole: an assignment
 * of arrays may not, because it is a loop of its own. */
static bool is_small(const struct plan *p, const struct stmt *t)
{
    return t->kind == STMT_CONTINUE || t->kind == STMT_END_DO ||
           (t->kind == STMT_ASSIGN && !assigns_array(p->symbols, t));
}

/* Whether the loop around this one contains, apart from it, only a few assignments without calls.
 */
static bool contains_little_else(const struct plan *p, size_t loop)
{
    const struct nest *n = plan_nest(p, loop), *around = plan_nest(p, (size_t)n->parent);
    const struct source_loop *l = p->loops[n->parent].facts;
    for (size_t i = around->head + 1; i <= around->end; i++)
        if ((i < n->head || i > n->end) && !is_small(p, p->unit->at[i]))
            return false;
    return l && !l->calls;
}

/* Returns the outermost loop of the nest with hardly any other work, ignoring jumps and directives.
 */
static size_t outermost_of_nest(const struct plan *p, size_t loop)
{
    while (plan_nest(p, loop)->parent >= 0 && contains_little_else(p, loop))
        loop = (size_t)plan_nest(p, loop)->parent;
    return loop;
}

static void choose_hot(struct plan *p)
{
    double *cost = run_costs(p);
    for (size_t i = 0; i < p->nests.at.n; i++) {
        const struct source_loop *l = p->loops[i].facts;
        if (!p->nests.at.at[i].innermost || !l || l->excluded || floating_point_work(l) <= 0)
            continue;
        size_t nest = outermost_of_nest(p, i), at = cost[nest] < SHORTEST_RUN ? nest : i;
        while (cost[nest] < SHORTEST_RUN && cost[at] < SHORTEST_RUN &&
               p->nests.at.at[at].parent >= 0)
            at = (size_t)p->nests.at.at[at].parent;
        p->loops[at].chosen = true;
    }
}

static bool is_wanted(const struct plan *p, size_t loop)
{
    const struct instrument_options *o = p->options;
    switch (o->choice) {
    case CHOOSE_INNER:
        return p->nests.at.at[loop].innermost;
    case CHOOSE_OUTER:
        return p->nests.at.at[loop].parent < 0;
    case CHOOSE_LISTED:
        return p->loops[loop].facts && o->listed(o->to, p->loops[loop].facts->id);
    default:
        return true;
    }
}

void plan_choice(struct plan *p)
{
    if (p->options->choice == CHOOSE_HOT) {
        choose_hot(p);
        return;
    }
    for (size_t i = 0; i < p->nests.at.n; i++)
        p->loops[i].chosen = is_wanted(p, i);
}

/* ---- position of events ---- */

static bool nest_continues(const struct plan *p, size_t loop)
{
    const struct planned *l = &p->loops[loop];
    int parent = plan_nest(p, loop)->parent;
    return parent >= 0 && !l->sharing && !l->early && !p->loops[parent].why &&
           !p->loops[parent].early && !p->loops[parent].chosen && contains_little_else(p, loop);
}

void plan_around(struct plan *p)
{
    for (size_t i = 0; i < p->nests.at.n; i++) {
        struct planned *l = &p->loops[i];
        l->around = l->collapsed;
        while (p->options->choice == CHOOSE_HOT && plan_nest(p, i)->innermost &&
               nest_continues(p, l->around))
            l->around = (size_t)plan_nest(p, l->around)->parent;
        p->loops[l->around].events |= l->region != 0;
    }
}
