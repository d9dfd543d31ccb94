/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores facts of source. */
#include "runs/facts/lines.h"
#include "runs/facts/put.h"
#include "runs/facts/rows.h"
#include "runs/facts/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- a loop ---- */

static bool put_dependences(struct runs *r, long loop, const struct source_loop *l)
{
    static const char dependence[] =
        "source_dependence (source_loop, seq, from_reference, to_reference, scalar, kind, "
        "distance, distance_missing, test)";
    bool ok = true;
    for (size_t i = 0; ok && i < l->n_deps; i++) {
        const struct dependence *d = &l->deps[i];
        ok = db_insert(r, NULL, dependence, "iinnttqt", loop, (long)i, (long)d->from, (long)d->to,
                       d->scalar, dep_words[d->kind],
                       d->constant ? known((double)d->distance) : missing(no_distance), d->test);
    }
    return ok;
}

/* Stores the parts of the loop, then those of each block. */
static bool put_parts(struct runs *r, long loop, const struct source_loop *l)
{
    ARRAY(struct block_part) list = {0};
    for (int b = -1; b < (int)l->n_blocks; b++) {
        const struct op_parts *parts = b < 0 ? &l->parts : &l->blocks[b].parts;
        for (size_t i = 0; i < parts->n; i++)
            *array_push(&list) = (struct block_part){b, parts->at[i], parts->at[i].bytes == 0};
    }
    for (size_t i = 0; i < list.n; i++)
        list.at[i].part.bytes += list.at[i].unknown;
    bool ok = rows_put(r, &source_part_rows, loop, list.at, list.n);
    array_free(&list);
    return ok;
}

static bool same_recurrence(const struct recurrence *a, const struct recurrence *b)
{
    if (a->missing || b->missing)
        return a->missing && b->missing;
    bool same = a->n == b->n && a->distance == b->distance && a->latency == b->latency;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->at[i].class == b->at[i].class && a->at[i].line == b->at[i].line &&
               a->at[i].latency == b->at[i].latency;
    return same;
}

static bool put_reassociated(struct runs *r, long loop, const struct source_loop *l)
{
    static const char row[] =
        "source_free (source_loop, recurrence_distance, recurrence_latency, recurrence_missing)";
    if (same_recurrence(&l->recurrence, &l->reassociated))
        return true;
    return db_insert(r, NULL, row, "ir", loop, &l->reassociated) &&
           rows_put(r, &source_free_step_rows, loop, l->reassociated.at, l->reassociated.n);
}

/* Stores all lists of the loop. */
static bool put_lists(struct runs *r, long loop, const struct source_loop *l)
{
    return rows_put(r, &source_note_rows, loop, l->notes.at, l->notes.n) &&
           rows_put(r, &source_step_rows, loop, l->recurrence.at, l->recurrence.n) &&
           put_reassociated(r, loop, l) &&
           rows_put(r, &source_block_rows, loop, l->blocks, l->n_blocks) && put_parts(r, loop, l) &&
           rows_put(r, &source_reference_rows, loop, l->refs, l->n_refs) &&
           rows_put(r, &source_dummy_rows, loop, l->dummies, l->n_dummies) &&
           put_dependences(r, loop, l) &&
           rows_put(r, &source_operation_rows, loop, l->ops, l->n_ops);
}

struct runs_source {
    struct runs *r;
    struct target target;
    struct arena arena;
    long id;
    size_t n; /* number of loops of earlier parts */
    const char *text_name;
    struct infile *text; /* input of the file text_name; NULL = open it by name */
    ARRAY(struct loop_lines) lines;
};
/* The source lines of a loop. */
struct loop_lines {
    const char *file;
    struct line_range range;
};

/* Difference between the seq of a loop with unrolled inner loops and that of the loop. */
enum { UNROLLED_SEQ = 1 << 30 };

/* Stores the row of source_loop; *id: its id. unrolled: of loop i with unrolled inner loops. */
static bool put_source_row(struct runs_source *s, size_t i, const struct source_loop *l,
                           bool unrolled, long *id)
{
    static const char row[] =
        "source_loop (source_file, seq, loop, file, routine, line, end_line, label, variable, "
        "depth, parent, innermost, excluded, $counts, flops8, flops4, index_loads, index_stores, "
        "integer_ops, bases, stride, stride_missing, element_bytes, element_bytes_missing, "
        "recurrence_distance, recurrence_latency, recurrence_missing, unrolled)";
    struct runs *r = s->r;
    long loop, parent = l->parent < 0 ? -1 : (long)s->n + l->parent;
    return db_do(r, "insert into loop (build, name) values (?, ?) on conflict do nothing", "it",
                 s->target.build, l->id) &&
           db_id(r, &loop, "select id from loop where build = ? and name = ?", "it",
                 s->target.build, l->id) &&
           db_insert(r, id, row, "iiittppttinbbcdddddiqqrb", s->id,
                     (long)(s->n + i) + (unrolled ? UNROLLED_SEQ : 0), loop, l->file, l->routine,
                     l->line, l->end_line, l->label, l->index, (long)l->depth, parent,
                     (int)l->innermost, (int)l->excluded, &l->counts, l->flops8, l->flops4,
                     l->index_loads, l->index_stores, l->integer_ops, (long)l->bases,
                     l->stride ? known((double)l->stride) : missing(no_stride),
                     l->element_bytes ? known((double)l->element_bytes) : missing(no_element),
                     &l->recurrence, (int)unrolled);
}

static bool put_shape(struct runs *r, long id, const struct source_loop *l)
{
    if (!l->trip && !l->calls && !l->residue && !l->indices)
        return true;
    return db_insert(r, NULL, "source_shape (source_loop, trip, calls, residue, indices)",
                     "ipbbi", id, l->trip, (int)l->calls, (int)l->residue, (long)l->indices);
}

static bool put_actuals(struct runs *r, long file, long call, const struct call *c)
{
    static const char row[] =
        "source_actual (source_file, call, position, block, array, byte, byte_missing)";
    bool ok = true;
    for (size_t i = 0; ok && i < c->n_actuals; i++) {
        const struct actual *a = &c->actuals[i];
        ok = db_insert(r, NULL, row, "iiittq", file, call, (long)a->position, a->block, a->array,
                       a->offset);
    }
    return ok;
}

static bool put_calls(struct runs *r, long file, const struct source_file *f)
{
    static const char row[] = "source_call (source_file, seq, file, line, caller, callee, by_name)";
    bool ok = true;
    for (size_t i = 0; ok && i < f->n_calls; i++) {
        const struct call *c = &f->calls[i];
        ok = db_insert(r, NULL, row, "iitpttb", file, (long)i, c->file, c->line, c->caller,
                       c->callee, (int)c->by_name) &&
             put_actuals(r, file, (long)i, c);
    }
    return ok;
}

struct line_sink {
    struct runs *r;
    long owner;
    const char *file;
};

static bool put_source_line(void *to, long line, const char *text)
{
    struct line_sink *s = to;
    return db_insert(s->r, NULL, "source_line (source_file, file, line, text)", "itit", s->owner,
                     s->file, line, text);
}

/* Adds the lines of a loop. Consecutive loops of a file share the copy of its name. */
static void add_lines(struct runs_source *s, const struct source_loop *l)
{
    const char *file = s->lines.n ? s->lines.at[s->lines.n - 1].file : NULL;
    if (!file || strcmp(file, l->file) != 0)
        file = arena_strdup(&s->arena, l->file);
    *array_push(&s->lines) = (struct loop_lines){file, {l->line, l->end_line}};
}

static bool read_lines(struct runs_source *s, struct line_sink *to, struct line_range *at, size_t n)
{
    struct diag *d = s->r->d;
    if (s->text && strcmp(to->file, s->text_name) == 0)
        return infile_again(s->text, d) && lines_of(s->text, at, n, put_source_line, to, d);
    return lines_of_named(to->file, s->text, at, n, put_source_line, to, d);
}

/* Stores the text of the lines of all loops, reading each file once. */
static bool put_source_lines(struct runs_source *s)
{
    size_t all = s->lines.n;
    struct loop_lines *at = s->lines.at;
    struct line_range *ranges = xmalloc((all + 1) * sizeof *ranges);
    for (size_t i = 0; i < all && !s->r->failed; i++) {
        struct line_sink sink = {s->r, s->id, at[i].file};
        size_t n = 0;
        for (size_t j = at[i].file ? i : all; j < all; j++)
            if (at[j].file && strcmp(at[j].file, sink.file) == 0) {
                ranges[n++] = at[j].range;
                at[j].file = NULL;
            }
        if (n && !read_lines(s, &sink, ranges, n))
            s->r->failed = true;
    }
    array_release(ranges);
    return !s->r->failed;
}

/* Finds or creates the row of the file, and deletes its loops, lines and notes. */
static bool renew_source_file(struct runs *r, const struct target *t, const char *path, long *id)
{
    return db_do(r,
                 "insert into source_file (build, machine, path, lines, errors) values "
                 "(?, ?, ?, 0, 0) on conflict (build, path) do update set "
                 "machine = excluded.machine",
                 "iit", t->build, t->machine, path) &&
           db_id(r, id, "select id from source_file where build = ? and path = ?", "it", t->build,
                 path) &&
           db_do(r, "delete from source_loop where source_file = ?", "i", *id) &&
           db_do(r, "delete from source_line where source_file = ?", "i", *id) &&
           db_do(r, "delete from source_unsupported where source_file = ?", "i", *id) &&
           db_do(r, "delete from source_call where source_file = ?", "i", *id);
}

static void source_close(struct runs_source *s)
{
    array_free(&s->lines);
    arena_free(&s->arena);
    free(s);
}

struct runs_source *runs_source_begin(struct runs *r, const struct runs_target *t, const char *path)
{
    struct runs_source *s = xmalloc(sizeof *s);
    *s = (struct runs_source){.r = r};
    if (find_target(r, t, &s->target) && renew_source_file(r, &s->target, path, &s->id))
        return s;
    source_close(s);
    return NULL;
}

void runs_source_text(struct runs_source *s, const char *name, struct infile *text)
{
    if (!s)
        return;
    s->text_name = name;
    s->text = text;
}

/* Stores loop i of a part, or the same with unrolled inner loops. */
static bool put_source_loop(struct runs_source *s, size_t i, const struct source_loop *l,
                            bool unrolled)
{
    long id;
    return put_source_row(s, i, l, unrolled, &id) && put_shape(s->r, id, l) &&
           put_lists(s->r, id, l);
}

bool runs_source_loops(struct runs_source *s, const struct source_loops *loops)
{
    bool ok = s;
    for (size_t i = 0; ok && i < loops->n; i++) {
        const struct source_loop *l = &loops->at[i];
        add_lines(s, l);
        ok = put_source_loop(s, i, l, false) &&
             (!l->unrolled || put_source_loop(s, i, l->unrolled, true));
    }
    if (s)
        s->n += loops->n;
    return ok;
}

bool runs_source_end(struct runs_source *s, const struct source_file *file)
{
    if (!s)
        return false;
    bool ok =
        !s->r->failed &&
        db_do(s->r, "update source_file set lines = ?, errors = ?, reassociated = ? where id = ?",
              "iibi", file->lines, file->errors, (int)file->reassociated, s->id) &&
        rows_put(s->r, &source_unsupported_rows, s->id, file->unsupported, file->n_unsupported) &&
        put_calls(s->r, s->id, file) && put_source_lines(s);
    source_close(s);
    return ok;
}
