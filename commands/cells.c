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
