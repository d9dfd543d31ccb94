/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/data.h"
#include "base/util.h"
#include "bounds/data.h"

const char *const kma_data_keys[KMA_DATA_COLUMNS] = {"mad", "mad_minus_ma", "data_cycles",
                                                     "data_limit", "data_missing"};

/* A loop's data bound, and its MA with it. */
struct kma_data {
    struct data_bound bound;
    struct quantity mad, more; /* eq. D.1 with MA instead of MACS; MAD - MA */
};

static struct kma_data data_of(struct arena *a, const struct kma_loop *l)
{
    struct kma_data d = {.bound = data_bound_find(a, l->machine, l->facts)};
    d.mad = bound_with_data(l->ma.cpl, &d.bound);
    d.more = q_sub(d.mad, l->ma.cpl);
    return d;
}

/* ---- JSON and CSV ---- */

static void fill_cells(const struct kma_data *d, struct cell *cells)
{
    cells[0] = (struct cell){CELL_NUMBER, {.NUMBER = d->mad}};
    cells[1] = (struct cell){CELL_NUMBER, {.NUMBER = d->more}};
    cells[2] = (struct cell){CELL_NUMBER, {.NUMBER = d->bound.cycles}};
    cells[3] = (struct cell){CELL_TEXT, {.TEXT = d->bound.limit}};
    cells[4] = (struct cell){CELL_TEXT, {.TEXT = d->mad.missing}};
}

void kma_data_cells(struct arena *a, const struct kma_loop *l, struct cell *cells)
{
    struct kma_data d = data_of(a, l);
    fill_cells(&d, cells);
}

void kma_data_json(struct json *j, const struct kma_loop *l)
{
    struct arena a = {0};
    struct cell cells[KMA_DATA_COLUMNS];
    struct kma_data d = data_of(&a, l);
    fill_cells(&d, cells);
    json_cells(j, kma_data_keys, cells, KMA_DATA_COLUMNS);
    json_data_levels(j, &d.bound, "bytes_per_iteration");
    arena_free(&a);
}

/* ---- text ---- */

static const char *const headings[] = {"line", "routine", "do",     "MA",
                                       "data", "MAD",     "MAD-MA", "limit"};
static const char aligned[] = "rllrrrrl";

static const char *number_text(struct arena *a, struct quantity q)
{
    char buf[QUANTITY_TEXT];
    return arena_strdup(a, quantity_text(q, buf));
}

static void begin_table(struct table *t)
{
    t->align = aligned;
    for (size_t i = 0; i < COUNT_OF(headings); i++)
        table_cell(t, headings[i]);
}

void kma_data_row(struct table *t, const struct kma_loop *l)
{
    struct arena a = {0};
    struct kma_data d = data_of(&a, l);
    if (!t->n)
        begin_table(t);
    table_cell(t, arena_printf(&a, "%ld", l->facts->line));
    table_cell(t, l->facts->routine);
    table_cell(t, l->facts->index);
    table_cell(t, number_text(&a, l->ma.cpl));
    table_cell(t, number_text(&a, d.bound.cycles));
    table_cell(t, number_text(&a, d.mad));
    table_cell(t, number_text(&a, d.more));
    table_cell(t, is_known(d.mad) ? d.bound.limit : arena_printf(&a, "unknown: %s", d.mad.missing));
    arena_free(&a);
}

void kma_data_levels(FILE *out, const struct kma_loop *l)
{
    struct arena a = {0};
    struct kma_data d = data_of(&a, l);
    fprintf(out, "\ndata of %s from each level or farther, at least per iteration\n", l->facts->id);
    data_levels_print(out, &d.bound, "iterations");
    arena_free(&a);
}

void kma_data_text(FILE *out, struct table *t)
{
    if (!t->n)
        begin_table(t);
    fputs("\ndata bound, cycles per iteration: MAD = max(MA, data):\n", out);
    table_print(t, out);
}
