/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shown.h"
#include "commands/cells.h"
#include "base/util.h"

#include "facts/doubts.h"

#include <string.h>

void json_recurrence(struct json *j, const struct recurrence *r)
{
    if (r->n == 0) {
        json_null(j);
        return;
    }
    json_object(j);
    json_key_array(j, "operations");
    for (size_t i = 0; i < r->n; i++) {
        const struct recurrence_step *s = &r->at[i];
        json_inline_object(j);
        json_key_text(j, "op", op_class_name(s->class));
        json_key_text(j, "into", s->addend ? "addend" : op_class_name(s->next));
        json_key_quantity(j, "latency", known(s->latency));
        json_key_long(j, "line", s->line);
        json_key_text(j, "text", s->text);
        json_key_long(j, "distance", s->distance);
        json_key_text(j, "as", s->as);
        json_end_object(j);
    }
    json_end_array(j);
    json_key_long(j, "distance", r->distance);
    json_end_object(j);
}

void json_notes(struct json *j, const struct notes *notes)
{
    json_array(j);
    for (size_t i = 0; i < notes->n; i++)
        json_text(j, notes->at[i]);
    json_end_array(j);
}

void json_key_notes(struct json *j, const char *key, const struct notes *notes)
{
    json_key(j, key);
    json_notes(j, notes);
}

/* ---- fields of several parts ---- */

void field_text(struct field *f, const char *text)
{
    size_t n = strlen(text);
    if (n == 0)
        return;
    array_reserve(&f->text, n);
    memcpy(f->text.at + f->text.n, text, n);
    f->text.n += n;
}

void field_long(struct field *f, long n)
{
    char buf[QUANTITY_TEXT];
    field_text(f, long_text(n, buf));
}

/* "fma lfl/1" */
static void csv_recurrence(struct field *f, const struct recurrence *r)
{
    for (size_t i = 0; i < r->n; i++) {
        field_text(f, i ? " " : "");
        field_text(f, op_class_name(r->at[i].class));
    }
    if (r->n) {
        field_text(f, "/");
        field_long(f, r->distance);
    }
}

/* "one; two" */
static void csv_notes(struct field *f, const struct notes *notes)
{
    for (size_t i = 0; i < notes->n; i++) {
        field_text(f, i ? "; " : "");
        field_text(f, notes->at[i]);
    }
}

/* ---- cells ---- */

void json_line(struct json *j, long line)
{
    if (line)
        json_long(j, line);
    else
        json_null(j);
}

static void json_cell(struct json *j, const struct cell *c)
{
    switch (c->kind) {
    case CELL_TEXT:
        json_text(j, c->of.TEXT);
        break;
    case CELL_LONG:
        json_long(j, c->of.LONG);
        break;
    case CELL_LINE:
        json_line(j, c->of.LINE);
        break;
    case CELL_BOOL:
        json_bool(j, c->of.BOOL);
        break;
    case CELL_NUMBER:
        json_quantity(j, c->of.NUMBER);
        break;
    case CELL_RECURRENCE:
        json_recurrence(j, c->of.RECURRENCE);
        break;
    case CELL_NOTES:
        json_notes(j, c->of.NOTES);
        break;
    case CELL_DOUBTS:
        json_doubts(j, c->of.DOUBTS.notes, c->of.DOUBTS.of, c->of.DOUBTS.n);
        break;
    case CELL_NESTED:
        c->of.NESTED.json(j, c->of.NESTED.of);
        break;
    }
}

void json_cells(struct json *j, const char *const *keys, const struct cell *cells, int n)
{
    for (int c = 0; c < n; c++) {
        json_key(j, keys[c]);
        json_cell(j, &cells[c]);
    }
}

static void csv_parts(FILE *out, const struct cell *c)
{
    struct field f = {0};
    if (c->kind == CELL_RECURRENCE)
        csv_recurrence(&f, c->of.RECURRENCE);
    else if (c->kind == CELL_NOTES)
        csv_notes(&f, c->of.NOTES);
    else if (c->kind == CELL_DOUBTS)
        csv_doubts(&f, c->of.DOUBTS.notes, c->of.DOUBTS.of, c->of.DOUBTS.n);
    else
        c->of.NESTED.csv(&f, c->of.NESTED.of);
    if (f.text.n) {
        *array_push(&f.text) = '\0';
        csv_put(out, f.text.at);
    }
    array_free(&f.text);
}

/* Numbers and fixed words need no quotes. */
static void csv_cell(FILE *out, const struct cell *c)
{
    char buf[QUANTITY_TEXT];
    switch (c->kind) {
    case CELL_TEXT:
        csv_put(out, c->of.TEXT);
        break;
    case CELL_LONG:
        fputs(long_text(c->of.LONG, buf), out);
        break;
    case CELL_LINE:
        if (c->of.LINE)
            fputs(long_text(c->of.LINE, buf), out);
        break;
    case CELL_BOOL:
        fputs(c->of.BOOL ? "true" : "false", out);
        break;
    case CELL_NUMBER:
        fputs(quantity_exact(c->of.NUMBER, buf), out);
        break;
    case CELL_RECURRENCE:
    case CELL_NOTES:
    case CELL_DOUBTS:
    case CELL_NESTED:
        csv_parts(out, c);
        break;
    }
}

void csv_cells(FILE *out, const struct cell *cells, int n)
{
    for (int c = 0; c < n; c++) {
        if (c)
            putc(',', out);
        csv_cell(out, &cells[c]);
    }
    putc('\n', out);
}

void csv_header(FILE *out, const char *const *keys, int n)
{
    for (int c = 0; c < n; c++)
        fprintf(out, "%s%s", c ? "," : "", keys[c]);
    fputc('\n', out);
}

void json_report(struct json *j, const char *tool, const struct machine *m)
{
    json_object(j);
    json_key_text(j, "tool", tool);
    json_key_text(j, "machine", m->name);
    if (m->set.n)
        json_key_notes(j, "set", &m->set);
    json_key_array(j, "loops");
}

/* ---- doubts ---- */

static bool any_doubts(const struct notes *notes, unsigned numbers)
{
    for (size_t i = 0; i < notes->n; i++)
        if (doubts_of(notes->at[i]) & numbers)
            return true;
    return false;
}

void json_doubts(struct json *j, const struct notes *notes, const struct doubted *of, size_t n)
{
    json_object(j);
    for (size_t k = 0; k < n; k++) {
        if (!any_doubts(notes, of[k].numbers))
            continue;
        json_key_array(j, of[k].key);
        for (size_t i = 0; i < notes->n; i++)
            if (doubts_of(notes->at[i]) & of[k].numbers)
                json_text(j, notes->at[i]);
        json_end_array(j);
    }
    json_end_object(j);
}

void csv_doubts(struct field *f, const struct notes *notes, const struct doubted *of, size_t n)
{
    bool more = false;
    for (size_t k = 0; k < n; k++) {
        const char *before = ": ";
        if (!any_doubts(notes, of[k].numbers))
            continue;
        field_text(f, more ? "; " : "");
        field_text(f, of[k].key);
        for (size_t i = 0; i < notes->n; i++)
            if (doubts_of(notes->at[i]) & of[k].numbers) {
                field_text(f, before);
                field_text(f, notes->at[i]);
                before = " | ";
            }
        more = true;
    }
}

/* ---- data bounds ---- */

static void json_data_level(struct json *j, const struct data_level *l, const char *bytes)
{
    const struct {
        const char *key;
        struct quantity value;
    } rows[] = {
        {"sweep_bytes", l->set},
        {"iterations", is_known(l->set) ? known(l->iterations) : l->set},
        {"nearer", known(l->nearer)},
        {bytes, l->bytes},
        {"bytes_per_cycle", l->rate},
        {"cycles", l->cycles},
    };
    json_object(j);
    json_key_text(j, "name", l->name);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        json_key_quantity(j, rows[i].key, rows[i].value);
    json_key_text(j, "missing", l->cycles.missing);
    json_end_object(j);
}

void json_data_levels(struct json *j, const struct data_bound *d, const char *bytes)
{
    json_key_array(j, "data_levels");
    for (int i = 0; d && i < d->n; i++)
        json_data_level(j, &d->at[i], bytes);
    json_end_array(j);
}
