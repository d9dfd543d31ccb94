/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/get.h"
#include "runs/facts/rows.h"
#include "runs/facts/valid.h"
#include "runs/facts/words.h"

#include <string.h>

/* ---- a loop ---- */

static void get_dependences(struct runs *r, struct arena *a, long id, struct source_loop *l)
{
    ARRAY(struct dependence) list = {0};
    struct columns c = db_rows(r, a,
                               "select from_reference, to_reference, scalar, kind, distance, "
                               "distance_missing, test from source_dependence where "
                               "source_loop = ? order by seq",
                               "i", id);
    while (db_next(&c)) {
        struct dependence d;
        d.from = (int)column_index(&c);
        d.to = (int)column_index(&c);
        d.scalar = column_text(&c);
        d.kind = (enum dep_kind)COLUMN_WORD(&c, dep_words);
        d.distance = column_long(&c);
        d.constant = !column_text(&c);
        d.test = column_text(&c);
        *array_push(&list) = d;
    }
    ARRAY_KEEP(a, list, l->deps, l->n_deps);
}

static const char source_loop_columns[] =
    "select s.id, loop.name, file, routine, line, end_line, label, variable, depth, parent, "
    "innermost, excluded, $counts, flops8, flops4, index_loads, index_stores, integer_ops, bases, "
    "stride, stride_missing, element_bytes, element_bytes_missing, recurrence_distance, "
    "recurrence_latency, recurrence_missing from source_loop s join loop on loop.id = "
    "s.loop "
    "where source_file = ? and unrolled = ? order by seq";

static void get_source_sizes(struct columns *c, struct source_loop *l)
{
    l->flops8 = column_double(c);
    l->flops4 = column_double(c);
    l->index_loads = column_double(c);
    l->index_stores = column_double(c);
    l->integer_ops = column_double(c);
    l->bases = (int)column_long(c);
    l->stride = column_long(c);
    column_text(c); /* reason of a missing stride */
    l->element_bytes = column_long(c);
    column_text(c);
}

static void get_shape(struct runs *r, struct arena *a, long id, struct source_loop *l)
{
    struct columns c = db_rows(
        r, a, "select trip, calls, residue, indices from source_shape where source_loop = ?", "i", id);
    while (db_next(&c)) {
        l->trip = column_long(&c);
        l->calls = column_bool(&c);
        l->residue = column_bool(&c);
        l->indices = (int)column_long(&c);
    }
}

static void get_parts(struct runs *r, struct arena *a, long id, struct source_loop *l)
{
    size_t n;
    struct block_part *at = rows_get(r, a, &source_part_rows, id, &n);
    for (size_t i = 0; i < n; i++)
        if (at[i].unknown)
            at[i].part.bytes = 0;
    for (size_t i = 0; i < n; i++)
        if (at[i].block < 0)
            *ARENA_PUSH(a, l->parts.at, l->parts.n) = at[i].part;
    for (size_t b = 0, i = 0; b < l->n_blocks; b++)
        for (i = 0; i < n; i++)
            if (at[i].block == (int)b)
                *ARENA_PUSH(a, l->blocks[b].parts.at, l->blocks[b].parts.n) = at[i].part;
}

static void get_reassociated(struct runs *r, struct arena *a, long id, struct source_loop *l)
{
    struct columns c = db_rows(r, a,
                               "select recurrence_distance, recurrence_latency, recurrence_missing "
                               "from source_free where source_loop = ?",
                               "i", id);
    l->reassociated = l->recurrence;
    while (db_next(&c))
        l->reassociated = get_recurrence(r, &c, &source_free_step_rows, id);
}

static struct source_loop get_source_loop(struct runs *r, struct columns *c)
{
    struct source_loop l = {0};
    long id;
    column_values(c, "itttiittjnbb", &id, &l.id, &l.file, &l.routine, &l.line, &l.end_line,
                  &l.label, &l.index, &l.depth, &l.parent, &l.innermost, &l.excluded);
    l.counts = column_counts(c);
    get_source_sizes(c, &l);
    l.recurrence = get_recurrence(r, c, &source_step_rows, id);
    get_shape(r, c->a, id, &l);
    get_reassociated(r, c->a, id, &l);
    l.blocks = rows_get(r, c->a, &source_block_rows, id, &l.n_blocks);
    get_parts(r, c->a, id, &l);
    l.refs = rows_get(r, c->a, &source_reference_rows, id, &l.n_refs);
    l.dummies = rows_get(r, c->a, &source_dummy_rows, id, &l.n_dummies);
    get_dependences(r, c->a, id, &l);
    l.ops = rows_get(r, c->a, &source_operation_rows, id, &l.n_ops);
    l.notes.at = rows_get(r, c->a, &source_note_rows, id, &l.notes.n);
    return l;
}

/* ---- calls ---- */

static struct call get_call(struct columns *c)
{
    struct call call = {0};
    column_values(c, "TiTTb", &call.file, &call.line, &call.caller, &call.callee, &call.by_name);
    return call;
}

static struct actual get_actual(struct columns *c)
{
    struct actual actual;
    column_values(c, "jTTq", &actual.position, &actual.block, &actual.array, &actual.offset);
    return actual;
}

/* Reads the arguments of all calls; rows are ordered by call. */
static void get_actuals(struct runs *r, struct arena *a, long id, struct source_file *f)
{
    ARRAY(struct actual) list = {0};
    ARRAY(long) of = {0};
    struct actual *at;
    size_t n;
    struct columns c = db_rows(r, a,
                               "select call, position, block, array, byte, byte_missing from "
                               "source_actual where source_file = ? order by call, position",
                               "i", id);
    while (db_next(&c)) {
        *array_push(&of) = column_long(&c);
        *array_push(&list) = get_actual(&c);
    }
    ARRAY_KEEP(a, list, at, n);
    for (size_t i = 0; i < n; i++) {
        if (of.at[i] < 0 || (size_t)of.at[i] >= f->n_calls) {
            db_damaged(r);
            break;
        }
        struct call *call = &f->calls[of.at[i]];
        call->actuals = call->n_actuals ? call->actuals : &at[i];
        call->n_actuals++;
    }
    array_free(&of);
}

static void get_calls(struct runs *r, struct arena *a, long id, struct source_file *f)
{
    ARRAY(struct call) list = {0};
    struct columns c = db_rows(r, a,
                               "select file, line, caller, callee, by_name from source_call where "
                               "source_file = ? order by seq",
                               "i", id);
    while (db_next(&c))
        *array_push(&list) = get_call(&c);
    ARRAY_KEEP(a, list, f->calls, f->n_calls);
    if (f->n_calls)
        get_actuals(r, a, id, f);
}

/* ---- the files of a build ---- */

static struct source_loops get_loops(struct runs *r, struct arena *a, long file, bool unrolled)
{
    ARRAY(struct source_loop) list = {0};
    struct source_loops loops;
    struct columns c = db_rows(r, a, source_loop_columns, "ii", file, (long)unrolled);
    while (db_next(&c))
        *array_push(&list) = get_source_loop(r, &c);
    ARRAY_KEEP(a, list, loops.at, loops.n);
    return loops;
}

/* Attaches the facts of loops with unrolled inner loops to their outer loops, which have the same
 * names and lines. */
static void attach_unrolled(struct runs *r, struct source_loops *loops,
                            const struct source_loops *unrolled)
{
    for (size_t i = 0, k = 0; i < unrolled->n; i++) {
        const struct source_loop *u = &unrolled->at[i];
        while (k < loops->n &&
               (loops->at[k].line != u->line || strcmp(loops->at[k].id, u->id) != 0))
            k++;
        if (k == loops->n || !is_valid_source_loop(u, k)) {
            db_damaged(r);
            return;
        }
        loops->at[k].unrolled = u;
    }
}

static void check_sources(struct runs *r, const struct source_loops *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (!is_valid_source_loop(&l->at[i], i))
            db_damaged(r);
}

void get_sources(struct runs *r, struct arena *a, const struct machines *m, struct stored_build *b)
{
    ARRAY(struct stored_source) list = {0};
    ARRAY(long) ids = {0};
    struct columns c = db_rows(r, a,
                               "select id, machine, path, lines, errors, reassociated from "
                               "source_file where build = ? order by path",
                               "i", b->id);
    while (db_next(&c)) {
        struct stored_source f = {0};
        *array_push(&ids) = column_long(&c);
        f.machine = machine_of(r, m, column_long(&c));
        column_values(&c, "Tiib", &f.file.file, &f.file.lines, &f.file.errors,
                      &f.file.reassociated);
        *array_push(&list) = f;
    }
    for (size_t i = 0; i < list.n; i++) {
        struct source_file *f = &list.at[i].file;
        f->unsupported = rows_get(r, a, &source_unsupported_rows, ids.at[i], &f->n_unsupported);
        get_calls(r, a, ids.at[i], f);
        list.at[i].loops = get_loops(r, a, ids.at[i], false);
        check_sources(r, &list.at[i].loops);
        const struct source_loops unrolled = get_loops(r, a, ids.at[i], true);
        attach_unrolled(r, &list.at[i].loops, &unrolled);
    }
    array_free(&ids);
    ARRAY_KEEP(a, list, b->sources, b->n_sources);
}
