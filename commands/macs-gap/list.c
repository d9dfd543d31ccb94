/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs-gap list: the contents of a run database. */
#include "commands/macs-gap/macs-gap.h"
#include "base/util.h"

#include "base/json.h"
#include "commands/cells.h"
#include "commands/macs-gap/page.h"

#include <string.h>

/* "1 loop", "2 loops" */
static const char *count_text(struct arena *a, long n, const char *what)
{
    return arena_printf(a, "%ld %s%s", n, what, n == 1 ? "" : "s");
}

/* Returns the machine name of the measurement, otherwise that of the build. */
static const char *machine_of(const struct listed_build *b, const struct listed_run *run)
{
    return run->machine ? run->machine : b->machine;
}

/* Returns "4 threads, 3 loops"; of a sampled run "sampled: 8 rows". */
static const char *contents_text(struct arena *a, const struct listed_run *run)
{
    const char *rows = arena_printf(a, "sampled: %s", count_text(a, run->rows, "row"));
    const char *loops = arena_printf(a, "%s, %s", count_text(a, run->threads, "thread"),
                                     count_text(a, run->loops, "loop"));
    if (!run->rows)
        return loops;
    return run->loops ? arena_printf(a, "%s, %s", loops, rows) : rows;
}

/* ---- text ---- */

static void put_build_files(struct page *p, const char *kind, const struct listed_file *at,
                            size_t n)
{
    for (size_t i = 0; i < n; i++)
        page_item(p, arena_printf(&p->arena, "%s %s: %s", kind, at[i].path,
                                  count_text(&p->arena, at[i].loops, "loop")));
}

static void put_build(struct page *p, const struct listed_build *b)
{
    struct arena *a = &p->arena;
    page_title(p, "build %s: machine %s%s%s%s%s", b->name, b->machine,
               b->compiler ? ", compiler " : "", b->compiler ? b->compiler : "",
               b->flags ? ", flags " : "", b->flags ? b->flags : "");
    put_build_files(p, "source", b->sources, b->n_sources);
    put_build_files(p, "compiled", b->compiled, b->n_compiled);
    for (size_t i = 0; i < b->n_runs; i++) {
        const struct listed_run *run = &b->runs[i];
        page_item(p,
                  arena_printf(a, "run %s: machine %s, %s, %s%s%s", run->name, machine_of(b, run),
                               count_text(a, run->processors, "processor"), contents_text(a, run),
                               run->date ? ", " : "", run->date ? run->date : ""));
    }
    if (!b->n_runs)
        page_item(p, "not measured");
}

static bool has_run(const struct inventory *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        for (size_t k = 0; k < list->at[i].n_runs; k++)
            if (strcmp(list->at[i].runs[k].name, name) == 0)
                return true;
    return false;
}

static void put_watched_runs(struct page *p, const struct inventory *list)
{
    if (list->watched.n)
        page_title(p, "watched by procmon");
    for (size_t i = 0; i < list->watched.n; i++)
        page_item(p, arena_printf(&p->arena, "run %s%s", list->watched.at[i],
                                  has_run(list, list->watched.at[i])
                                      ? ""
                                      : ": the database has no measurements of this run"));
}

static void list_text(FILE *out, const struct inventory *list, bool markdown)
{
    struct page p = {.out = out, .markdown = markdown};
    if (!list->n)
        page_line(&p, "this run database contains no builds");
    for (size_t i = 0; i < list->n; i++)
        put_build(&p, &list->at[i]);
    put_watched_runs(&p, list);
    page_free(&p);
}

/* ---- JSON ---- */

static void json_files(struct json *j, const char *key, const struct listed_file *at, size_t n)
{
    static const char *const keys[] = {"file", "loops"};
    json_key_array(j, key);
    for (size_t i = 0; i < n; i++) {
        const struct cell cells[] = {{CELL_TEXT, {.TEXT = at[i].path}},
                                     {CELL_LONG, {.LONG = at[i].loops}}};
        json_inline_object(j);
        json_cells(j, keys, cells, 2);
        json_end_object(j);
    }
    json_end_array(j);
}

static void json_build(struct json *j, const struct listed_build *b)
{
    static const char *const keys[] = {"build", "machine", "compiler", "flags"};
    const struct cell cells[] = {{CELL_TEXT, {.TEXT = b->name}},
                                 {CELL_TEXT, {.TEXT = b->machine}},
                                 {CELL_TEXT, {.TEXT = b->compiler}},
                                 {CELL_TEXT, {.TEXT = b->flags}}};
    json_object(j);
    json_cells(j, keys, cells, 4);
    json_files(j, "sources", b->sources, b->n_sources);
    json_files(j, "compiled", b->compiled, b->n_compiled);
    json_end_object(j);
}

static void json_run(struct json *j, const struct listed_build *b, const struct listed_run *run)
{
    static const char *const keys[] = {"run",     "build",      "build_machine",
                                       "machine", "processors", "threads",
                                       "loops",   "date",       "sampled_rows"};
    const struct cell cells[] = {
        {CELL_TEXT, {.TEXT = run->name}},       {CELL_TEXT, {.TEXT = b->name}},
        {CELL_TEXT, {.TEXT = b->machine}},      {CELL_TEXT, {.TEXT = machine_of(b, run)}},
        {CELL_LONG, {.LONG = run->processors}}, {CELL_LONG, {.LONG = run->threads}},
        {CELL_LONG, {.LONG = run->loops}},      {CELL_TEXT, {.TEXT = run->date}},
        {CELL_LONG, {.LONG = run->rows}},
    };
    json_inline_object(j);
    json_cells(j, keys, cells, COUNT_OF(keys));
    json_end_object(j);
}

static void list_json(FILE *out, const struct inventory *list)
{
    struct json j = {.out = out};
    json_object(&j);
    json_key_text(&j, "tool", "macs-gap");
    json_key_array(&j, "builds");
    for (size_t i = 0; i < list->n; i++)
        json_build(&j, &list->at[i]);
    json_end_array(&j);
    json_key_array(&j, "runs");
    for (size_t i = 0; i < list->n; i++)
        for (size_t k = 0; k < list->at[i].n_runs; k++)
            json_run(&j, &list->at[i], &list->at[i].runs[k]);
    json_end_array(&j);
    if (list->watched.n)
        json_key_notes(&j, "watched", &list->watched);
    json_end_object(&j);
    json_close(&j);
}

/* ---- CSV: a row for each build, file and run ---- */

static const char *const csv_keys[] = {"kind",    "build", "build_machine", "compiler",
                                       "flags",   "name",  "machine",       "processors",
                                       "threads", "loops", "date"};
enum { CSV_COLUMNS = COUNT_OF(csv_keys) };

/* Prints a row of build b with these columns from name on. */
static void csv_row(FILE *out, const char *kind, const struct listed_build *b,
                    const struct cell *own)
{
    enum { FIRST = 5 };
    struct cell cells[CSV_COLUMNS] = {
        {CELL_TEXT, {.TEXT = kind}},       {CELL_TEXT, {.TEXT = b->name}},
        {CELL_TEXT, {.TEXT = b->machine}}, {CELL_TEXT, {.TEXT = b->compiler}},
        {CELL_TEXT, {.TEXT = b->flags}},
    };
    for (int i = FIRST; i < CSV_COLUMNS; i++)
        cells[i] = own[i - FIRST];
    csv_cells(out, cells, CSV_COLUMNS);
}

static void csv_files(FILE *out, const char *kind, const struct listed_build *b,
                      const struct listed_file *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct cell own[] = {{CELL_TEXT, {.TEXT = at[i].path}},
                                   {CELL_TEXT, {0}},
                                   {CELL_TEXT, {0}},
                                   {CELL_TEXT, {0}},
                                   {CELL_LONG, {.LONG = at[i].loops}},
                                   {CELL_TEXT, {0}}};
        csv_row(out, kind, b, own);
    }
}

static void csv_build(FILE *out, const struct listed_build *b)
{
    const struct cell none[] = {{CELL_TEXT, {0}}, {CELL_TEXT, {0}}, {CELL_TEXT, {0}},
                                {CELL_TEXT, {0}}, {CELL_TEXT, {0}}, {CELL_TEXT, {0}}};
    csv_row(out, "build", b, none);
    csv_files(out, "source", b, b->sources, b->n_sources);
    csv_files(out, "compiled", b, b->compiled, b->n_compiled);
    for (size_t i = 0; i < b->n_runs; i++) {
        const struct listed_run *run = &b->runs[i];
        const struct cell own[] = {
            {CELL_TEXT, {.TEXT = run->name}},       {CELL_TEXT, {.TEXT = machine_of(b, run)}},
            {CELL_LONG, {.LONG = run->processors}}, {CELL_LONG, {.LONG = run->threads}},
            {CELL_LONG, {.LONG = run->loops}},      {CELL_TEXT, {.TEXT = run->date}}};
        csv_row(out, "run", b, own);
    }
}

static void list_csv(FILE *out, const struct inventory *list)
{
    csv_header(out, csv_keys, CSV_COLUMNS);
    for (size_t i = 0; i < list->n; i++)
        csv_build(out, &list->at[i]);
}

void gap_list(FILE *out, const struct inventory *list, enum output_format format)
{
    if (format == OUTPUT_JSON)
        list_json(out, list);
    else if (format == OUTPUT_CSV)
        list_csv(out, list);
    else
        list_text(out, list, format == OUTPUT_MARKDOWN);
}
