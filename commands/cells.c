/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/cells.h"

void json_recurrence(struct json *j, const struct recurrence *r)
{
    if (r->n == 0) {
        json_null(j);
        return;
    }
    json_object(j);
    json_key(j, "operations");
    json_array(j);
    for (size_t i = 0; i < r->n; i++) {
        const struct recurrence_step *s = &r->at[i];
        json_inline_object(j);
        json_key(j, "op");
        json_text(j, op_class_name(s->class));
        json_key(j, "into");
        json_text(j, s->addend ? "addend" : op_class_name(s->next));
        json_key(j, "latency");
        json_quantity(j, known(s->latency));
        json_key(j, "line");
        json_long(j, s->line);
        json_key(j, "text");
        json_text(j, s->text);
        json_key(j, "distance");
        json_long(j, s->distance);
        json_key(j, "as");
        json_text(j, s->as);
        json_end_object(j);
    }
    json_end_array(j);
    json_key(j, "distance");
    json_long(j, r->distance);
    json_end_object(j);
}

void json_notes(struct json *j, const struct notes *notes)
{
    json_array(j);
    for (size_t i = 0; i < notes->n; i++)
        json_text(j, notes->at[i]);
    json_end_array(j);
}

const char *csv_recurrence(struct arena *a, const struct recurrence *r)
{
    const char *text = NULL;
    for (size_t i = 0; i < r->n; i++) {
        const char *op = op_class_name(r->at[i].class);
        text = text ? arena_printf(a, "%s %s", text, op) : op;
    }
    return text ? arena_printf(a, "%s/%ld", text, r->distance) : NULL;
}

const char *csv_notes(struct arena *a, const struct notes *notes)
{
    const char *text = NULL;
    for (size_t i = 0; i < notes->n; i++)
        text = text ? arena_printf(a, "%s; %s", text, notes->at[i]) : notes->at[i];
    return text;
}

const char *csv_number(struct arena *a, struct quantity q)
{
    char buf[QUANTITY_TEXT];
    return arena_strdup(a, quantity_exact(q, buf));
}

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

static const char *csv_cell(struct arena *a, const struct cell *c)
{
    switch (c->kind) {
    case CELL_TEXT:
        return c->of.TEXT;
    case CELL_LONG:
        return arena_printf(a, "%ld", c->of.LONG);
    case CELL_LINE:
        return c->of.LINE ? arena_printf(a, "%ld", c->of.LINE) : NULL;
    case CELL_BOOL:
        return c->of.BOOL ? "true" : "false";
    case CELL_NUMBER:
        return csv_number(a, c->of.NUMBER);
    case CELL_RECURRENCE:
        return csv_recurrence(a, c->of.RECURRENCE);
    case CELL_NOTES:
        return csv_notes(a, c->of.NOTES);
    case CELL_NESTED:
        return c->of.NESTED.csv(a, c->of.NESTED.of);
    }
    return NULL;
}

void csv_cells(FILE *out, const struct cell *cells, int n)
{
    struct arena a = {0};
    for (int c = 0; c < n; c++) {
        if (c)
            fputc(',', out);
        csv_text(out, csv_cell(&a, &cells[c]));
    }
    fputc('\n', out);
    arena_free(&a);
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
    json_key(j, "tool");
    json_text(j, tool);
    json_key(j, "machine");
    json_text(j, m->name);
    if (m->set.n) {
        json_key(j, "set");
        json_notes(j, &m->set);
    }
    json_key(j, "loops");
    json_array(j);
}
