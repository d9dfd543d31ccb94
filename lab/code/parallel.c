/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMP: parallel regions, constructs within them, and synchronization. */
#include "lab/code/parallel.h"
#include "base/util.h"

#include <string.h>

static bool has_clause(const struct omp *d, enum omp_clause kind)
{
    for (size_t i = 0; i < d->n_items; i++)
        if (d->items[i].kind == kind)
            return true;
    return false;
}

static const char *clause_text(const struct omp *d, enum omp_clause kind)
{
    for (size_t i = 0; i < d->n_items; i++)
        if (d->items[i].kind == kind)
            return d->items[i].text;
    return NULL;
}

static bool is_lastprivate(const struct omp *d, const char *name)
{
    for (size_t i = 0; i < d->n_items; i++)
        if (d->items[i].kind == CLAUSE_LASTPRIVATE && d->items[i].name == name)
            return true;
    return false;
}

/* Returns d with the clauses that apply to the loop of PARALLEL DO, or with all others. */
static struct omp select_clauses(struct lower *l, const struct omp *d, bool of_loop)
{
    struct omp to = *d;
    to.items = NULL;
    to.n_items = 0;
    for (size_t i = 0; i < d->n_items; i++) {
        enum omp_clause k = d->items[i].kind;
        bool loop = k == CLAUSE_LASTPRIVATE || k == CLAUSE_SCHEDULE || k == CLAUSE_COLLAPSE ||
                    (k == CLAUSE_FIRSTPRIVATE && is_lastprivate(d, d->items[i].name));
        if (loop == of_loop)
            *ARENA_PUSH(l->arena, to.items, to.n_items) = d->items[i];
    }
    return to;
}

static void emit_barrier(struct lower *l)
{
    struct value threads = region_threads(l), args[] = {region_thread(l), threads};
    lower_library(l, "lab_barrier", lower_none, 2, args);
}

/* ---- regions ---- */

/* Returns the number of threads requested; 0 = all available. */
static struct value team_size(struct lower *l, const struct omp *d)
{
    const char *number = clause_text(d, CLAUSE_NUM_THREADS), *condition = clause_text(d, CLAUSE_IF);
    struct value n = lower_constant(0), alone = lower_constant(1);
    if (number)
        n = lower_convert(l, omp_value(l, number), lower_integer);
    if (condition) {
        struct value yes = lower_convert(l, omp_value(l, condition), lower_logical);
        yes.fresh = n.fresh = false;
        n = lower_select(l, LAB_ITSTNE8, yes, lower_constant(0), n, alone);
    }
    n.fresh = false;
    return n;
}

static void check_default(struct lower *l, const struct omp *d)
{
    const char *text = clause_text(d, CLAUSE_DEFAULT);
    if (text && strstr(text, "private"))
        lower_error(l, NULL, "DEFAULT(%s) is not in kfc's subset: list the variables in PRIVATE",
                    text);
}

static void shared_sections(struct lower *l, const struct omp *d, size_t from, size_t to)
{
    struct privates p;
    privates_open(l, &p, d);
    parallel_sections(l, from, to, &p);
    privates_close(l, &p);
}

/* Lowers the statements from ... to as a region. d may also be a combined directive with a loop
 * or sections. */
static void lower_region(struct lower *l, const struct omp *d, size_t from, size_t to)
{
    struct parallel_region r;
    struct privates p;
    struct value threads = team_size(l, d);
    struct omp own = select_clauses(l, d, false), of_loop = select_clauses(l, d, true);
    lab_reg args[3];
    check_default(l, d);
    region_begin(l, &r, from, to);
    privates_open(l, &p, &own);
    privates_add_loops(l, &p, from, to, d);
    if (d->kind == OMP_PARALLEL_DO)
        parallel_loop(l, from, to, &of_loop);
    else if (d->kind == OMP_PARALLEL_SECTIONS)
        shared_sections(l, &of_loop, from, to);
    else
        lower_statements(l, from, to);
    privates_reduce(l, &p);
    privates_close(l, &p);
    region_end(l, &r, &args[0], &args[1]);
    args[2] = lower_register(l, threads);
    lower_call(l, "lab_fork", lower_none, args, 3);
}

/* Returns the statement after the end directive if statement i is one; else i. */
static size_t skip_end_directive(struct lower *l, size_t i, enum omp_directive end, bool *nowait)
{
    struct omp d;
    if (i >= l->source->n || !omp_read(l, i, false, &d) || d.kind != end)
        return i;
    *nowait |= has_clause(&d, CLAUSE_NOWAIT);
    return d.next;
}

static size_t parallel_do(struct lower *l, const struct omp *d, size_t limit)
{
    const struct unit *u = l->source;
    size_t end =
        d->next < limit && u->at[d->next]->kind == STMT_DO ? omp_loop_end(u, d->next) : limit;
    bool nowait = false;
    if (end >= limit) {
        lower_error(l, NULL, "expected a complete DO loop after this directive");
        return d->next;
    }
    lower_region(l, d, d->next, end + 1);
    return skip_end_directive(l, end + 1, OMP_END_PARALLEL_DO, &nowait);
}

static size_t shared_do(struct lower *l, const struct omp *d, size_t limit)
{
    bool nowait = has_clause(d, CLAUSE_NOWAIT);
    size_t next = parallel_loop(l, d->next, limit, d);
    next = skip_end_directive(l, next, OMP_END_DO, &nowait);
    if (!nowait)
        emit_barrier(l);
    return next;
}

/* ---- blocks within a region ---- */

static void lower_for_first_thread(struct lower *l, size_t from, size_t to)
{
    struct ir_block *yes = lower_block(l), *after = lower_block(l);
    lower_branch(l, LAB_ITSTEQ8, region_thread(l), lower_constant(0), yes, after);
    lower_start_block(l, yes);
    lower_statements(l, from, to);
    lower_start_block(l, after);
}

static void lower_critical(struct lower *l, const struct omp *d, size_t to)
{
    const char *lock = arena_printf(l->arena, "lab.critical.%s", d->name);
    parallel_lock(l, "lab_lock", lock);
    lower_statements(l, d->next, to);
    parallel_lock(l, "lab_unlock", lock);
}

/* Lowers the block between a directive and its end directive at statement `to`. */
static void lower_construct(struct lower *l, const struct omp *d, size_t to)
{
    struct privates p;
    if (d->kind == OMP_PARALLEL || d->kind == OMP_PARALLEL_SECTIONS) {
        lower_region(l, d, d->next, to);
        return;
    }
    if (d->kind == OMP_CRITICAL) {
        lower_critical(l, d, to);
        return;
    }
    privates_open(l, &p, d);
    if (d->kind == OMP_SECTIONS)
        parallel_sections(l, d->next, to, &p);
    else
        lower_for_first_thread(l, d->next, to);
    privates_reduce(l, &p);
    privates_close(l, &p);
}

static size_t block_directive(struct lower *l, size_t i, const struct omp *d, size_t limit)
{
    size_t to = omp_end(l, i, d);
    struct omp end;
    if (to >= limit || !omp_read(l, to, false, &end)) {
        lower_error(l, NULL, "this directive has no end: add !$omp %s", omp_end_text(d->kind));
        return d->next;
    }
    lower_construct(l, d, to);
    bool waits = d->kind == OMP_SECTIONS || d->kind == OMP_SINGLE;
    if (waits && !has_clause(&end, CLAUSE_NOWAIT))
        emit_barrier(l);
    return end.next;
}

/* ---- one statement ---- */

static size_t lower_atomic(struct lower *l, const struct omp *d, size_t limit)
{
    bool nowait = false;
    if (d->next >= limit || l->source->at[d->next]->kind != STMT_ASSIGN) {
        lower_error(l, NULL, "expected an assignment after ATOMIC");
        return d->next;
    }
    parallel_lock(l, "lab_lock", "lab.atomic");
    lower_statements(l, d->next, d->next + 1);
    parallel_lock(l, "lab_unlock", "lab.atomic");
    return skip_end_directive(l, d->next + 1, OMP_END_ATOMIC, &nowait);
}

/* Emits a call, so that no shared variable stays in a register. */
static void emit_flush(struct lower *l)
{
    struct value none = lower_constant(0);
    lower_library(l, "cell_pause", lower_none, 1, &none);
}

size_t lower_directive(struct lower *l, size_t i, size_t limit)
{
    struct omp d;
    if (!omp_read(l, i, true, &d))
        return i + 1;
    switch (d.kind) {
    case OMP_PARALLEL_DO:
        return parallel_do(l, &d, limit);
    case OMP_DO:
        return shared_do(l, &d, limit);
    case OMP_PARALLEL:
    case OMP_PARALLEL_SECTIONS:
    case OMP_SECTIONS:
    case OMP_CRITICAL:
    case OMP_MASTER:
    case OMP_SINGLE:
        return block_directive(l, i, &d, limit);
    case OMP_ATOMIC:
        return lower_atomic(l, &d, limit);
    case OMP_BARRIER:
        emit_barrier(l);
        break;
    case OMP_FLUSH:
        emit_flush(l);
        break;
    case OMP_UNKNOWN:
        break;
    default:
        lower_error(l, NULL, "this end directive has no start");
    }
    return d.next;
}

/* ---- before lowering ---- */

static bool is_private(const struct omp *d, const char *name)
{
    for (size_t i = 0; i < d->n_items; i++)
        if (d->items[i].name == name &&
            (d->items[i].kind == CLAUSE_PRIVATE || d->items[i].kind == CLAUSE_FIRSTPRIVATE))
            return true;
    return false;
}

/* Marks the variables that threads share and write: those that are assigned and not private, and
 * those in LASTPRIVATE and REDUCTION. */
static void mark_shared(struct lower *l, const struct omp *d, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        struct omp inner;
        if (omp_read(l, i, false, &inner))
            for (size_t k = 0; k < inner.n_items; k++)
                if (inner.items[k].kind == CLAUSE_LASTPRIVATE ||
                    inner.items[k].kind == CLAUSE_REDUCTION)
                    lower_entry(l, symbol_of(&l->symbols, inner.items[k].name))->passed = true;
        for (const struct stmt *t = l->source->at[i]; t; t = t->action)
            if (t->kind == STMT_ASSIGN && t->lhs->kind == EXPR_NAME && !is_private(d, t->lhs->name))
                lower_entry(l, symbol_of(&l->symbols, t->lhs->name))->passed = true;
    }
}

void lower_mark_shared(struct lower *l)
{
    for (size_t i = 0; i < l->source->n; i++) {
        struct omp d;
        if (!omp_read(l, i, false, &d))
            continue;
        size_t to = l->source->n;
        if (d.kind == OMP_PARALLEL || d.kind == OMP_PARALLEL_SECTIONS)
            to = omp_end(l, i, &d);
        else if (d.kind == OMP_PARALLEL_DO && d.next < l->source->n &&
                 l->source->at[d.next]->kind == STMT_DO)
            to = omp_loop_end(l->source, d.next);
        else
            continue;
        mark_shared(l, &d, i, to < l->source->n ? to + 1 : to);
    }
}
