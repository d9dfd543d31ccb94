/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON and CSV of macs-gap. */
#include "commands/macs-gap/macs-gap.h"
#include "base/util.h"

#include "base/json.h"
#include "commands/cells.h"
#include "gaps/columns.h"
#include "gaps/hot/coverage.h"

#include <string.h>

/* ---- JSON ---- */

/* The values of a loop or of one thread: in CPL, or in every unit. */
enum number_choice { OF_LOOP, OF_THREAD, OF_THREAD_IN_UNITS };

static bool is_chosen(const struct gap_key *k, enum number_choice choice)
{
    return choice == OF_LOOP ||
           (k->column->of_threads && (choice == OF_THREAD_IN_UNITS || k->unit == GAP_CPL));
}

static bool is_same_group(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void put_loop_numbers(struct json *j, const struct gap_run *run, const struct gap_loop *l,
                             enum number_choice choice)
{
    const char *group = NULL;
    for (size_t i = 0; i < gap_n_keys; i++) {
        const struct gap_key *k = &gap_keys[i];
        if (!is_chosen(k, choice))
            continue;
        bool same = is_same_group(k->group, group);
        if (group && !same)
            json_end_object(j);
        if (k->group && !same)
            json_key_inline_object(j, k->group);
        group = k->group;
        json_key_quantity(j, k->column->key, gap_key_value(k, run, l));
    }
    if (group)
        json_end_object(j);
}

/* Prints the reason of each null value. */
static void put_missing_reasons(struct json *j, const struct gap_run *run, const struct gap_loop *l)
{
    struct arena a = {0};
    json_key_object(j, "missing");
    for (size_t i = 0; i < gap_n_keys; i++) {
        struct quantity q = gap_key_value(&gap_keys[i], run, l);
        if (!is_known(q))
            json_key_text(j, gap_key_name(&a, &gap_keys[i], "."), q.missing);
    }
    if (!l->data || !l->data->limit)
        json_key_text(j, "data_limit", gap_columns[GAP_MACSD].of(run, l).missing);
    struct quantity share = gap_columns[GAP_SHARE_OF_CPU].of(run, l);
    if (!is_known(share))
        json_key_text(j, "share_interval", share.missing);
    json_end_object(j);
    arena_free(&a);
}

/* Returns the first n of gap_keys, with the separator between group and key. */
static struct doubted *doubted_keys(struct arena *a, size_t n, const char *separator)
{
    struct doubted *of = ARENA_ARRAY(a, struct doubted, n);
    for (size_t i = 0; i < n; i++)
        of[i] = (struct doubted){gap_key_name(a, &gap_keys[i], separator),
                                 gap_column_doubts(gap_keys[i].column, gap_keys[i].unit)};
    return of;
}

static void put_doubts(struct json *j, const struct gap_loop *l)
{
    struct arena a = {0};
    json_key(j, "doubts");
    json_doubts(j, &l->notes, doubted_keys(&a, gap_n_keys, "."), gap_n_keys);
    arena_free(&a);
}

static void put_thread(struct json *j, const struct gap_run *run, const struct gap_loop *l,
                       const struct gap_thread *t, bool units)
{
    struct gap_loop row = gap_thread_row(l, t);
    json_inline_object(j);
    json_key_long(j, "thread", t->thread);
    put_loop_numbers(j, run, &row, units ? OF_THREAD_IN_UNITS : OF_THREAD);
    json_end_object(j);
}

static bool put_threads(struct json *j, const struct gaps *g, const struct gap_run *run,
                        const struct gap_loop *l, bool units)
{
    struct arena a = {0};
    struct gap_thread *t;
    size_t n;
    bool ok = gaps_threads(g, &a, run, l, &t, &n);
    json_key_array(j, "per_thread");
    for (size_t i = 0; ok && i < n; i++)
        put_thread(j, run, l, &t[i], units);
    json_end_array(j);
    arena_free(&a);
    return ok;
}

static void put_other_compiled(struct json *j, const struct gap_loop *l)
{
    json_key_array(j, "other_compiled");
    for (size_t i = 0; i < l->n_others; i++) {
        json_inline_members(j, "ttqt", "file", l->others[i].file, "label", l->others[i].label, "k",
                            l->others[i].k, "version", l->others[i].version);
    }
    json_end_array(j);
}

/* Prints the confidence interval of the share of CPU time. */
static void put_interval(struct json *j, const struct gap_hot_row *row)
{
    if (!row || !is_known(row->low)) {
        json_key(j, "share_interval");
        json_null(j);
        return;
    }
    json_key_inline_array(j, "share_interval");
    json_quantity(j, row->low);
    json_quantity(j, row->high);
    json_end_array(j);
}

static void put_hot_facts(struct json *j, const struct gap_hot_row *row)
{
    const struct hotspot *h = row->hot;
    json_key_text(j, "object", h->object);
    json_key_text(j, "function", h->function);
    json_key_text(j, "file", h->source);
    json_key_quantity(j, "line", h->line > 0 ? known((double)h->line) : missing(""));
    json_key_quantity(j, "end_line", h->end_line > 0 ? known((double)h->end_line) : missing(""));
    json_key_text(j, "language", h->language);
    json_key_quantity(j, "samples", known(h->samples));
    json_key_quantity(j, "cpu_seconds", known(h->seconds));
}

static void put_hot_bounds(struct json *j, const struct gap_hot_row *row)
{
    json_key_text(j, "bounds_per", row->why ? NULL : coverage_pass_name(row->pass));
    json_key_text(j, "mac_limit", row->mac_limit);
    json_key_text(j, "macs_limit", row->macs_limit);
    json_key_text(j, "why", row->why);
}

/* Prints the keys that only loops of a profile have. */
static struct quantity thread_passes(const struct gap_hot_row *row, double n)
{
    return row->hot->threads.n > 0 ? known(n) : missing("threads were not counted");
}

static void put_hot_loop(struct json *j, const struct gap_hot_row *row)
{
    put_hot_facts(j, row);
    json_key_quantity(j, "inclusive_seconds", known(row->hot->inclusive));
    json_key_quantity(j, "passes", row->hot->passes);
    json_key_quantity(j, "thread_passes_least", thread_passes(row, row->hot->threads.least));
    json_key_quantity(j, "thread_passes_most", thread_passes(row, row->hot->threads.greatest));
    json_key_quantity(j, "ns_per_pass", row->ns);
    json_key_quantity(j, "measured_low", row->measured_low);
    json_key_quantity(j, "measured_high", row->measured_high);
    json_key_text(j, "parent", row->parent);
    json_key_text(j, "source_loop", row->source);
    put_hot_bounds(j, row);
}

/* Returns the notes of a loop; of a profile also the reasons of unknown bounds. */
static struct notes notes_of(struct arena *a, const struct gap_loop *l)
{
    struct notes notes = {0};
    if (!l->hot)
        return l->notes;
    if (!l->hot->source)
        note(a, &notes, "no TNF, M, MA: %s", l->cpl.m.missing);
    if (l->hot->no_iterations)
        note(a, &notes, "no values per iteration: %s", l->hot->no_iterations);
    const char *no_measured = coverage_no_measured(a, l->hot);
    if (no_measured)
        note(a, &notes, "%s", no_measured);
    if (l->hot->why)
        note(a, &notes, "no MACS: %s", l->hot->why);
    else
        note(a, &notes, "%s", coverage_pass_note(l->hot->pass));
    for (size_t i = 0; i < l->notes.n; i++)
        note(a, &notes, "%s", l->notes.at[i]);
    return notes;
}

static bool put_loop(struct json *j, const struct gaps *g, const struct gap_run *run,
                     const struct gap_loop *l, bool units)
{
    json_object(j);
    json_key_text(j, "loop", l->loop);
    put_loop_numbers(j, run, l, OF_LOOP);
    if (l->outer) {
        json_key_inline_object(j, "own");
        json_key_quantity(j, "m", l->own.m);
        json_key_quantity(j, "ma", l->own.ma);
        json_key_quantity(j, "mac", l->own.mac);
        json_key_quantity(j, "macs", l->own.macs);
        json_end_object(j);
    }
    put_interval(j, l->hot);
    if (l->hot)
        put_hot_loop(j, l->hot);
    json_key_text(j, "k_how", l->k_how);
    json_key_text(j, "compiled", l->compiled);
    json_key_text(j, "joined", l->joined);
    json_key_text(j, "data_limit", l->data ? l->data->limit : NULL);
    json_data_levels(j, l->data ? l->data->bound : NULL, "bytes_per_pass");
    put_other_compiled(j, l);
    put_missing_reasons(j, run, l);
    put_doubts(j, l);
    bool ok = put_threads(j, g, run, l, units);
    ok = ok && gap_json_causes(j, g, run, l);
    struct arena a = {0};
    struct notes notes = notes_of(&a, l);
    json_key_notes(j, "notes", &notes);
    arena_free(&a);
    json_end_object(j);
    return ok;
}

/* ---- profiles ---- */

static void put_coverage_numbers(struct json *j, const struct gap_coverage *c)
{
    const struct hot_profile *p = c->profile;
    json_key_quantity(j, "cpu_seconds", known(p->cpu_seconds));
    json_key_quantity(j, "sampled", known(p->samples));
    json_key_quantity(j, "lost", known(p->lost));
    for (int k = 0; k < HOTSPOT_KINDS; k++)
        json_key_quantity(j, hotspot_kind_key((enum hotspot_kind)k), c->kinds[k]);
    json_key_quantity(j, "with_bounds", c->with_bounds);
    json_key_quantity(j, "covered", c->covered);
    json_key_quantity(j, "waiting", c->waiting);
}

static void put_repeats(struct json *j, const struct hot_profile *p)
{
    json_key_array(j, "repeats");
    for (size_t i = 0; i < p->n_repeats; i++) {
        const struct hot_repeat *r = &p->repeats[i];
        json_object(j);
        json_key_quantity(j, "wall_seconds", known(r->wall_seconds));
        json_key_quantity(j, "cpu_seconds", r->cpu_seconds);
        json_key_quantity(j, "sampled", known(r->samples));
        json_end_object(j);
    }
    json_end_array(j);
}

static void put_clock(struct json *j, const struct hot_profile *p)
{
    json_key_inline_object(j, "clock_hz");
    json_key_quantity(j, "low", p->clock[0]);
    json_key_quantity(j, "median", p->clock[1]);
    json_key_quantity(j, "high", p->clock[2]);
    json_key_text(j, "missing", p->clock[1].missing);
    json_end_object(j);
}

static void put_fault_memory(struct json *j, const struct hot_profile *p)
{
    json_key_array(j, "fault_memory");
    for (size_t i = 0; i < p->n_faults; i++) {
        const struct hot_fault *f = &p->faults[i];
        json_object(j);
        json_key_long(j, "process", f->process);
        json_key_quantity(j, "first", known((double)f->first));
        json_key_quantity(j, "bytes", known((double)f->bytes));
        json_key_quantity(j, "faults", known(f->n));
        json_end_object(j);
    }
    json_end_array(j);
}

/* Prints the coverage of a sampled run; otherwise null. */
static void put_coverage(struct json *j, const struct gap_coverage *c)
{
    if (!c) {
        json_key(j, "coverage");
        json_null(j);
        return;
    }
    const struct hot_profile *p = c->profile;
    json_key_object(j, "coverage");
    put_coverage_numbers(j, c);
    json_key_text(j, "missing", c->covered.missing);
    json_key_text(j, "command", p->command);
    json_key_text(j, "sampler", p->sampler);
    json_key_long(j, "status", p->status);
    json_key_quantity(j, "wall_seconds", known(p->wall_seconds));
    json_key_quantity(j, "sampled_seconds", known(p->sampled_seconds));
    json_key_quantity(j, "rate", known(p->rate));
    json_key_bool(j, "kernel_sampled", p->kernel);
    json_key_long(j, "processes_left", p->left);
    json_key_quantity(j, "minor_faults", p->minor_faults);
    json_key_quantity(j, "major_faults", p->major_faults);
    put_fault_memory(j, p);
    put_clock(j, p);
    put_repeats(j, p);
    json_end_object(j);
}

static bool is_hot_loop(const struct gap_hot_row *row)
{
    return row->hot->kind == HOTSPOT_LOOP;
}

static bool put_hot_loops(struct json *j, const struct gaps *g, const struct gap_run *run,
                          bool units)
{
    bool ok = true;
    for (size_t i = 0; ok && run->coverage && i < run->coverage->n; i++)
        if (is_hot_loop(&run->coverage->rows[i]))
            ok = put_loop(j, g, run, &run->coverage->rows[i].loop, units);
    return ok;
}

static void put_rest_row(struct json *j, const struct gap_hot_row *row)
{
    json_object(j);
    json_key_text(j, "kind", hotspot_kind_name(row->hot->kind));
    json_key_text(j, "name", row->hot->name);
    json_key_quantity(j, "share_of_cpu", row->share);
    put_interval(j, row);
    json_key_bool(j, "waiting", row->hot->waiting);
    put_hot_facts(j, row);
    json_key_text(j, "caller", row->hot->caller);
    json_key_quantity(j, "mac", row->mac);
    json_key_quantity(j, "macs", row->macs);
    put_hot_bounds(j, row);
    json_end_object(j);
}

/* Prints the rows of a profile that are not loops. */
static void put_rest(struct json *j, const struct gap_coverage *c)
{
    json_key_array(j, "rest");
    for (size_t i = 0; c && i < c->n; i++)
        if (!is_hot_loop(&c->rows[i]))
            put_rest_row(j, &c->rows[i]);
    json_end_array(j);
}

static bool put_run(struct json *j, const struct gaps *g, const struct gap_run *run, bool units)
{
    bool ok = true;
    json_object(j);
    json_key_text(j, "run", run->run);
    json_key_text(j, "build", run->build);
    json_key_text(j, "machine", run->machine);
    if (run->set.n)
        json_key_notes(j, "set", &run->set);
    json_key_text(j, "compiler", run->compiler);
    json_key_text(j, "flags", run->flags);
    json_key_text(j, "date", run->date);
    json_key_quantity(j, "processors",
                      run->run ? known((double)run->processors) : missing("not measured"));
    put_coverage(j, run->coverage);
    json_key_array(j, "loops");
    for (size_t i = 0; ok && i < run->n; i++)
        ok = put_loop(j, g, run, &run->loops[i], units);
    ok = ok && put_hot_loops(j, g, run, units);
    json_end_array(j);
    put_rest(j, run->coverage);
    json_key_inline_object(j, "runtime_bound");
    json_key_quantity(j, "balanced", run->balanced);
    json_key_quantity(j, "actual", run->actual);
    json_key_text(j, "missing",
                  is_known(run->balanced) ? run->actual.missing : run->balanced.missing);
    json_end_object(j);
    gap_regions_json(j, run);
    gap_states_json(j, run);
    json_key_quantity(j, "cycles", run->cycles);
    gap_json_problems(j, &run->problems);
    json_key_notes(j, "notes", &run->notes);
    json_end_object(j);
    return ok;
}

bool gap_json(FILE *out, const struct gaps *g, const struct gap_series *s,
              const struct gap_view *view)
{
    const struct gap_table *t = gaps_table(g);
    struct json j = {.out = out};
    bool ok = true;
    json_object(&j);
    json_key_text(&j, "tool", "macs-gap");
    json_key_array(&j, "runs");
    for (size_t i = 0; ok && i < t->n; i++)
        ok = put_run(&j, g, &t->at[i], view->threads);
    json_end_array(&j);
    gap_series_json(&j, s);
    json_end_object(&j);
    json_close(&j);
    return ok;
}

/* ---- CSV ---- */

/* Columns of rows, before and after those of gap_columns. The latter are the keys in CPL, which
 * come first in gap_keys; rungs and gaps are in the selected unit. */
static const char *const columns_before[] = {"run", "build", "machine", "processors", "loop"};
static const char *const columns_after[] = {"compiler",  "flags",      "date",  "unit",
                                            "share_low", "share_high", "kind",  "language",
                                            "parent",    "data_limit", "doubts"};

static void csv_doubts_of(struct field *f, const void *notes)
{
    struct arena a = {0};
    csv_doubts(f, notes, doubted_keys(&a, GAP_COLUMNS, "_"), GAP_COLUMNS);
    arena_free(&a);
}

/* Returns the unit of bounds in a row. Rows of a profile have cycles only. */
static const char *csv_unit(const struct gap_loop *l, enum gap_unit unit)
{
    if (!l->hot || unit != GAP_CPL)
        return gap_unit_names[unit];
    if (l->hot->pass == PASS_OF_ITERATION)
        return gap_unit_names[GAP_CPL];
    return coverage_pass_name(l->hot->why ? PASS_OF_LOOP : l->hot->pass);
}

static void put_loop_row(FILE *out, const struct gap_run *run, const struct gap_loop *l,
                         enum gap_unit unit)
{
    struct cell cells[COUNT_OF(columns_before) + GAP_COLUMNS + COUNT_OF(columns_after)] = {
        {CELL_TEXT, {.TEXT = run->run}},
        {CELL_TEXT, {.TEXT = run->build}},
        {CELL_TEXT, {.TEXT = run->machine}},
        {CELL_NUMBER,
         {.NUMBER = run->run ? known((double)run->processors) : missing("not measured")}},
        {CELL_TEXT, {.TEXT = l->loop}},
    };
    const struct cell after[COUNT_OF(columns_after)] = {
        {CELL_TEXT, {.TEXT = run->compiler}},
        {CELL_TEXT, {.TEXT = run->flags}},
        {CELL_TEXT, {.TEXT = run->date}},
        {CELL_TEXT, {.TEXT = csv_unit(l, unit)}},
        {CELL_NUMBER, {.NUMBER = l->hot ? l->hot->low : missing("")}},
        {CELL_NUMBER, {.NUMBER = l->hot ? l->hot->high : missing("")}},
        {CELL_TEXT, {.TEXT = l->hot ? hotspot_kind_name(l->hot->hot->kind) : "loop"}},
        {CELL_TEXT, {.TEXT = l->hot ? l->hot->hot->language : NULL}},
        {CELL_TEXT, {.TEXT = l->hot ? l->hot->parent : NULL}},
        {CELL_TEXT, {.TEXT = l->data ? l->data->limit : NULL}},
        {CELL_NESTED, {.NESTED = {&l->notes, NULL, csv_doubts_of}}},
    };
    size_t n = COUNT_OF(columns_before);
    for (size_t i = 0; i < GAP_COLUMNS; i++)
        cells[n++] =
            (struct cell){CELL_NUMBER, {.NUMBER = gap_column_value(&gap_columns[i], run, l, unit)}};
    for (size_t i = 0; i < COUNT_OF(after); i++)
        cells[n++] = after[i];
    csv_cells(out, cells, (int)n);
}

static void put_csv_header(FILE *out)
{
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(columns_before); i++)
        fprintf(out, "%s%s", i ? "," : "", columns_before[i]);
    for (size_t i = 0; i < GAP_COLUMNS; i++)
        fprintf(out, ",%s", gap_key_name(&a, &gap_keys[i], "_"));
    for (size_t i = 0; i < COUNT_OF(columns_after); i++)
        fprintf(out, ",%s", columns_after[i]);
    putc('\n', out);
    arena_free(&a);
}

void gap_csv(FILE *out, const struct gap_table *t, enum gap_unit unit)
{
    put_csv_header(out);
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *run = &t->at[i];
        for (size_t l = 0; l < run->n; l++)
            put_loop_row(out, run, &run->loops[l], unit);
        for (size_t l = 0; run->coverage && l < run->coverage->n; l++)
            put_loop_row(out, run, &run->coverage->rows[l].loop, unit);
    }
}
