/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directives of loops: those of OpenMP, which distribute iterations, and others, which must
 * directly precede their loop. */
#include "frontend/instrument/plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- clauses of PARALLEL DO and DO ---- */

static bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Whether all clauses were read and may be clauses of PARALLEL DO or DO. */
static bool clauses_known(const struct directive *d)
{
    for (size_t i = 0; i < d->n_clauses; i++)
        if (omp_clause_owner(d->clauses[i].kind) == OF_NEITHER)
            return false;
    return !d->unread;
}

/* Whether a clause applies to only one of the combined constructs ("if(simd: ...)"). */
static bool has_modifier(const struct directive *d)
{
    for (size_t i = 0; i < d->n_clauses; i++) {
        const struct directive_clause *c = &d->clauses[i];
        if (c->kind == CLAUSE_IF && c->list && begins_with(c->list, "simd:"))
            return true;
        if (c->kind == CLAUSE_REDUCTION && c->list &&
            (begins_with(c->list, "inscan") || begins_with(c->list, "task")))
            return true;
    }
    return false;
}

static const struct directive_clause *find_clause(const struct directive *d, enum omp_clause kind)
{
    for (size_t i = 0; i < d->n_clauses; i++)
        if (d->clauses[i].kind == kind)
            return &d->clauses[i];
    return NULL;
}

/* Returns the number in a clause; 0 = no such clause with a number, -1 = not a number. */
static long clause_number(const struct directive *d, enum omp_clause kind)
{
    const struct directive_clause *c = find_clause(d, kind);
    if (!c || !c->list)
        return 0;
    char *end;
    long n = strtol(c->list, &end, 10);
    return *end || n < 1 ? -1 : n;
}

static const char *join_words(const struct plan *p, const char *a, const char *b)
{
    return arena_printf(p->arena, "%s %s", a, b);
}

/* Splits PARALLEL DO into PARALLEL and DO. Variables that are LASTPRIVATE in the loop are shared.
 */
static void open_parallel_do(struct plan *p, struct planned *l, const struct directive *d)
{
    const char *parallel = "parallel", *share = l->shared_name;
    bool last = find_clause(d, CLAUSE_LASTPRIVATE) || find_clause(d, CLAUSE_LINEAR);
    for (size_t i = 0; i < d->n_clauses; i++) {
        const struct directive_clause *c = &d->clauses[i];
        enum clause_owner owner = omp_clause_owner(c->kind);
        bool first = last && c->kind == CLAUSE_FIRSTPRIVATE;
        if (owner == OF_PARALLEL && !first)
            parallel = join_words(p, parallel, c->text);
        if (owner == OF_DO || owner == OF_BOTH || first)
            share = join_words(p, share, c->text);
        if ((owner == OF_BOTH || first) && c->list)
            parallel = join_words(p, parallel, arena_printf(p->arena, "shared(%s)", c->list));
    }
    lines_add(p->arena, &l->opening, (struct line){0, true, parallel});
    lines_add(p->arena, &l->opening, (struct line){0, true, share});
}

/* ---- loops ---- */

/* Sets collapsed for the n - 1 inner loops of a COLLAPSE(n). */
static void mark_collapsed(struct plan *p, size_t loop, long n)
{
    size_t inner = loop;
    for (long k = 1; k < n && inner + 1 < p->nests.at.n; k++) {
        if (p->nests.at.at[inner + 1].parent != (int)inner)
            break;
        p->loops[inner].why = "COLLAPSE merges it with the loop inside it, "
                              "which is instrumented for both";
        inner++;
    }
    if (inner == loop)
        return;
    p->loops[inner].collapsed = loop;
    p->loops[inner].passes = true;
}

static void plan_shared_loop(struct plan *p, size_t loop, const struct directive *d)
{
    struct planned *l = &p->loops[loop];
    bool both = d->kind == OMP_PARALLEL_DO || d->kind == OMP_PARALLEL_DO_SIMD;
    bool simd = d->kind == OMP_DO_SIMD || d->kind == OMP_PARALLEL_DO_SIMD;
    l->sharing = both ? SHARED_PARALLEL_DO : SHARED_DO;
    l->shared_name = simd ? "do simd" : "do";
    if (!clauses_known(d) || has_modifier(d)) {
        l->why = "a clause of its OpenMP directive is unknown";
        return;
    }
    long n = clause_number(d, CLAUSE_COLLAPSE), ordered = clause_number(d, CLAUSE_ORDERED);
    if (n < 0 || ordered != 0) {
        l->why = "COLLAPSE and ORDERED of its OpenMP directive must have constant values";
        return;
    }
    l->shared = *d;
    l->passes = true;
    if (both)
        open_parallel_do(p, l, d);
    if (n > 1)
        mark_collapsed(p, loop, n);
}

/* Handles a directive before a loop. False if it does not concern the loop. */
static bool apply_directive(struct plan *p, size_t loop, const struct directive *d)
{
    struct planned *l = &p->loops[loop];
    if (!is_openmp(p->unit->at[d->first])) {
        if (strcmp(p->unit->at[d->first]->name, "$acc") == 0)
            l->why = "an OpenACC directive runs it elsewhere";
        return true;
    }
    switch (d->kind) {
    case OMP_PARALLEL_DO:
    case OMP_PARALLEL_DO_SIMD:
    case OMP_DO:
    case OMP_DO_SIMD:
        plan_shared_loop(p, loop, d);
        return true;
    case OMP_SIMD: /* remains before its loop, with events around both */
    case OMP_UNROLL:
        return true;
    case OMP_DISTRIBUTE:
    case OMP_TASKLOOP:
    case OMP_LOOP:
    case OMP_TARGET:
    case OMP_TARGET_DATA:
    case OMP_TARGET_ENTER_DATA:
    case OMP_TARGET_EXIT_DATA:
    case OMP_TARGET_UPDATE:
    case OMP_TEAMS:
    case OMP_TILE:
    case OMP_MASTER_TASKLOOP:
    case OMP_MASKED_TASKLOOP:
    case OMP_PARALLEL_LOOP:
    case OMP_PARALLEL_MASTER:
    case OMP_PARALLEL_MASKED:
        l->why = "an OpenMP directive of this kind runs its iterations elsewhere";
        return true;
    default:
        return false;
    }
}

/* Handles the directives before a loop that belong to it. */
static void directives_before(struct plan *p, size_t loop)
{
    size_t head = plan_nest(p, loop)->head, first = head;
    struct planned *l = &p->loops[loop];
    l->from = head;
    while (first > 0 && p->unit->at[first - 1]->kind == STMT_DIRECTIVE)
        first--;
    for (size_t i = first; i < head;) {
        struct directive d = directive_read(p->arena, p->unit, i);
        if (!apply_directive(p, loop, &d))
            l->from = head;
        else if (l->from == head)
            l->from = i;
        i = d.last + 1;
    }
}

/* Finds the directive after a loop that ends the one before it. */
static void find_end_directive(struct plan *p, size_t loop)
{
    struct planned *l = &p->loops[loop];
    size_t next = plan_nest(p, loop)->end + 1;
    l->to = next - 1;
    if (next >= p->unit->n || !is_openmp(p->unit->at[next]) || l->from == plan_nest(p, loop)->head)
        return;
    struct directive d = directive_read(p->arena, p->unit, next);
    if (d.kind != OMP_END_DO && d.kind != OMP_END_PARALLEL_DO && d.kind != OMP_END_SIMD)
        return;
    l->end = d;
    l->to = d.last;
}

/* Sets why for loops in regions that a device may run, from a directive to its end. */
static void exclude_device_regions(struct plan *p)
{
    int depth = 0;
    size_t loop = 0;
    for (size_t i = 0; i < p->unit->n; i++) {
        if (is_openmp(p->unit->at[i])) {
            struct directive d = directive_read(p->arena, p->unit, i);
            bool loops = strstr(d.folded, "paralleldo") || strstr(d.folded, "distribute") ||
                         strstr(d.folded, "simd") || strstr(d.folded, "loop");
            if (!loops)
                depth += (d.kind == OMP_TARGET) - (d.kind == OMP_END_TARGET);
            i = d.last;
        }
        if (loop < p->nests.at.n && p->nests.at.at[loop].head == i) {
            if (depth > 0)
                p->loops[loop].why = "OpenMP runs it on a device";
            loop++;
        }
    }
}

void plan_directives(struct plan *p)
{
    for (size_t i = 0; i < p->nests.at.n; i++)
        p->loops[i].collapsed = i;
    for (size_t i = 0; i < p->nests.at.n; i++) {
        directives_before(p, i);
        find_end_directive(p, i);
    }
    exclude_device_regions(p);
    for (size_t i = 0; i < p->nests.at.n; i++) {
        int parent = p->nests.at.at[i].parent;
        const char *why = parent >= 0 ? p->loops[parent].why : NULL;
        if (why && strstr(why, "elsewhere") && !p->loops[i].why)
            p->loops[i].why = why;
    }
}
