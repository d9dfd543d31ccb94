/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scaling and repeated runs as JSON and CSV. */
#include "commands/macs-gap/macs-gap.h"

#include "base/json.h"
#include "commands/cells.h"

/* ---- points ---- */

#define POINT(name)                                                                                \
    static struct quantity name##_of(const struct gap_point *p)                                    \
    {                                                                                              \
        return p->name;                                                                            \
    }
POINT(time)
POINT(muf)
POINT(speedup)
POINT(efficiency)
POINT(serial)
const struct gap_point_column gap_point_columns[] = {
    [POINT_TIME] = {"time", "time of the slowest thread in cycles; the median of repeated runs",
                    time_of},
    [POINT_MUF] = {"muf", "MUF, averaged over threads", muf_of},
    [POINT_SPEEDUP] = {"speedup", "speed-up S relative to 1 processor", speedup_of},
    [POINT_EFFICIENCY] = {"efficiency", "efficiency S/p", efficiency_of},
    [POINT_SERIAL] = {"serial_fraction",
                      "experimentally determined serial fraction (1/S - 1/p) / (1 - 1/p)",
                      serial_of},
};
enum { OWN_COLUMNS = 5 };

static void put_point(struct json *j, const struct gap_point *p)
{
    json_inline_object(j);
    json_key_long(j, "processors", p->processors);
    json_key_long(j, "runs", (long)p->runs);
    for (int i = 0; i < POINT_COLUMNS; i++)
        json_key_quantity(j, gap_point_columns[i].key, gap_point_columns[i].of(p));
    json_key_inline_object(j, "missing");
    for (int i = 0; i < POINT_COLUMNS; i++)
        if (!is_known(gap_point_columns[i].of(p)))
            json_key_text(j, gap_point_columns[i].key, gap_point_columns[i].of(p).missing);
    json_end_object(j);
    json_end_object(j);
}

/* ---- fits and choice ---- */

static void put_fit_parameters(struct json *j, const struct gap_fit *f)
{
    json_key_inline_array(j, "parameters");
    for (size_t i = 0; i < gap_laws[f->law].n; i++) {
        json_inline_object(j);
        json_key_text(j, "name", gap_laws[f->law].names[i]);
        json_key_quantity(j, "value", f->value[i]);
        json_key_quantity(j, "low", f->low[i]);
        json_key_quantity(j, "high", f->high[i]);
        json_end_object(j);
    }
    json_end_array(j);
}

static void put_fit(struct json *j, const struct gap_fit *f, size_t n)
{
    json_object(j);
    json_key_text(j, "law", gap_laws[f->law].key);
    json_key_text(j, "formula", gap_laws[f->law].formula);
    json_key_text(j, "refused", f->refused);
    json_key_long(j, "points", (long)f->n);
    put_fit_parameters(j, f);
    json_key_quantity(j, "rms", f->rms);
    json_key_inline_array(j, "residuals");
    for (size_t i = 0; i < n; i++)
        json_quantity(j, f->residual[i]);
    json_end_array(j);
    json_end_object(j);
}

/* Prints a prediction; without a law (-1), the reason is that of the fits. */
static void put_prediction(struct json *j, const struct gap_scaling_row *row, const char *key,
                           struct quantity processors)
{
    struct quantity speedup = processors;
    if (is_known(processors))
        speedup = gap_fit_speedup(&row->fits[row->choice.law], processors.value);
    json_key_inline_object(j, key);
    json_key_quantity(j, "processors", processors);
    json_key_quantity(j, "speedup", speedup);
    json_key_text(j, "missing", processors.missing);
    json_end_object(j);
}

static void put_measured_processors(struct json *j, const char *key, struct quantity processors)
{
    json_key_inline_object(j, key);
    json_key_quantity(j, "processors", processors);
    json_key_text(j, "missing", processors.missing);
    json_end_object(j);
}

static void put_choice(struct json *j, const struct gap_scaling_row *row)
{
    const struct gap_choice *c = &row->choice;
    json_key_object(j, "choice");
    put_measured_processors(j, "muf", c->muf);
    put_measured_processors(j, "speedup", c->speedup);
    put_measured_processors(j, "trade_off", c->trade_off);
    json_key_text(j, "law", c->law < 0 ? NULL : gap_laws[c->law].key);
    put_prediction(j, row, "predicted_speedup", c->predicted_speedup);
    put_prediction(j, row, "predicted_trade_off", c->predicted_trade_off);
    json_end_object(j);
}

static void put_saturation(struct json *j, const struct gap_saturation *s)
{
    struct quantity none = missing("");
    json_key_inline_object(j, "saturation");
    json_key_quantity(j, "cores", s->cores);
    json_key_text(j, "level", s->level);
    json_key_quantity(j, "bytes_per_iteration", s->level ? known(s->bytes) : none);
    json_key_quantity(j, "bytes_per_cycle", s->level ? known(s->rate) : none);
    json_key_quantity(j, "rate_cores", s->level ? known((double)s->rate_cores) : none);
    json_key_bool(j, "lower_limit", s->level && s->grows);
    json_key_text(j, "missing", s->cores.missing);
    json_end_object(j);
}

static void put_scaling_row(struct json *j, const struct gap_scaling_row *row)
{
    json_object(j);
    json_key_text(j, "loop", row->loop);
    json_key_array(j, "points");
    for (size_t i = 0; i < row->n; i++)
        put_point(j, &row->points[i]);
    json_end_array(j);
    json_key_array(j, "fits");
    for (int i = 0; i < GAP_LAWS; i++)
        put_fit(j, &row->fits[i], row->n);
    json_end_array(j);
    put_choice(j, row);
    put_saturation(j, &row->saturation);
    json_key_notes(j, "notes", &row->notes);
    json_end_object(j);
}

static void put_scaling(struct json *j, const struct gap_scaling *s)
{
    json_object(j);
    json_members(j, "ttq", "build", s->build, "machine", s->machine, "efficiency",
                 known(s->efficiency));
    json_key_inline_array(j, "processors");
    for (size_t i = 0; i < s->n_processors; i++)
        json_long(j, s->processors[i]);
    json_end_array(j);
    json_key(j, "program");
    put_scaling_row(j, &s->program);
    json_key_array(j, "loops");
    for (size_t i = 0; i < s->n; i++)
        put_scaling_row(j, &s->loops[i]);
    json_end_array(j);
    json_end_object(j);
}

/* ---- repeated runs ---- */

static void put_median(struct json *j, const char *key, const struct gap_repeated *r)
{
    json_key_inline_object(j, key);
    json_key_long(j, "runs", (long)r->runs);
    json_key_quantity(j, "median", r->median);
    json_key_quantity(j, "least", r->least);
    json_key_quantity(j, "greatest", r->greatest);
    json_key_quantity(j, "spread", r->spread);
    json_key_quantity(j, "low", r->low);
    json_key_quantity(j, "high", r->high);
    json_key(j, "crosses_zero");
    if (is_known(r->low))
        json_bool(j, r->crosses_zero);
    else
        json_null(j);
    json_key_text(j, "missing",
                  r->median.missing ? r->median.missing
                  : r->low.missing  ? r->low.missing
                                    : r->spread.missing);
    json_end_object(j);
}

static void put_repeats_row(struct json *j, const struct gap_repeats_row *row)
{
    json_object(j);
    json_key_text(j, "loop", row->loop);
    for (int i = 0; i < REPEAT_NUMBERS; i++)
        put_median(j, gap_repeats_keys[i], &row->of[i]);
    json_key_notes(j, "notes", &row->notes);
    json_end_object(j);
}

static void put_repeats(struct json *j, const struct gap_repeats *r)
{
    json_object(j);
    json_members(j, "tti", "build", r->build, "machine", r->machine, "processors", r->processors);
    json_key_array(j, "runs");
    for (size_t i = 0; i < r->n_runs; i++)
        json_text(j, r->runs[i]);
    json_end_array(j);
    json_key_long(j, "resamples", BOOTSTRAP_RESAMPLES);
    json_key(j, "program");
    put_repeats_row(j, &r->program);
    json_key_array(j, "loops");
    for (size_t i = 0; i < r->n; i++)
        put_repeats_row(j, &r->loops[i]);
    json_end_array(j);
    json_key_notes(j, "notes", &r->notes);
    json_end_object(j);
}

void gap_series_json(struct json *j, const struct gap_series *s)
{
    json_key_array(j, "scaling");
    for (size_t i = 0; i < s->n_scaling; i++)
        put_scaling(j, &s->scaling[i]);
    json_end_array(j);
    json_key_array(j, "repeats");
    for (size_t i = 0; i < s->n_repeats; i++)
        put_repeats(j, &s->repeats[i]);
    json_end_array(j);
}

/* ---- CSV ---- */

static void put_scaling_rows(FILE *out, const struct gap_scaling *s,
                             const struct gap_scaling_row *row)
{
    for (size_t i = 0; i < row->n; i++) {
        const struct gap_point *p = &row->points[i];
        struct cell cells[OWN_COLUMNS + POINT_COLUMNS] = {
            {CELL_TEXT, {.TEXT = s->build}},      {CELL_TEXT, {.TEXT = s->machine}},
            {CELL_TEXT, {.TEXT = row->loop}},     {CELL_LONG, {.LONG = p->processors}},
            {CELL_LONG, {.LONG = (long)p->runs}},
        };
        for (int c = 0; c < POINT_COLUMNS; c++)
            cells[OWN_COLUMNS + c] =
                (struct cell){CELL_NUMBER, {.NUMBER = gap_point_columns[c].of(p)}};
        csv_cells(out, cells, OWN_COLUMNS + POINT_COLUMNS);
    }
}

void gap_scaling_csv(FILE *out, const struct gap_series *s)
{
    fputs("build,machine,loop,processors,runs", out);
    for (int i = 0; i < POINT_COLUMNS; i++)
        fprintf(out, ",%s", gap_point_columns[i].key);
    putc('\n', out);
    for (size_t i = 0; i < s->n_scaling; i++) {
        const struct gap_scaling *of = &s->scaling[i];
        for (size_t l = 0; l < of->n; l++)
            put_scaling_rows(out, of, &of->loops[l]);
        put_scaling_rows(out, of, &of->program);
    }
}
