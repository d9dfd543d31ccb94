/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON and CSV of macs-gap. */
#include "commands/macs-gap.h"

#include "base/json.h"
#include "commands/cells.h"

#include <string.h>

/* ---- the numbers of a loop ---- */

static struct quantity threads(const struct gap_loop *l)
{
    return l->measured ? known((double)l->threads) : missing(l->iterations.missing);
}

#define COLUMN(name, field)                                                                        \
    static struct quantity name(const struct gap_loop *l)                                          \
    {                                                                                              \
        return l->field;                                                                           \
    }
COLUMN(iterations, iterations)
COLUMN(tnf, tnf)
COLUMN(m, cpl.m)
COLUMN(ma, cpl.ma)
COLUMN(mac, cpl.mac)
COLUMN(macs, cpl.macs)
COLUMN(measured, cpl.measured)
COLUMN(gap_a, gap.a)
COLUMN(gap_c, gap.c)
COLUMN(gap_s, gap.s)
COLUMN(gap_p, gap.p)
COLUMN(share_m, share.m)
COLUMN(share_a, share.a)
COLUMN(share_c, share.c)
COLUMN(share_s, share.s)
COLUMN(share_p, share.p)
COLUMN(muf, muf)
COLUMN(speedup, speedup)
COLUMN(k, k)
COLUMN(cycles, cycles)
COLUMN(slowest, time)
COLUMN(balanced, balanced)
COLUMN(actual, actual)
COLUMN(instances, instances)
COLUMN(lost, lost)
COLUMN(waiting, division.waiting)
COLUMN(memory, division.memory)
COLUMN(unexplained, division.rest)

const struct gap_column gap_columns[] = {
    {"threads", NULL, threads},
    {"iterations", NULL, iterations},
    {"tnf", NULL, tnf},
    {"m", NULL, m},
    {"ma", NULL, ma},
    {"mac", NULL, mac},
    {"macs", NULL, macs},
    {"measured", NULL, measured},
    {"gap_a", NULL, gap_a},
    {"gap_c", NULL, gap_c},
    {"gap_s", NULL, gap_s},
    {"gap_p", NULL, gap_p},
    {"m", "share", share_m},
    {"a", "share", share_a},
    {"c", "share", share_c},
    {"s", "share", share_s},
    {"p", "share", share_p},
    {"muf", NULL, muf},
    {"speedup", NULL, speedup},
    {"k", NULL, k},
    {"cycles", NULL, cycles},
    {"time", NULL, slowest},
    {"balanced", "runtime_bound", balanced},
    {"actual", "runtime_bound", actual},
    {"instances", NULL, instances},
    {"lost", NULL, lost},
    {"waiting", "gap_p_parts", waiting},
    {"memory", "gap_p_parts", memory},
    {"unexplained", "gap_p_parts", unexplained},
};
const size_t gap_n_columns = sizeof gap_columns / sizeof *gap_columns;

/* ---- JSON ---- */

static void put_list(struct json *j, const char *key, const struct notes *notes)
{
    json_key(j, key);
    json_array(j);
    for (size_t i = 0; i < notes->n; i++)
        json_text(j, notes->at[i]);
    json_end_array(j);
}

static void put_number(struct json *j, const char *key, struct quantity q)
{
    json_key(j, key);
    json_quantity(j, q);
}

static void put_numbers(struct json *j, const struct gap_loop *l)
{
    const char *group = NULL;
    for (size_t i = 0; i < gap_n_columns; i++) {
        const struct gap_column *c = &gap_columns[i];
        if (group && c->group != group)
            json_end_object(j);
        if (c->group && c->group != group) {
            json_key(j, c->group);
            json_inline_object(j);
        }
        group = c->group;
        put_number(j, c->key, c->of(l));
    }
    if (group)
        json_end_object(j);
}

/* Why each number that is null could not be had. */
static void put_missing(struct json *j, const struct gap_loop *l)
{
    json_key(j, "missing");
    json_object(j);
    for (size_t i = 0; i < gap_n_columns; i++) {
        const struct gap_column *c = &gap_columns[i];
        struct quantity q = c->of(l);
        char key[64];
        snprintf(key, sizeof key, "%s%s%s", c->group ? c->group : "", c->group ? "." : "", c->key);
        if (is_known(q))
            continue;
        json_key(j, key);
        json_text(j, q.missing);
    }
    json_end_object(j);
}

static void put_thread(struct json *j, const struct gap_thread *t)
{
    json_inline_object(j);
    json_key(j, "thread");
    json_long(j, t->thread);
    put_number(j, "iterations", known(t->iterations));
    put_number(j, "ma", t->cpl.ma);
    put_number(j, "mac", t->cpl.mac);
    put_number(j, "macs", t->cpl.macs);
    put_number(j, "measured", t->cpl.measured);
    put_number(j, "muf", t->muf);
    put_number(j, "cycles", known(t->cycles));
    put_number(j, "instances", t->instances);
    put_number(j, "lost", t->lost);
    json_end_object(j);
}

static bool put_threads(struct json *j, const struct gaps *g, const struct gap_run *run,
                        const struct gap_loop *l)
{
    struct arena a = {0};
    struct gap_thread *t;
    size_t n;
    bool ok = gaps_threads(g, &a, run, l, &t, &n);
    json_key(j, "per_thread");
    json_array(j);
    for (size_t i = 0; ok && i < n; i++)
        put_thread(j, &t[i]);
    json_end_array(j);
    arena_free(&a);
    return ok;
}

static void put_text(struct json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_text(j, text);
}

static void put_others(struct json *j, const struct gap_loop *l)
{
    json_key(j, "other_compiled");
    json_array(j);
    for (size_t i = 0; i < l->n_others; i++) {
        json_inline_object(j);
        put_text(j, "file", l->others[i].file);
        put_text(j, "label", l->others[i].label);
        put_number(j, "k", l->others[i].k);
        json_end_object(j);
    }
    json_end_array(j);
}

static bool put_loop(struct json *j, const struct gaps *g, const struct gap_run *run,
                     const struct gap_loop *l)
{
    json_object(j);
    put_text(j, "loop", l->loop);
    put_numbers(j, l);
    put_text(j, "k_how", l->k_how);
    put_text(j, "compiled", l->compiled);
    put_text(j, "joined", l->joined);
    put_others(j, l);
    put_missing(j, l);
    bool ok = put_threads(j, g, run, l);
    ok = ok && gap_json_causes(j, g, run, l);
    put_list(j, "notes", &l->notes);
    json_end_object(j);
    return ok;
}

static bool put_run(struct json *j, const struct gaps *g, const struct gap_run *run)
{
    bool ok = true;
    json_object(j);
    put_text(j, "run", run->run);
    put_text(j, "build", run->build);
    put_text(j, "machine", run->machine);
    if (run->set.n)
        put_list(j, "set", &run->set);
    put_text(j, "compiler", run->compiler);
    put_text(j, "flags", run->flags);
    put_text(j, "date", run->date);
    put_number(j, "processors",
               run->run ? known((double)run->processors) : missing("not measured"));
    json_key(j, "loops");
    json_array(j);
    for (size_t i = 0; ok && i < run->n; i++)
        ok = put_loop(j, g, run, &run->loops[i]);
    json_end_array(j);
    json_key(j, "runtime_bound");
    json_inline_object(j);
    put_number(j, "balanced", run->balanced);
    put_number(j, "actual", run->actual);
    put_text(j, "missing", is_known(run->balanced) ? run->actual.missing : run->balanced.missing);
    json_end_object(j);
    gap_regions_json(j, run);
    put_number(j, "cycles", run->cycles);
    gap_json_problems(j, &run->problems);
    put_list(j, "notes", &run->notes);
    json_end_object(j);
    return ok;
}

bool gap_json(FILE *out, const struct gaps *g)
{
    const struct gap_table *t = gaps_table(g);
    struct json j = {.out = out};
    bool ok = true;
    json_object(&j);
    put_text(&j, "tool", "macs-gap");
    json_key(&j, "runs");
    json_array(&j);
    for (size_t i = 0; ok && i < t->n; i++)
        ok = put_run(&j, g, &t->at[i]);
    json_end_array(&j);
    json_end_object(&j);
    json_close(&j);
    return ok;
}

/* ---- CSV ---- */

enum { OWN_COLUMNS = 5, GAP_COLUMNS = sizeof gap_columns / sizeof *gap_columns };

static void put_row(FILE *out, const struct gap_run *run, const struct gap_loop *l)
{
    struct quantity processors =
        run->run ? known((double)run->processors) : missing("not measured");
    struct cell cells[OWN_COLUMNS + GAP_COLUMNS] = {
        {CELL_TEXT, {.TEXT = run->run}},     {CELL_TEXT, {.TEXT = run->build}},
        {CELL_TEXT, {.TEXT = run->machine}}, {CELL_NUMBER, {.NUMBER = processors}},
        {CELL_TEXT, {.TEXT = l->loop}},
    };
    for (size_t i = 0; i < gap_n_columns; i++)
        cells[OWN_COLUMNS + i] = (struct cell){CELL_NUMBER, {.NUMBER = gap_columns[i].of(l)}};
    csv_cells(out, cells, OWN_COLUMNS + (int)gap_n_columns);
}

void gap_csv(FILE *out, const struct gap_table *t)
{
    fputs("run,build,machine,processors,loop", out);
    for (size_t i = 0; i < gap_n_columns; i++) {
        const struct gap_column *c = &gap_columns[i];
        fprintf(out, ",%s%s%s", c->group ? c->group : "", c->group ? "_" : "", c->key);
    }
    putc('\n', out);
    for (size_t i = 0; i < t->n; i++)
        for (size_t l = 0; l < t->at[i].n; l++)
            put_row(out, &t->at[i], &t->at[i].loops[l]);
}
