/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/data.h"
#include "base/util.h"
#include "bounds/data.h"
#include "bounds/estimate.h"

const char *const kma_data_keys[KMA_DATA_COLUMNS] = {
    "mad",          "mad_minus_ma",    "data_cycles",      "data_limit",
    "data_missing", "transfer_cycles", "transfer_overlap", "transfer_overlap_loads",
    "transfer_own", "crossing_cycles", "estimate",         "estimate_missing"};

/* A loop's data bound and estimate, and its MA with them. */
struct kma_data {
    struct data_bound bound;
    struct quantity mad, more; /* eq. D.1 with MA instead of MACS; MAD - MA */
    struct data_estimate estimate;
    struct quantity expected; /* eq. D.5, with MA instead of MACS */
};

static struct kma_data data_of(struct arena *a, const struct kma_loop *l)
{
    struct kma_data d = {.bound = data_bound_find(a, l->machine, l->facts),
                         .estimate =
                             data_estimate_find(l->machine, l->facts, l->machine->vector_bytes)};
    d.mad = bound_with_data(l->ma.cpl, &d.bound);
    d.more = q_sub(d.mad, l->ma.cpl);
    d.expected = estimate_with_work(l->ma.cpl, l->ma.tm, &d.estimate);
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
    cells[5] = (struct cell){CELL_NUMBER, {.NUMBER = d->estimate.transfer}};
    cells[6] = (struct cell){CELL_NUMBER, {.NUMBER = d->estimate.overlap}};
    cells[7] = (struct cell){CELL_NUMBER, {.NUMBER = d->estimate.overlap_loads}};
    cells[8] = (struct cell){
        CELL_NUMBER,
        {.NUMBER = is_known(d->estimate.transfer) ? known(d->estimate.own) : d->estimate.transfer}};
    cells[9] =
        (struct cell){CELL_NUMBER,
                      {.NUMBER = is_known(d->estimate.transfer) ? known(d->estimate.crossing_cycles)
                                                                : d->estimate.transfer}};
    cells[10] = (struct cell){CELL_NUMBER, {.NUMBER = d->expected}};
    cells[11] = (struct cell){CELL_TEXT, {.TEXT = d->expected.missing}};
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

static const char *const headings[] = {"line", "routine", "do",       "MA",   "data",
                                       "MAD",  "MAD-MA",  "estimate", "limit"};
static const char aligned[] = "rllrrrrrl";

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
    table_cell(t, number_text(&a, d.expected));
    table_cell(t, is_known(d.mad) ? d.bound.limit : arena_printf(&a, "unknown: %s", d.mad.missing));
    arena_free(&a);
}

static void print_estimate_level(FILE *out, const struct estimate_level *l)
{
    static const char *const uses[DATA_USES] = {"loaded", "stored", "updated"};
    char number[QUANTITY_TEXT];
    const char *comma = "";
    fprintf(out, "  %s, beyond %.0f bytes:", l->name, l->holds);
    for (int use = 0; use < DATA_USES; use++)
        if (l->bytes[use] > 0) {
            fprintf(out, "%s %s bytes %s", comma, quantity_text(known(l->bytes[use]), number),
                    uses[use]);
            comma = ",";
        }
    if (is_known(l->cycles))
        fprintf(out, "%s %s cycles\n", *comma ? ":" : "", quantity_text(l->cycles, number));
    else
        fprintf(out, ": %s\n", l->cycles.missing);
}

static void print_estimate(FILE *out, const struct kma_data *d)
{
    char number[QUANTITY_TEXT];
    const struct data_estimate *e = &d->estimate;
    if (!is_known(d->expected)) {
        fprintf(out, "estimate unknown: %s\n", d->expected.missing);
        return;
    }
    fputs("estimate, data from each level per iteration\n", out);
    for (int i = 0; i < e->n; i++)
        print_estimate_level(out, &e->at[i]);
    fprintf(out, "  loads and stores that cross lines: %s cycles\n",
            quantity_text(known(e->crossing_cycles), number));
    fprintf(out, "  misses of the TLBs: %s cycles\n", quantity_text(e->translation, number));
    fprintf(out, "  transfer %s cycles, ", quantity_text(e->transfer, number));
    fprintf(out, "overlap %s, ", quantity_text(e->overlap, number));
    fprintf(out, "with loads and stores %s: ", quantity_text(e->overlap_loads, number));
    fprintf(out, "estimate %s\n", quantity_text(d->expected, number));
}

void kma_data_levels(FILE *out, const struct kma_loop *l)
{
    struct arena a = {0};
    struct kma_data d = data_of(&a, l);
    fprintf(out, "\ndata of %s from each level or farther, at least per iteration\n", l->facts->id);
    data_levels_print(out, &d.bound, "iterations");
    print_estimate(out, &d);
    arena_free(&a);
}

void kma_data_text(FILE *out, struct table *t)
{
    if (!t->n)
        begin_table(t);
    fputs("\ndata bound, cycles per iteration: MAD = max(MA, data); the estimate is no bound:\n",
          out);
    table_print(t, out);
}
