/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the tables of klcache as text, CSV and JSON. */
#include "base/shown.h"
#include "commands/lab/klcache.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

static void print_text(const struct klcache *k, const struct sheet *s, FILE *out)
{
    struct table t = {.align = s->align};

    fprintf(out, "%s\n", s->title);
    for (size_t i = 0; i < s->n_columns; i++)
        table_cell(&t, s->columns[i]);
    for (size_t i = 0; i < s->cells.n; i++)
        table_cell(&t, s->cells.at[i]);
    table_print(&t, out);
    table_free(&t);
    if (s->cells.n == 0)
        fputs("none\n", out);
    else if (k->top > 0 && s->cells.n / s->n_columns == (size_t)k->top)
        fprintf(out, "(at most %ld rows; --top=0 shows all)\n", k->top);
}

static void print_csv(const struct sheet *s, FILE *out)
{
    for (size_t i = 0; i < s->n_columns; i++)
        fprintf(out, "%s%s", i > 0 ? "," : "", s->columns[i]);
    for (size_t i = 0; i < s->cells.n; i++) {
        fputc(i % s->n_columns == 0 ? '\n' : ',', out);
        csv_put(out, s->cells.at[i]);
    }
    fputc('\n', out);
}

static void print_json_cell(struct json *j, const struct sheet *s, size_t i)
{
    size_t column = i % s->n_columns;

    if (s->align[column] == 'r')
        json_key_long(j, s->columns[column], strtol(s->cells.at[i], NULL, 10));
    else
        json_key_text(j, s->columns[column], s->cells.at[i]);
}

static void print_json(struct json *j, const struct sheet *s)
{
    json_key_array(j, s->name);
    for (size_t i = 0; i < s->cells.n; i++) {
        if (i % s->n_columns == 0)
            json_inline_object(j);
        print_json_cell(j, s, i);
        if ((i + 1) % s->n_columns == 0)
            json_end_object(j);
    }
    json_end_array(j);
}

void klcache_print_sheet(const struct klcache *k, const struct sheet *s, FILE *out)
{
    struct json j = {.out = out};

    if (k->form == OUTPUT_JSON) {
        json_object(&j);
        print_json(&j, s);
        json_end_object(&j);
        json_close(&j);
    } else if (k->form == OUTPUT_CSV) {
        print_csv(s, out);
    } else {
        print_text(k, s, out);
    }
}

void klcache_print(const struct klcache *k, const bool wanted[KLCACHE_SHEETS], FILE *out)
{
    struct json j = {.out = out};
    bool first = true;

    if (k->form == OUTPUT_JSON)
        json_object(&j);
    for (int i = 0; i < KLCACHE_SHEETS; i++) {
        if (!wanted[i])
            continue;
        struct sheet s = klcache_sheet(k, (enum klcache_sheet)i);
        if (!first && k->form != OUTPUT_JSON)
            fputc('\n', out);
        first = false;
        if (k->form == OUTPUT_JSON)
            print_json(&j, &s);
        else if (k->form == OUTPUT_CSV)
            print_csv(&s, out);
        else
            print_text(k, &s, out);
        array_free(&s.cells);
    }
    if (k->form == OUTPUT_JSON) {
        json_end_object(&j);
        json_close(&j);
    }
}
