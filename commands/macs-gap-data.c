/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON and CSV of macs-gap. */
#include "commands/macs-gap.h"
#include "base/util.h"

#include "base/json.h"
#include "commands/cells.h"
#include "gaps/numbers.h"

#include <string.h>

/* ---- JSON ---- */

/* Numbers of a loop, or of a thread of it: in CPL, or in every unit. */
enum number_choice { OF_LOOP, OF_THREAD, OF_THREAD_IN_UNITS };

static bool is_chosen(const struct gap_number *n, enum number_choice choice)
{
    return choice == OF_LOOP ||
           (n->of_threads && (choice == OF_THREAD_IN_UNITS || n->unit == GAP_CPL));
}

static void put_numbers(struct json *j, const struct gap_loop *l, enum number_choice choice)
{
    const char *group = NULL;
    for (size_t i = 0; i < gap_n_numbers; i++) {
        const struct gap_number *n = &gap_numbers[i];
        if (!is_chosen(n, choice))
            continue;
        if (group && n->group != group)
            json_end_object(j);
        if (n->group && n->group != group) {
            json_key_inline_object(j, n->group);
        }
        group = n->group;
        json_key_quantity(j, n->key, gap_number(n, l));
    }
    if (group)
        json_end_object(j);
}

/* Why each number that is null could not be had. */
static void put_missing(struct json *j, const struct gap_loop *l)
{
    json_key_object(j, "missing");
    for (size_t i = 0; i < gap_n_numbers; i++) {
        const struct gap_number *n = &gap_numbers[i];
        struct quantity q = gap_number(n, l);
        char key[64];
        snprintf(key, sizeof key, "%s%s%s", n->group ? n->group : "", n->group ? "." : "", n->key);
        if (is_known(q))
            continue;
        json_key_text(j, key, q.missing);
    }
    json_end_object(j);
}

static struct doubted doubted_of(struct arena *a, const struct gap_number *n, const char *between)
{
    return (struct doubted){
        n->group ? arena_printf(a, "%s%s%s", n->group, between, n->key) : n->key, gap_doubts(n)};
}

/* In the order of JSON. */
static struct doubted *all_doubted(struct arena *a, const char *between)
{
    struct doubted *of = ARENA_ARRAY(a, struct doubted, gap_n_numbers);
    for (size_t i = 0; i < gap_n_numbers; i++)
        of[i] = doubted_of(a, &gap_numbers[i], between);
    return of;
}

static void put_doubts(struct json *j, const struct gap_loop *l)
{
    struct arena a = {0};
    json_key(j, "doubts");
    json_doubts(j, &l->notes, all_doubted(&a, "."), gap_n_numbers);
    arena_free(&a);
}

static void put_thread(struct json *j, const struct gap_loop *l, const struct gap_thread *t,
                       bool units)
{
    struct gap_loop row = gap_thread_row(l, t);
    json_inline_object(j);
    json_key_long(j, "thread", t->thread);
    put_numbers(j, &row, units ? OF_THREAD_IN_UNITS : OF_THREAD);
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
        put_thread(j, l, &t[i], units);
    json_end_array(j);
    arena_free(&a);
    return ok;
}

static void put_others(struct json *j, const struct gap_loop *l)
{
    json_key_array(j, "other_compiled");
    for (size_t i = 0; i < l->n_others; i++) {
        json_inline_object(j);
        json_key_text(j, "file", l->others[i].file);
        json_key_text(j, "label", l->others[i].label);
        json_key_quantity(j, "k", l->others[i].k);
        json_key_text(j, "version", l->others[i].version);
        json_end_object(j);
    }
    json_end_array(j);
}

static bool put_loop(struct json *j, const struct gaps *g, const struct gap_run *run,
                     const struct gap_loop *l, bool units)
{
    json_object(j);
    json_key_text(j, "loop", l->loop);
    put_numbers(j, l, OF_LOOP);
    if (l->outer) {
        json_key_inline_object(j, "own");
        json_key_quantity(j, "m", l->own.m);
        json_key_quantity(j, "ma", l->own.ma);
        json_key_quantity(j, "mac", l->own.mac);
        json_key_quantity(j, "macs", l->own.macs);
        json_end_object(j);
    }
    json_key_text(j, "k_how", l->k_how);
    json_key_text(j, "compiled", l->compiled);
    json_key_text(j, "joined", l->joined);
    put_others(j, l);
    put_missing(j, l);
    put_doubts(j, l);
    bool ok = put_threads(j, g, run, l, units);
    ok = ok && gap_json_causes(j, g, run, l);
    json_key_notes(j, "notes", &l->notes);
    json_end_object(j);
    return ok;
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
    json_key_array(j, "loops");
    for (size_t i = 0; ok && i < run->n; i++)
        ok = put_loop(j, g, run, &run->loops[i], units);
    json_end_array(j);
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

/* Rungs and gaps stand there once, in the unit that is asked for. */
static bool in_csv(const struct gap_number *n)
{
    return n->unit == GAP_CPL;
}

static void csv_doubts_of(struct field *f, const void *notes)
{
    struct arena a = {0};
    struct doubted *of = ARENA_ARRAY(&a, struct doubted, gap_n_numbers);
    size_t n = 0;
    for (size_t i = 0; i < gap_n_numbers; i++)
        if (in_csv(&gap_numbers[i]))
            of[n++] = doubted_of(&a, &gap_numbers[i], "_");
    csv_doubts(f, notes, of, n);
    arena_free(&a);
}

static void put_row(FILE *out, const struct gap_run *run, const struct gap_loop *l,
                    enum gap_unit unit)
{
    enum { OWN_BEFORE = 5, OWN_BEHIND = 5 };
    struct quantity processors =
        run->run ? known((double)run->processors) : missing("not measured");
    struct arena a = {0};
    struct cell *cells = ARENA_ARRAY(&a, struct cell, OWN_BEFORE + gap_n_numbers + OWN_BEHIND);
    const char *texts[] = {run->run, run->build, run->machine, NULL, l->loop};
    const char *behind[] = {run->compiler, run->flags, run->date, gap_unit_names[unit]};
    int n = 0;
    for (int i = 0; i < OWN_BEFORE; i++)
        cells[n++] = (struct cell){CELL_TEXT, {.TEXT = texts[i]}};
    cells[3] = (struct cell){CELL_NUMBER, {.NUMBER = processors}};
    for (size_t i = 0; i < gap_n_numbers; i++)
        if (in_csv(&gap_numbers[i]))
            cells[n++] =
                (struct cell){CELL_NUMBER, {.NUMBER = gap_number_in(&gap_numbers[i], l, unit)}};
    for (size_t i = 0; i < COUNT_OF(behind); i++)
        cells[n++] = (struct cell){CELL_TEXT, {.TEXT = behind[i]}};
    cells[n++] = (struct cell){CELL_NESTED, {.NESTED = {&l->notes, NULL, csv_doubts_of}}};
    csv_cells(out, cells, n);
    arena_free(&a);
}

void gap_csv(FILE *out, const struct gap_table *t, enum gap_unit unit)
{
    fputs("run,build,machine,processors,loop", out);
    for (size_t i = 0; i < gap_n_numbers; i++) {
        const struct gap_number *n = &gap_numbers[i];
        if (in_csv(n))
            fprintf(out, ",%s%s%s", n->group ? n->group : "", n->group ? "_" : "", n->key);
    }
    fputs(",compiler,flags,date,unit,doubts\n", out);
    for (size_t i = 0; i < t->n; i++)
        for (size_t l = 0; l < t->at[i].n; l++)
            put_row(out, &t->at[i], &t->at[i].loops[l], unit);
}
