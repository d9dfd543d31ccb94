/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON and CSV output of kmacstat, and the selection of the output format. */
#include "commands/cells.h"
#include "base/util.h"
#include "commands/kmacstat/kmacstat.h"
#include "facts/doubts.h"

#include <stdlib.h>

/* ---- columns of a loop, for JSON and CSV ---- */

static void json_areas(struct json *j, const void *loop);
static void csv_areas(struct field *f, const void *loop);
static void json_shares(struct json *j, const void *loop);
static void csv_shares(struct field *f, const void *loop);

static const struct doubted doubted[] = {
    {"k", DOUBT_K},     {"mac", DOUBT_MAC},     {"macs", DOUBT_MACS},     {"tf", DOUBT_MAC},
    {"tm", DOUBT_MAC},  {"ti", DOUBT_MAC},      {"td", DOUBT_K},          {"m", DOUBT_M},
    {"m_cpf", DOUBT_M}, {"mac_cpf", DOUBT_MAC}, {"macs_cpf", DOUBT_MACS},
};

static const char *const column_keys[] = {
#define COLUMN(key, kind, value) #key,
#include "commands/kmacstat/columns.def"
#undef COLUMN
};
enum { COLUMNS = COUNT_OF(column_keys) };

static void loop_cells(const struct kmacstat_loop *l, struct cell *cells)
{
    const struct compiled_loop *c = l->facts;
    const double *n = c->counts.n, length = (double)c->length;
#define COLUMN(key, kind, value) *cells++ = (struct cell){CELL_##kind, {.kind = value}};
#include "commands/kmacstat/columns.def"
#undef COLUMN
}

/* ---- JSON ---- */

static void json_area(struct json *j, const struct area *a)
{
    const double *n = a->counts.n, length = (double)a->length;
    json_inline_object(j);
    json_key_text(j, "target", a->target);
    json_key_long(j, "begin", a->begin);
    json_key_long(j, "end", a->end);
#define COUNT(key, value)                                                                          \
    json_key(j, #key);                                                                             \
    json_quantity(j, known(value));
#include "commands/kmacstat/counts.def"
#undef COUNT
    json_key_long(j, "begin_line", a->begin_line);
    json_key_long(j, "end_line", a->end_line);
    json_key(j, "source_line");
    json_line(j, a->source_line);
    json_key(j, "source_end_line");
    json_line(j, a->source_end_line);
    json_key_bool(j, "intersects", a->intersects);
    json_end_object(j);
}

static void json_areas(struct json *j, const void *loop)
{
    const struct compiled_loop *c = loop;
    json_array(j);
    for (size_t i = 0; i < c->n_areas; i++)
        json_area(j, &c->areas[i]);
    json_end_array(j);
}

/* A block by its first line, and the counted share of the passes that execute it. */
static void json_shares(struct json *j, const void *loop)
{
    const struct compiled_loop *c = loop;
    json_array(j);
    for (size_t i = 0; c->frequencies && i < c->body->n_blocks; i++) {
        if (c->body->blocks[i].n == 0)
            continue;
        json_inline_object(j);
        json_key_long(j, "line", c->body->at[c->body->blocks[i].first].asm_line);
        json_key(j, "share");
        json_quantity(j, known(c->frequencies->block[i]));
        json_end_object(j);
    }
    json_end_array(j);
}

static void json_loop(struct json *j, const struct kmacstat_loop *l)
{
    struct cell cells[COLUMNS];
    loop_cells(l, cells);
    json_object(j);
    json_cells(j, column_keys, cells, COLUMNS);
    json_end_object(j);
}

static void json_end(struct kmacstat_report *r)
{
    struct json *j = &r->json;
    json_end_array(j);
    json_key_array(j, "inner_of");
    for (size_t i = 0; i + 1 < r->inner_of.n; i += 2) {
        json_inline_array(j);
        json_text(j, r->inner_of.at[i]);
        json_text(j, r->inner_of.at[i + 1]);
        json_end_array(j);
    }
    json_end_array(j);
    json_key_long(j, "number_of_loops", (long)r->loops);
    json_end_object(j);
    json_close(j);
}

static void keep_nesting(struct kmacstat_report *r, const struct loop_finder *f)
{
    for (size_t i = 0; i < loops_n(f); i++) {
        int n = 0;
        uint32_t o = loops_outward(f, i, &n);
        if (o == LOOP_NONE)
            continue;
        const char *inner = arena_strdup(&r->arena, loops_name(f, loops_at(f, i)->label));
        for (; o != LOOP_NONE; o = loops_outward(f, o, &n)) {
            *array_push(&r->inner_of) = inner;
            *array_push(&r->inner_of) =
                arena_strdup(&r->arena, loops_name(f, loops_at(f, o)->label));
        }
    }
}

/* ---- CSV: nested values in one field, as kmacstat(1) describes ---- */

static void csv_count(struct field *f, const char *key, double n)
{
    field_text(f, key);
    field_long(f, (long)n);
}

static void csv_areas(struct field *f, const void *loop)
{
    const struct compiled_loop *c = loop;
    for (size_t i = 0; i < c->n_areas; i++) {
        const struct area *area = &c->areas[i];
        const double *n = area->counts.n, length = (double)area->length;
        field_text(f, i ? "; " : "");
        field_text(f, area->target);
        field_text(f, " ");
        field_long(f, area->begin);
        field_text(f, "-");
        field_long(f, area->end);
#define COUNT(key, value) csv_count(f, " " #key "=", (double)(value));
#include "commands/kmacstat/counts.def"
#undef COUNT
    }
}

static void csv_shares(struct field *f, const void *loop)
{
    const struct compiled_loop *c = loop;
    char number[QUANTITY_TEXT];
    for (size_t i = 0; c->frequencies && i < c->body->n_blocks; i++) {
        if (c->body->blocks[i].n == 0)
            continue;
        field_text(f, i ? "; " : "");
        field_long(f, c->body->at[c->body->blocks[i].first].asm_line);
        field_text(f, "=");
        field_text(f, quantity_exact(known(c->frequencies->block[i]), number));
    }
}

static void csv_loop(FILE *out, const struct kmacstat_loop *l)
{
    struct cell cells[COLUMNS];
    loop_cells(l, cells);
    csv_cells(out, cells, COLUMNS);
}

/* ---- the report ---- */

void kmacstat_begin(struct kmacstat_report *r)
{
    r->json = (struct json){.out = r->out};
    if (r->format == OUTPUT_JSON)
        json_report(&r->json, "kmacstat", r->machine);
    else if (r->format == OUTPUT_CSV)
        csv_header(r->out, column_keys, COLUMNS);
}

void kmacstat_file(struct kmacstat_report *r, const char *path, const struct scanned_file *s)
{
    r->loops += loops_n(scan_loops(s->scan));
    if (r->format == OUTPUT_JSON)
        keep_nesting(r, scan_loops(s->scan));
    if (r->format != OUTPUT_TEXT)
        return;
    if (r->headed)
        fprintf(r->out, "%s%s:\n", r->files++ ? "\n" : "", path);
    if (r->figure)
        kmacstat_figure(r->out, r->machine, s);
}

void kmacstat_loop(struct kmacstat_report *r, const struct kmacstat_loop *l)
{
    if (r->format == OUTPUT_JSON)
        json_loop(&r->json, l);
    else if (r->format == OUTPUT_CSV)
        csv_loop(r->out, l);
    else if (r->bounds && r->machine->isa == MACHINE_X86_64)
        kmacstat_x86_row(&r->table, l);
    else if (r->bounds)
        kmacstat_table_row(&r->table, l);
    if (r->table.rows == KMACSTAT_ROWS)
        kmacstat_table_print(&r->table, r->machine, r->out);
}

void kmacstat_file_end(struct kmacstat_report *r)
{
    kmacstat_table_print(&r->table, r->machine, r->out);
}

void kmacstat_end(struct kmacstat_report *r)
{
    if (r->format == OUTPUT_JSON)
        json_end(r);
    array_free(&r->inner_of);
    arena_free(&r->arena);
}
