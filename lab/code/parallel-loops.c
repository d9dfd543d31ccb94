/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work sharing: the iterations of a DO loop with a static schedule, in one block per thread or
 * in chunks that are assigned cyclically; and sections, which are also assigned cyclically. */
#include "lab/code/parallel.h"

#include <string.h>

static struct value compute(struct lower *l, enum operator op, struct value a, struct value b)
{
    struct value v = lower_arithmetic(l, NULL, op, a, b);
    v.fresh = false;
    return v;
}

static struct value minimum(struct lower *l, struct value a, struct value b)
{
    struct value v = lower_select(l, LAB_ITSTLT8, a, b, a, b);
    v.fresh = false;
    return v;
}

/* Copies a value to a new register. */
static struct value copy_to_register(struct lower *l, struct value v)
{
    struct value own = {.type = lower_integer8, .kind = VALUE_REGISTER};
    own.reg = ir_register(l->p, LAB_IPU);
    v.fresh = false;
    lower_move(l, own.reg, v);
    return own;
}

/* A loop whose iterations are divided among the threads. */
struct shared_loop {
    struct variable *v;
    struct value first, step, trips; /* trips: trip count, at least 0 */
    struct value thread, threads;
    /* of this thread: its first iteration, from 0, and the number of its iterations */
    struct value from, mine;
    struct value chunk; /* NOTHING: one block per thread */
    struct construct *inner, *outer;
    struct value at; /* with chunks: register with the first iteration of the chunk */
};

/* Assigns trips/threads iterations to each thread, and one more to the first threads if there
 * is a remainder. */
static void assign_block(struct lower *l, struct shared_loop *s)
{
    struct value q = compute(l, OPERATOR_DIVIDE, s->trips, s->threads);
    struct value left =
        compute(l, OPERATOR_MINUS, s->trips, compute(l, OPERATOR_TIMES, q, s->threads));
    struct value more = lower_test(l, LAB_ITSTLT8, s->thread, left);
    more.type = lower_integer;
    s->mine = copy_to_register(l, compute(l, OPERATOR_PLUS, q, more));
    s->from =
        copy_to_register(l, compute(l, OPERATOR_PLUS, compute(l, OPERATOR_TIMES, q, s->thread),
                                    minimum(l, s->thread, left)));
}

static struct construct *open_construct(struct lower *l, const struct stmt *t)
{
    struct construct *c = ARENA_NEW(l->arena, struct construct);
    *c = (struct construct){
        .kind = CONSTRUCT_DO, .stmt = t, .after = lower_block(l), .loop = -1, .outer = l->inner};
    l->inner = c;
    return c;
}

/* Returns the value of the DO variable in iteration n. */
static struct value value_at(struct lower *l, const struct shared_loop *s, struct value n)
{
    return compute(l, OPERATOR_PLUS, s->first, compute(l, OPERATOR_TIMES, n, s->step));
}

/* Opens a loop around the DO loop over the chunks of this thread: thread, thread + threads, ... */
static void open_chunks(struct lower *l, struct shared_loop *s)
{
    struct stmt *around = ARENA_NEW(l->arena, struct stmt);
    *around = (struct stmt){.kind = STMT_DO, .target = -1, .line = l->stmt->line};
    struct value one = lower_constant(1);
    struct value all =
        compute(l, OPERATOR_MINUS, compute(l, OPERATOR_PLUS, s->trips, s->chunk), one);
    all = compute(l, OPERATOR_DIVIDE, all, s->chunk);
    struct value mine = compute(l, OPERATOR_MINUS, all, s->thread);
    mine = compute(l, OPERATOR_MINUS, compute(l, OPERATOR_PLUS, mine, s->threads), one);
    mine = copy_to_register(l, compute(l, OPERATOR_DIVIDE, mine, s->threads));
    s->at = copy_to_register(l, compute(l, OPERATOR_TIMES, s->thread, s->chunk));
    s->outer = open_construct(l, around);
    lower_loop_open(l, s->outer, NULL, one, one, mine);
    s->from = s->at;
    s->mine =
        copy_to_register(l, minimum(l, s->chunk, compute(l, OPERATOR_MINUS, s->trips, s->at)));
}

static void close_chunks(struct lower *l, struct shared_loop *s)
{
    struct value round = compute(l, OPERATOR_TIMES, s->chunk, s->threads);
    lower_move(l, s->at.reg, lower_arithmetic(l, NULL, OPERATOR_PLUS, s->at, round));
    l->inner = s->outer->outer;
    lower_loop_close(l, s->outer);
}

/* Reads SCHEDULE. AUTO and RUNTIME mean static. Sets *chunk to NOTHING if no chunk is given.
 * Returns false after a message. */
static bool read_schedule(struct lower *l, const struct omp *d, struct value *chunk)
{
    *chunk = (struct value){0};
    for (size_t i = 0; i < d->n_items; i++) {
        const char *text = d->items[i].text, *comma;
        if (d->items[i].kind == CLAUSE_COLLAPSE && strcmp(text ? text : "", "1") != 0) {
            lower_error(l, NULL, "COLLAPSE is not in kfc's subset: parallelize the outer loop");
            return false;
        }
        if (d->items[i].kind != CLAUSE_SCHEDULE)
            continue;
        bool known = strncmp(text, "static", 6) == 0 || strcmp(text, "auto") == 0 ||
                     strcmp(text, "runtime") == 0;
        if (!known) {
            lower_error(l, NULL,
                        "the schedule '%.30s' is not in kfc's subset: use SCHEDULE(STATIC) or "
                        "SCHEDULE(STATIC, CHUNK)",
                        text);
            return false;
        }
        comma = strchr(text, ',');
        if (comma)
            *chunk = lower_convert(l, omp_value(l, comma + 1), lower_integer);
    }
    if (chunk->kind == VALUE_INTEGER && chunk->integer < 1) {
        lower_error(l, NULL, "a chunk must have at least one iteration");
        return false;
    }
    return true;
}

static bool open_shared(struct lower *l, struct shared_loop *s, const struct stmt *t)
{
    if (!lower_do_values(l, t, &s->v, &s->first, &s->step, &s->trips))
        return false;
    if (s->v->symbol->type != TYPE_INTEGER) {
        lower_error(l, NULL, "the DO variable of a worksharing loop must be INTEGER");
        return false;
    }
    struct value none = lower_constant(0);
    s->trips = copy_to_register(l, lower_select(l, LAB_ITSTGT8, s->trips, none, s->trips, none));
    s->thread = region_thread(l);
    s->threads = region_threads(l);
    s->thread.fresh = s->threads.fresh = false;
    if (s->chunk.kind == VALUE_NOTHING)
        assign_block(l, s);
    else
        open_chunks(l, s);
    s->inner = open_construct(l, t);
    lower_loop_open(l, s->inner, s->v, value_at(l, s, s->from), s->step, s->mine);
    return true;
}

/* Copies the LASTPRIVATE variables in the thread that executes the last iteration. */
static void copy_lastprivate(struct lower *l, const struct privates *p, struct value from,
                             struct value mine, struct value trips)
{
    if (!privates_have_clause(p, CLAUSE_LASTPRIVATE))
        return;
    struct ir_block *some = lower_block(l), *last = lower_block(l), *after = lower_block(l);
    lower_branch(l, LAB_ITSTGT8, mine, lower_constant(0), some, after);
    lower_start_block(l, some);
    lower_branch(l, LAB_ITSTEQ8, compute(l, OPERATOR_PLUS, from, mine), trips, last, after);
    lower_start_block(l, last);
    privates_copy_last(l, p);
    lower_start_block(l, after);
}

static bool check_loop(struct lower *l, size_t i, size_t end, size_t limit)
{
    const struct unit *u = l->source;
    const struct stmt *t = i < limit ? u->at[i] : NULL;
    if (!t || t->kind != STMT_DO)
        lower_error(l, NULL, "expected a DO loop after this directive");
    else if (end >= limit)
        lower_error(l, NULL, "the DO loop after this directive has no end in the block around it");
    else if (t->target && l->inner && l->inner->stmt->kind == STMT_DO &&
             l->inner->stmt->target == t->target)
        lower_error(l, NULL,
                    "the worksharing loop ends at the label of an enclosing loop: give it a "
                    "separate label");
    else
        return true;
    return false;
}

size_t parallel_loop(struct lower *l, size_t i, size_t limit, const struct omp *d)
{
    const struct unit *u = l->source;
    size_t end = i < limit && u->at[i]->kind == STMT_DO ? omp_loop_end(u, i) : limit;
    struct shared_loop s = {0};
    struct privates p;
    if (!check_loop(l, i, end, limit) || !read_schedule(l, d, &s.chunk))
        return end >= limit ? i : end + 1;
    const struct construct *before = l->inner;
    const struct stmt *t = l->source->at[i];
    l->stmt = t;
    privates_open(l, &p, d);
    privates_add(l, &p, t->name);
    if (open_shared(l, &s, t)) {
        l->later->statements(l, i + 1, end + 1);
        copy_lastprivate(l, &p, s.from, s.mine, s.trips);
        if (s.outer)
            close_chunks(l, &s);
        lower_check_nesting(l, before);
        privates_reduce(l, &p);
    }
    privates_close(l, &p);
    return end + 1;
}

/* ---- sections ---- */

/* Returns the next SECTION directive of this construct from statement i on; to = none. */
static size_t next_section(struct lower *l, size_t i, size_t to)
{
    int depth = 0;
    for (; i < to; i++) {
        struct omp d;
        if (!omp_read(l, i, false, &d))
            continue;
        depth += (d.kind == OMP_SECTIONS || d.kind == OMP_PARALLEL_SECTIONS) -
                 (d.kind == OMP_END_SECTIONS || d.kind == OMP_END_PARALLEL_SECTIONS);
        if (d.kind == OMP_SECTION && depth == 0)
            return i;
    }
    return to;
}

struct section {
    int number;
    struct value thread, threads;
    /* variables to copy after the section; NULL = not the last section */
    const struct privates *last;
};

static void lower_section(struct lower *l, size_t from, size_t to, struct section s)
{
    struct ir_block *yes = lower_block(l), *after = lower_block(l);
    struct value number = lower_constant(s.number);
    struct value round = compute(l, OPERATOR_DIVIDE, number, s.threads);
    struct value whose =
        compute(l, OPERATOR_MINUS, number, compute(l, OPERATOR_TIMES, round, s.threads));
    lower_branch(l, LAB_ITSTEQ8, whose, s.thread, yes, after);
    lower_start_block(l, yes);
    lower_statements(l, from, to);
    if (s.last)
        privates_copy_last(l, s.last);
    lower_start_block(l, after);
}

void parallel_sections(struct lower *l, size_t from, size_t to, const struct privates *p)
{
    struct value threads = region_threads(l), thread = region_thread(l);
    struct omp d;
    int k = 0;
    threads.fresh = thread.fresh = false;
    while (from < to) {
        if (omp_read(l, from, false, &d) && d.kind == OMP_SECTION)
            from = d.next;
        size_t next = next_section(l, from, to);
        if (next > from)
            lower_section(l, from, next,
                          (struct section){k++, thread, threads, next == to ? p : NULL});
        from = next;
    }
}
