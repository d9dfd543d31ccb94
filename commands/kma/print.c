/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/print.h"
#include "base/util.h"
#include "bounds/resources.h"
#include "commands/cells.h"
#include "commands/kma/text.h"

#include <string.h>

/* ---- columns of a loop, for JSON and CSV ---- */

static void json_blocks(struct json *j, const void *loop);
static void csv_blocks(struct field *f, const void *loop);
static void json_parts(struct json *j, const void *loop);
static void csv_parts(struct field *f, const void *loop);

static const struct doubted doubted[] = {
    {"fa", DOUBT_TNF},
    {"fm", DOUBT_TNF},
    {"fma", DOUBT_TNF},
    {"fmisc", DOUBT_TNF},
    {"lfl", DOUBT_TNF},
    {"sfl", DOUBT_TNF},
    {"x", DOUBT_XY},
    {"y", DOUBT_XY},
    {"tnf", DOUBT_TNF},
    {"tf", DOUBT_TNF},
    {"tm", DOUBT_TNF},
    {"ti", DOUBT_TNF | DOUBT_XY},
    {"td", DOUBT_TD},
    {"m", DOUBT_M},
    {"ma", DOUBT_MA},
    {"m_cpf", DOUBT_M | DOUBT_TNF},
    {"ma_cpf", DOUBT_MA | DOUBT_TNF},
};

static const char *const column_keys[] = {
#define COLUMN(key, kind, value) #key,
#include "commands/kma/columns.def"
#undef COLUMN
};
enum { COLUMNS = COUNT_OF(column_keys) };

static void loop_cells(const struct kma_loop *l, struct cell *cells)
{
    const struct source_loop *s = l->facts;
#define COLUMN(key, kind, value) *cells++ = (struct cell){CELL_##kind, {.kind = value}};
#include "commands/kma/columns.def"
#undef COLUMN
}

static const enum op_class block_classes[] = {OP_FA, OP_FM, OP_FMA, OP_FMISC, OP_LFL, OP_SFL};
enum { BLOCK_CLASSES = COUNT_OF(block_classes) };

/* ---- JSON ---- */

static void json_blocks(struct json *j, const void *loop)
{
    const struct source_loop *l = loop;
    json_array(j);
    for (size_t i = 0; i < l->n_blocks; i++) {
        const struct block *b = &l->blocks[i];
        json_inline_object(j);
        json_key_long(j, "line", b->line);
        json_key_long(j, "end_line", b->end_line);
        for (int c = 0; c < BLOCK_CLASSES; c++) {
            json_key_quantity(j, op_class_name(block_classes[c]),
                              known(b->counts.n[block_classes[c]]));
        }
        json_end_object(j);
    }
    json_end_array(j);
}

static struct quantity element_bytes(const struct op_part *p)
{
    return p->bytes ? known(p->bytes) : missing("the size of its elements is unknown");
}

static void json_parts(struct json *j, const void *loop)
{
    const struct kma_loop *l = loop;
    json_array(j);
    for (size_t i = 0; i < l->facts->parts.n; i++) {
        const struct op_part *p = &l->facts->parts.at[i];
        json_inline_members(j, "tqqi", "class", op_class_name(p->class), "n", known(p->n), "bytes",
                            element_bytes(p), "elements",
                            part_elements(l->machine, p, l->reassociated));
    }
    json_end_array(j);
}

static void json_loop(struct json *j, const struct kma_loop *l, const struct kma_caches *c)
{
    struct cell cells[COLUMNS];
    loop_cells(l, cells);
    json_object(j);
    json_cells(j, column_keys, cells, COLUMNS);
    if (c->n > 0) {
        json_key(j, "cache");
        kma_cache_json(j, l->facts, c);
    }
    if (c->data)
        kma_data_json(j, l);
    json_end_object(j);
}

static void json_unsupported(struct json *j, const struct source_file *f)
{
    json_array(j);
    for (size_t i = 0; i < f->n_unsupported; i++) {
        json_inline_object(j);
        json_key_long(j, "line", f->unsupported[i].line);
        json_key_text(j, "what", f->unsupported[i].what);
        json_end_object(j);
    }
    json_end_array(j);
}

static void json_file(struct json *j, const struct kma_file *k)
{
    const struct source_file *f = &k->facts;
    json_object(j);
    json_key_text(j, "file", f->file);
    json_key_long(j, "lines", f->lines);
    json_key_long(j, "errors", f->errors);
    json_key(j, "unsupported");
    json_unsupported(j, f);
    kma_coverage_json(j, &k->coverage);
    json_key(j, "jump_loops");
    kma_jump_loops_json(j, f);
    json_end_object(j);
}

static void json_end(struct kma_report *r)
{
    struct json *j = &r->json;
    json_end_array(j);
    json_key_array(j, "files");
    for (size_t i = 0; i < r->files.n; i++)
        json_file(j, &r->files.at[i]);
    json_end_array(j);
    json_key_object(j, "coverage");
    kma_coverage_json(j, &r->coverage);
    json_key_long(j, "jump_loops", r->coverage.jump_loops);
    json_end_object(j);
    json_end_object(j);
    json_close(j);
}

/* ---- CSV: nested values in one field, as kma(1) describes ---- */

static void csv_count(struct field *f, double n)
{
    char buf[QUANTITY_TEXT];
    if (n >= 0 && n < 1e5 && n == (double)(long)n)
        long_text((long)n, buf);
    else
        snprintf(buf, sizeof buf, "%g", n);
    field_text(f, buf);
}

static void csv_blocks(struct field *f, const void *loop)
{
    const struct source_loop *l = loop;
    for (size_t i = 0; i < l->n_blocks; i++) {
        const struct block *b = &l->blocks[i];
        field_text(f, i ? "; " : "");
        field_long(f, b->line);
        field_text(f, "-");
        field_long(f, b->end_line);
        for (int c = 0; c < BLOCK_CLASSES; c++) {
            field_text(f, " ");
            field_text(f, op_class_name(block_classes[c]));
            field_text(f, "=");
            csv_count(f, b->counts.n[block_classes[c]]);
        }
    }
}

static void csv_parts(struct field *f, const void *loop)
{
    const struct kma_loop *l = loop;
    for (size_t i = 0; i < l->facts->parts.n; i++) {
        const struct op_part *p = &l->facts->parts.at[i];
        field_text(f, i ? "; " : "");
        field_text(f, op_class_name(p->class));
        field_text(f, "=");
        csv_count(f, p->n);
        field_text(f, " bytes=");
        if (p->bytes)
            field_long(f, p->bytes);
        else
            field_text(f, "null");
        field_text(f, " elements=");
        field_long(f, part_elements(l->machine, p, l->reassociated));
    }
}

static void csv_columns(FILE *out, bool data)
{
    const char *keys[COLUMNS + KMA_DATA_COLUMNS];
    memcpy(keys, column_keys, sizeof column_keys);
    memcpy(keys + COLUMNS, kma_data_keys, sizeof kma_data_keys);
    csv_header(out, keys, data ? COLUMNS + KMA_DATA_COLUMNS : COLUMNS);
}

static void csv_loop(FILE *out, const struct kma_loop *l, bool data)
{
    struct arena a = {0};
    struct cell cells[COLUMNS + KMA_DATA_COLUMNS];
    loop_cells(l, cells);
    if (data)
        kma_data_cells(&a, l, cells + COLUMNS);
    csv_cells(out, cells, data ? COLUMNS + KMA_DATA_COLUMNS : COLUMNS);
    arena_free(&a);
}

/* ---- files and coverage ---- */

/* Keeps the summary of a file, without its loops and calls. */
static struct kma_file *keep_file(struct kma_report *r, const struct source_file *f)
{
    struct arena *a = &r->arena;
    struct source_file kept = *f;
    kept.calls = NULL;
    kept.n_calls = 0;
    kept.file = arena_strdup(a, f->file);
    kept.unsupported = ARENA_ARRAY(a, struct unsupported, f->n_unsupported + 1);
    for (size_t i = 0; i < f->n_unsupported; i++)
        kept.unsupported[i] =
            (struct unsupported){f->unsupported[i].line, arena_strdup(a, f->unsupported[i].what)};
    kept.jump_loops = ARENA_ARRAY(a, struct jump_loop, f->n_jump_loops + 1);
    for (size_t i = 0; i < f->n_jump_loops; i++) {
        kept.jump_loops[i] = f->jump_loops[i];
        kept.jump_loops[i].file = arena_strdup(a, f->jump_loops[i].file);
        kept.jump_loops[i].routine = arena_strdup(a, f->jump_loops[i].routine);
    }
    struct kma_file *file = array_push(&r->files);
    *file = (struct kma_file){.facts = kept, .coverage = r->of_file};
    file->coverage.jump_loops = (long)f->n_jump_loops;
    r->of_file = (struct kma_coverage){0};
    return file;
}

/* ---- the report ---- */

void kma_report_begin(struct kma_report *r)
{
    r->json = (struct json){.out = r->out};
    if (r->format == OUTPUT_JSON)
        json_report(&r->json, "kma", r->machine);
    else if (r->format == OUTPUT_CSV)
        csv_columns(r->out, r->caches.data);
}

void kma_report_loops(struct kma_report *r, const struct kma_loop *loops, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct source_loop *l = loops[i].facts;
        kma_cover(&r->arena, &r->of_file, l);
        if (!l->innermost && !r->all_loops)
            continue;
        if (r->format == OUTPUT_JSON)
            json_loop(&r->json, &loops[i], &r->caches);
        else if (r->format == OUTPUT_CSV)
            csv_loop(r->out, &loops[i], r->caches.data);
        else
            kma_text_loop(r, &loops[i]);
    }
}

void kma_report_file(struct kma_report *r, const struct source_file *file)
{
    struct kma_file *kept = keep_file(r, file);
    kma_coverage_add(&r->arena, &r->coverage, &kept->coverage);
    if (r->format == OUTPUT_TEXT)
        kma_text_file(r, file, kept->coverage.loops > 0);
}

void kma_report_end(struct kma_report *r)
{
    if (r->format == OUTPUT_JSON)
        json_end(r);
    else if (r->format == OUTPUT_TEXT)
        kma_text_end(r);
    for (size_t i = 0; i < r->files.n; i++)
        kma_coverage_free(&r->files.at[i].coverage);
    array_free(&r->files);
    kma_coverage_free(&r->coverage);
    arena_free(&r->arena);
}
