/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/facts/body.h"
#include "runs/facts/get.h"
#include "runs/facts/rows.h"
#include "runs/facts/valid.h"
#include "runs/facts/words.h"

/* ---- a loop ---- */

static const char compiled_loop_columns[] =
    "select id, function, label, region, kind, $counts, length, asm_line, asm_end_line, source, "
    "line, end_line, k, k_missing, k_how, k_unit_stride, recurrence_distance, "
    "recurrence_latency, recurrence_missing from compiled_loop where compiled_file = ? order by "
    "seq";

static struct pass_bound column_pass(struct columns *c)
{
    struct pass_bound b = {.cycles = column_quantity(c)};
    b.limit = column_text(c);
    return b;
}

/* Sets the number of paths. Bounds of several paths that an earlier version stored (n < 0) are not
 * valid. */
static void set_paths(struct compiled_loop *l, double n)
{
    l->paths.n = n < 0 ? 0 : n;
    if (n < 0 && l->n_areas)
        l->mac.limit = l->macs.limit = NULL;
}

/* Reads the counted frequencies of a body. */
static void get_frequencies(struct runs *r, struct arena *a, long id, double trip, double mismatch,
                            struct compiled_loop *l)
{
    struct body_frequencies *f = ARENA_NEW(a, struct body_frequencies);
    *f = (struct body_frequencies){.trip = trip, .mismatch = mismatch};
    f->block = rows_get(r, a, &compiled_block_rows, id, &f->n_blocks);
    f->edge = rows_get(r, a, &compiled_edge_rows, id, &f->n_edges);
    l->frequencies = f->n_blocks ? f : NULL;
}

/* Reads the body without its instructions. */
static void get_body(struct runs *r, struct arena *a, long id, struct compiled_loop *l)
{
    struct columns c = db_rows(
        r, a,
        "select version, version_how, k_bytes, $counts, mac, mac_missing, mac_limit, "
        "macs, macs_missing, macs_limit, coalesce(paths, -1), "
        "coalesce(passes, 0), coalesce(trip, 0), coalesce(mismatch, 0) from compiled_body where "
        "compiled_loop = ?",
        "i", id);
    double trip = 0, mismatch = 0;
    l->elements = l->counts;
    while (db_next(&c)) {
        l->has_body = true;
        l->version = (enum compiled_version)COLUMN_WORD(&c, version_words);
        l->version_how = column_text(&c);
        l->k_bytes = column_long(&c);
        l->elements = column_counts(&c);
        l->mac = column_pass(&c);
        l->macs = column_pass(&c);
        set_paths(l, column_double(&c));
        l->passes = column_double(&c);
        trip = column_double(&c);
        mismatch = column_double(&c);
    }
    if (l->passes > 0)
        get_frequencies(r, a, id, trip, mismatch, l);
}

/* Returns whether the frequencies are those of the body; NULL = it has none. */
static bool have_frequencies(const struct instruction_body *b, const struct body_frequencies *f)
{
    return !f || (f->n_blocks == b->n_blocks && f->n_edges == b->n_edges);
}

bool runs_body(struct runs *r, struct arena *a, long build, const struct compiled_loop *l,
               struct instruction_body **body)
{
    struct columns c =
        db_rows(r, a,
                "select b.instructions from compiled_file f join compiled_loop l on "
                "l.compiled_file = f.id join compiled_body b on b.compiled_loop = l.id where "
                "f.build = ? and f.path = ? and l.region = ? and l.label = ? order by l.seq",
                "itit", build, l->file, (long)l->region, l->label);
    *body = NULL;
    while (db_next(&c)) {
        size_t n;
        const void *at = column_blob(&c, &n);
        *body = body_read(a, (struct body_bytes){at, n}, l->n_areas);
        if (!*body || !have_frequencies(*body, l->frequencies))
            db_damaged(r);
    }
    return !r->failed;
}

static struct compiled_loop get_compiled_loop(struct runs *r, struct columns *c, const char *path)
{
    struct compiled_loop l = {.file = path};
    long id;
    column_values(c, "ittj", &id, &l.function, &l.label, &l.region);
    l.kind = (enum compiled_kind)COLUMN_WORD(c, kind_words);
    l.counts = column_counts(c);
    column_values(c, "iiitiiqtb", &l.length, &l.asm_line, &l.asm_end_line, &l.source, &l.line,
                  &l.end_line, &l.k, &l.k_how, &l.k_unit_stride);
    l.recurrence = get_recurrence(r, c, &compiled_step_rows, id);
    l.areas = rows_get(r, c->a, &compiled_area_rows, id, &l.n_areas);
    l.notes.at = rows_get(r, c->a, &compiled_note_rows, id, &l.notes.n);
    get_body(r, c->a, id, &l);
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
        column_values(&c, "iibb", &p.asm_line, &p.line, &p.delay, &p.conditional);
        *array_push(&list) = p;
    }
    ARRAY_KEEP(a, list, *pairs, *n);
    return !r->failed;
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

/* ---- the files of a build ---- */

static void check_compiled(struct runs *r, const struct compiled_loops *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (!is_valid_compiled_loop(&l->at[i]))
            db_damaged(r);
    for (size_t i = 0; i < l->n_inner_of; i++) {
        const struct nesting *n = &l->inner_of[i];
        if (n->inner < 0 || n->outer < 0 || (size_t)n->inner >= l->n || (size_t)n->outer >= l->n)
            db_damaged(r);
    }
}

void get_compiled(struct runs *r, struct arena *a, const struct machines *m, struct stored_build *b)
{
    ARRAY(struct stored_compiled) list = {0};
    ARRAY(long) ids = {0};
    struct columns c =
        db_rows(r, a,
                "select id, machine, path, exists (select 1 from run join profile_row p on "
                "p.profile = run.id where run.build = f.build and p.label is not null and "
                "p.object = f.path) from compiled_file f where build = ? order by path",
                "i", b->id);
    while (db_next(&c)) {
        struct stored_compiled f = {0};
        *array_push(&ids) = column_long(&c);
        f.machine = machine_of(r, m, column_long(&c));
        f.path = column_name(&c);
        f.sampled = column_bool(&c);
        *array_push(&list) = f;
    }
    for (size_t i = 0; i < list.n; i++) {
        ARRAY(struct compiled_loop) loops = {0};
        c = db_rows(r, a, compiled_loop_columns, "i", ids.at[i]);
        while (db_next(&c))
            *array_push(&loops) = get_compiled_loop(r, &c, list.at[i].path);
        ARRAY_KEEP(a, loops, list.at[i].loops.at, list.at[i].loops.n);
        struct compiled_loops *l = &list.at[i].loops;
        l->inner_of = rows_get(r, a, &compiled_nesting_rows, ids.at[i], &l->n_inner_of);
        check_compiled(r, &list.at[i].loops);
        get_maps(r, ids.at[i], a, &list.at[i]);
    }
    array_free(&ids);
    ARRAY_KEEP(a, list, b->compiled, b->n_compiled);
}
