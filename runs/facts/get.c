/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same facts out of the database again. */
#include "runs/db.h"
#include "runs/facts/sound.h"
#include "runs/facts/words.h"

#define CHOICE(c, words) column_choice((c), (words), (int)(sizeof(words) / sizeof *(words)))

static enum op_class column_class(struct columns *c)
{
    const char *name = (const char *)sqlite3_column_text(c->s, c->at++);
    enum op_class class = name ? op_class_of(name) : OP_CLASSES;
    return class == OP_CLASSES ? OP_LEFT : class;
}

/* sql selects text by seq for an owner. */
static struct notes get_notes(struct runs *r, struct arena *a, const char *sql, long owner)
{
    struct notes notes = {0};
    struct columns c = db_rows(r, a, sql, "i", owner);
    while (db_next(&c)) {
        note(a, &notes, "%s", column_text(&c));
    }
    return notes;
}

/* sql selects class, next, addend, latency, text, line by seq for an owner;
 * c stands at distance, latency and why missing of the owner's row. */
static struct recurrence get_recurrence(struct runs *r, struct columns *c, const char *sql,
                                        long owner)
{
    struct recurrence found = {0};
    ARRAY(struct recurrence_step) steps = {0};
    found.distance = column_long(c);
    found.latency = column_double(c);
    found.missing = column_text(c);
    struct columns row = db_rows(r, c->a, sql, "i", owner);
    while (db_next(&row)) {
        struct recurrence_step step = {.as = NULL};
        step.class = column_class(&row);
        step.next = column_class(&row);
        step.addend = column_bool(&row);
        step.latency = column_double(&row);
        step.text = column_text(&row);
        step.line = column_long(&row);
        *array_push(&steps) = step;
    }
    ARRAY_KEEP(c->a, steps, found.at, found.n);
    return found;
}

/* ---- source ---- */

static void get_blocks(struct runs *r, struct arena *a, long id, struct source_loop *l)
{
    ARRAY(struct block) list = {0};
    struct columns c = db_rows(r, a,
                               "select line, end_line, within, $counts from source_block where "
                               "source_loop = ? order by seq",
                               "i", id);
    while (db_next(&c)) {
        struct block b;
        b.line = column_long(&c);
        b.end_line = column_long(&c);
        b.within = (int)column_index(&c);
        b.counts = column_counts(&c);
        *array_push(&list) = b;
    }
    ARRAY_KEEP(a, list, l->blocks, l->n_blocks);
}

static void get_references(struct runs *r, struct arena *a, long id, struct source_loop *l)
{
    ARRAY(struct reference) list = {0};
    struct columns c = db_rows(r, a,
                               "select array, text, line, col, use, write, bytes, base, why from "
                               "source_reference where source_loop = ? order by seq",
                               "i", id);
    while (db_next(&c)) {
        struct reference f;
        f.array = column_text(&c);
        f.text = column_text(&c);
        f.line = column_long(&c);
        f.col = column_long(&c);
        f.use = (enum ref_use)CHOICE(&c, use_words);
        f.write = column_bool(&c);
        f.bytes = (int)column_long(&c);
        f.base = (int)column_index(&c);
        f.why = column_text(&c);
        *array_push(&list) = f;
    }
    ARRAY_KEEP(a, list, l->refs, l->n_refs);
}

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
        d.kind = (enum dep_kind)CHOICE(&c, dep_words);
        struct quantity distance = column_quantity(&c);
        d.constant = is_known(distance);
        d.distance = d.constant ? (long)distance.value : 0;
        d.test = column_text(&c);
        *array_push(&list) = d;
    }
    ARRAY_KEEP(a, list, l->deps, l->n_deps);
}

static void get_operations(struct runs *r, struct arena *a, long id, struct source_loop *l)
{
    ARRAY(struct operation) list = {0};
    struct columns c = db_rows(r, a,
                               "select class, n, text, line, col from source_operation where "
                               "source_loop = ? order by seq",
                               "i", id);
    while (db_next(&c)) {
        struct operation o;
        o.class = column_class(&c);
        o.n = column_double(&c);
        o.text = column_text(&c);
        o.line = column_long(&c);
        o.col = column_long(&c);
        *array_push(&list) = o;
    }
    ARRAY_KEEP(a, list, l->ops, l->n_ops);
}

static const char source_loop_columns[] =
    "select s.id, loop.name, file, routine, line, end_line, label, variable, depth, parent, "
    "innermost, excluded, $counts, flops8, flops4, index_loads, index_stores, integer_ops, bases, "
    "stride, stride_missing, element_bytes, element_bytes_missing, recurrence_distance, "
    "recurrence_latency, recurrence_missing from source_loop s join loop on loop.id = "
    "s.loop "
    "where source_file = ? order by seq";

static const char source_step_columns[] = "select class, next, addend, latency, text, line from "
                                          "source_step where source_loop = ? order by seq";

static void get_source_sizes(struct columns *c, struct source_loop *l)
{
    l->flops8 = column_double(c);
    l->flops4 = column_double(c);
    l->index_loads = column_double(c);
    l->index_stores = column_double(c);
    l->integer_ops = column_double(c);
    l->bases = (int)column_long(c);
    struct quantity q = column_quantity(c);
    l->stride = is_known(q) ? (long)q.value : 0;
    q = column_quantity(c);
    l->element_bytes = is_known(q) ? (long)q.value : 0;
}

static void get_shape(struct runs *r, struct arena *a, long id, struct source_loop *l)
{
    struct columns c = db_rows(
        r, a, "select trip, calls, residue from source_shape where source_loop = ?", "i", id);
    while (db_next(&c)) {
        l->trip = column_long(&c);
        l->calls = column_bool(&c);
        l->residue = column_bool(&c);
    }
}

static struct source_loop get_source_loop(struct runs *r, struct columns *c)
{
    struct source_loop l = {0};
    long id = column_long(c);
    l.id = column_text(c);
    l.file = column_text(c);
    l.routine = column_text(c);
    l.line = column_long(c);
    l.end_line = column_long(c);
    l.label = column_text(c);
    l.index = column_text(c);
    l.depth = (int)column_long(c);
    l.parent = (int)column_index(c);
    l.innermost = column_bool(c);
    l.excluded = column_bool(c);
    l.counts = column_counts(c);
    get_source_sizes(c, &l);
    l.recurrence = get_recurrence(r, c, source_step_columns, id);
    get_shape(r, c->a, id, &l);
    get_blocks(r, c->a, id, &l);
    get_references(r, c->a, id, &l);
    get_dependences(r, c->a, id, &l);
    get_operations(r, c->a, id, &l);
    l.notes =
        get_notes(r, c->a, "select text from source_note where source_loop = ? order by seq", id);
    return l;
}

static void get_unsupported(struct runs *r, struct arena *a, long id, struct source_file *f)
{
    ARRAY(struct unsupported) list = {0};
    struct columns c = db_rows(
        r, a, "select line, what from source_unsupported where source_file = ? order by seq", "i",
        id);
    while (db_next(&c)) {
        struct unsupported u;
        u.line = column_long(&c);
        u.what = column_text(&c);
        *array_push(&list) = u;
    }
    ARRAY_KEEP(a, list, f->unsupported, f->n_unsupported);
}

/* ---- compiled code ---- */

static void get_areas(struct runs *r, struct arena *a, long id, struct compiled_loop *l)
{
    ARRAY(struct area) list = {0};
    struct columns c = db_rows(
        r, a,
        "select target, \"begin\", \"end\", begin_line, end_line, source_line, source_end_line, "
        "$counts, length, intersects from compiled_area where compiled_loop = ? order by seq",
        "i", id);
    while (db_next(&c)) {
        struct area area;
        area.target = column_text(&c);
        area.begin = column_long(&c);
        area.end = column_long(&c);
        area.begin_line = column_long(&c);
        area.end_line = column_long(&c);
        area.source_line = column_long(&c);
        area.source_end_line = column_long(&c);
        area.counts = column_counts(&c);
        area.length = column_long(&c);
        area.intersects = column_bool(&c);
        *array_push(&list) = area;
    }
    ARRAY_KEEP(a, list, l->areas, l->n_areas);
}

static const char compiled_loop_columns[] =
    "select id, function, label, region, kind, $counts, length, asm_line, asm_end_line, source, "
    "line, end_line, k, k_missing, k_how, k_unit_stride, recurrence_distance, "
    "recurrence_latency, recurrence_missing from compiled_loop where compiled_file = ? order by "
    "seq";

static const char compiled_step_columns[] = "select class, next, addend, latency, text, line from "
                                            "compiled_step where compiled_loop = ? order by seq";

static struct compiled_loop get_compiled_loop(struct runs *r, struct columns *c, const char *path)
{
    struct compiled_loop l = {.file = path};
    long id = column_long(c);
    l.function = column_text(c);
    l.label = column_text(c);
    l.region = (int)column_long(c);
    l.kind = (enum compiled_kind)CHOICE(c, kind_words);
    l.counts = column_counts(c);
    l.length = column_long(c);
    l.asm_line = column_long(c);
    l.asm_end_line = column_long(c);
    l.source = column_text(c);
    l.line = column_long(c);
    l.end_line = column_long(c);
    l.k = column_quantity(c);
    l.k_how = column_text(c);
    l.k_unit_stride = column_bool(c);
    l.recurrence = get_recurrence(r, c, compiled_step_columns, id);
    get_areas(r, c->a, id, &l);
    l.notes = get_notes(r, c->a,
                        "select text from compiled_note where compiled_loop = ? order by seq", id);
    return l;
}

static struct compiled_half get_half(struct columns *c)
{
    struct compiled_half h = {.text = column_text(c)};
    h.class = column_class(c);
    return h;
}

bool runs_pairs(struct runs *r, struct arena *a, long build, const struct compiled_loop *l,
                struct compiled_pair **pairs, size_t *n)
{
    ARRAY(struct compiled_pair) list = {0};
    struct columns c = db_rows(
        r, a,
        "select p.\"left\", p.left_class, p.\"right\", p.right_class, p.asm_line, p.line, p.delay, "
        "p.conditional from compiled_file f join compiled_loop l on l.compiled_file = f.id join "
        "compiled_pair p on p.compiled_loop = l.id where f.build = ? and f.path = ? and "
        "l.region = ? and l.label = ? order by l.seq, p.seq",
        "itit", build, l->file, (long)l->region, l->label);
    while (db_next(&c)) {
        struct compiled_pair p;
        for (int h = 0; h < 2; h++)
            p.half[h] = get_half(&c);
        p.asm_line = column_long(&c);
        p.line = column_long(&c);
        p.delay = column_bool(&c);
        p.conditional = column_bool(&c);
        *array_push(&list) = p;
    }
    ARRAY_KEEP(a, list, *pairs, *n);
    return !r->failed;
}

static void get_nesting(struct runs *r, long file, struct arena *a, struct compiled_loops *l)
{
    ARRAY(struct nesting) list = {0};
    struct columns c = db_rows(r, a,
                               "select inner_loop, outer_loop from compiled_nesting where "
                               "compiled_file = ? order by seq",
                               "i", file);
    while (db_next(&c)) {
        int inner = (int)column_long(&c), outer = (int)column_long(&c);
        *array_push(&list) = (struct nesting){inner, outer};
    }
    ARRAY_KEEP(a, list, l->inner_of, l->n_inner_of);
}

static void get_maps(struct runs *r, long file, struct arena *a, struct stored_compiled *to)
{
    ARRAY(struct loop_map) list = {0};
    struct columns c = db_rows(
        r, a, "select label, loop from loop_map where compiled_file = ? order by seq", "i", file);
    while (db_next(&c)) {
        const char *label = column_name(&c), *loop = column_name(&c);
        *array_push(&list) = (struct loop_map){label, loop};
    }
    ARRAY_KEEP(a, list, to->maps, to->n_maps);
}

/* ---- builds ---- */

struct machines {
    long *ids;
    const struct stored_machine **at;
    size_t n;
};

static struct machines get_machines(struct runs *r, struct arena *a)
{
    struct machines m = {0};
    ARRAY(struct stored_machine) list = {0};
    ARRAY(long) ids = {0};
    struct columns c = db_rows(r, a, "select id, name, text from machine order by id", "");
    while (db_next(&c)) {
        *array_push(&ids) = column_long(&c);
        const char *name = column_name(&c), *text = column_name(&c);
        *array_push(&list) = (struct stored_machine){name, text};
    }
    ARRAY_KEEP(a, ids, m.ids, m.n);
    struct stored_machine *kept;
    ARRAY_KEEP(a, list, kept, m.n);
    m.at = ARENA_ARRAY(a, const struct stored_machine *, m.n + 1);
    for (size_t i = 0; i < m.n; i++)
        m.at[i] = &kept[i];
    return m;
}

static const struct stored_machine *machine_of(struct runs *r, const struct machines *m, long id)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->ids[i] == id)
            return m->at[i];
    db_damaged(r);
    return NULL;
}

static void check_sources(struct runs *r, const struct source_loops *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (!sound_source(&l->at[i], i))
            db_damaged(r);
}

static void check_compiled(struct runs *r, const struct compiled_loops *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (!sound_compiled(&l->at[i]))
            db_damaged(r);
    for (size_t i = 0; i < l->n_inner_of; i++) {
        const struct nesting *n = &l->inner_of[i];
        if (n->inner < 0 || n->outer < 0 || (size_t)n->inner >= l->n || (size_t)n->outer >= l->n)
            db_damaged(r);
    }
}

/* The files of a build first, then what is in them: a statement is used for
 * one owner at a time. */
static void get_sources(struct runs *r, struct arena *a, const struct machines *m,
                        struct stored_build *b)
{
    ARRAY(struct stored_source) list = {0};
    ARRAY(long) ids = {0};
    struct columns c = db_rows(
        r, a,
        "select id, machine, path, lines, errors from source_file where build = ? order by path",
        "i", b->id);
    while (db_next(&c)) {
        struct stored_source f = {0};
        *array_push(&ids) = column_long(&c);
        f.machine = machine_of(r, m, column_long(&c));
        f.file.file = column_name(&c);
        f.file.lines = column_long(&c);
        f.file.errors = column_long(&c);
        *array_push(&list) = f;
    }
    for (size_t i = 0; i < list.n; i++) {
        ARRAY(struct source_loop) loops = {0};
        get_unsupported(r, a, ids.at[i], &list.at[i].file);
        c = db_rows(r, a, source_loop_columns, "i", ids.at[i]);
        while (db_next(&c)) {
            *array_push(&loops) = get_source_loop(r, &c);
        }
        ARRAY_KEEP(a, loops, list.at[i].loops.at, list.at[i].loops.n);
        check_sources(r, &list.at[i].loops);
    }
    array_free(&ids);
    ARRAY_KEEP(a, list, b->sources, b->n_sources);
}

static void get_compiled(struct runs *r, struct arena *a, const struct machines *m,
                         struct stored_build *b)
{
    ARRAY(struct stored_compiled) list = {0};
    ARRAY(long) ids = {0};
    struct columns c =
        db_rows(r, a, "select id, machine, path from compiled_file where build = ? order by path",
                "i", b->id);
    while (db_next(&c)) {
        struct stored_compiled f = {0};
        *array_push(&ids) = column_long(&c);
        f.machine = machine_of(r, m, column_long(&c));
        f.path = column_name(&c);
        *array_push(&list) = f;
    }
    for (size_t i = 0; i < list.n; i++) {
        ARRAY(struct compiled_loop) loops = {0};
        c = db_rows(r, a, compiled_loop_columns, "i", ids.at[i]);
        while (db_next(&c)) {
            *array_push(&loops) = get_compiled_loop(r, &c, list.at[i].path);
        }
        ARRAY_KEEP(a, loops, list.at[i].loops.at, list.at[i].loops.n);
        get_nesting(r, ids.at[i], a, &list.at[i].loops);
        check_compiled(r, &list.at[i].loops);
        get_maps(r, ids.at[i], a, &list.at[i]);
    }
    array_free(&ids);
    ARRAY_KEEP(a, list, b->compiled, b->n_compiled);
}

bool runs_builds(struct runs *r, struct arena *a, struct stored_builds *builds)
{
    ARRAY(struct stored_build) list = {0};
    struct machines machines = get_machines(r, a);
    struct columns c =
        db_rows(r, a,
                "select id, name, machine, "
                "(select value from build_fact where build = build.id and key = 'compiler'), "
                "(select value from build_fact where build = build.id and key = 'flags') "
                "from build order by name, machine",
                "");
    while (db_next(&c)) {
        struct stored_build b = {0};
        b.id = column_long(&c);
        b.name = column_name(&c);
        b.machine = column_name(&c);
        b.compiler = column_text(&c);
        b.flags = column_text(&c);
        *array_push(&list) = b;
    }
    for (size_t i = 0; i < list.n; i++) {
        get_sources(r, a, &machines, &list.at[i]);
        get_compiled(r, a, &machines, &list.at[i]);
    }
    ARRAY_KEEP(a, list, builds->at, builds->n);
    return !r->failed;
}
