/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads runs and their samples. */
#include "runs/db.h"
#include "runs/facts/valid.h"
#include "runs/names.h"

#include <stdlib.h>
#include <string.h>

static const char all_runs[] =
    "select run.id, run.name, run.build, run.machine, run.processors, "
    "(select value from run_fact where run = run.id and key = 'date'), "
    "coalesce((select cpu_seconds from profile where run = run.id), 0), "
    "(select text from manifest where run = run.id) from run join build on build.id = run.build "
    "order by build.name, build.machine, run.machine, run.processors, run.name";

bool runs_runs(struct runs *r, struct arena *a, struct stored_runs *list)
{
    ARRAY(struct stored_run) found = {0};
    struct columns c = db_rows(r, a, all_runs, "");
    while (db_next(&c)) {
        struct stored_run run;
        column_values(&c, "iTititd", &run.id, &run.name, &run.build, &run.machine, &run.processors,
                      &run.date, &run.sampled_seconds);
        const char *manifest = column_peek(&c);
        const char *marked = value_in_text(a, manifest, "cpu-seconds");
        run.isa = isa_in_text(a, manifest);
        run.marked_seconds = marked ? strtod(marked, NULL) : 0;
        *array_push(&found) = run;
    }
    ARRAY_KEEP(a, found, list->at, list->n);
    return !r->failed;
}

/* ---- one loop ---- */

static void read_threads(struct runs *r, struct arena *a, long measurement, struct loop_samples *to)
{
    ARRAY(struct thread_sample) list = {0};
    struct columns c = db_rows(
        r, a, "select thread, iterations, cycles from sample where measurement = ? order by thread",
        "i", measurement);
    while (db_next(&c)) {
        struct thread_sample t = {0};
        column_values(&c, "idd", &t.thread, &t.iterations, &t.cycles);
        if (!is_valid_number(t.iterations) || !is_valid_number(t.cycles))
            db_damaged(r);
        *array_push(&list) = t;
    }
    ARRAY_KEEP(a, list, to->at, to->n);
}

/* Returns the sample of a thread, searching from *near; NULL = none. */
static struct thread_sample *find_thread(const struct loop_samples *to, size_t *near, long thread)
{
    while (*near < to->n && to->at[*near].thread < thread)
        ++*near;
    return *near < to->n && to->at[*near].thread == thread ? &to->at[*near] : NULL;
}

static void add_instances(struct runs *r, long measurement, const struct loop_samples *to)
{
    size_t near = 0;
    struct columns c = db_rows(r, NULL,
                               "select thread, whole, lost, overhead from instance_count "
                               "where measurement = ? order by thread",
                               "i", measurement);
    while (db_next(&c)) {
        struct thread_sample *t = find_thread(to, &near, column_long(&c));
        if (!t)
            continue;
        t->counted = true;
        t->instances.whole = column_double(&c);
        t->instances.lost = column_double(&c);
        t->instances.overhead = column_double(&c);
    }
}

static void add_overruns(struct runs *r, long run, const struct loop_samples *to)
{
    size_t near = 0;
    struct columns c =
        db_rows(r, NULL, "select thread, overruns from sample_thread where run = ? order by thread",
                "i", run);
    while (db_next(&c)) {
        struct thread_sample *t = find_thread(to, &near, column_long(&c));
        if (t)
            t->overruns = column_double(&c);
    }
}

static void read_skips(struct runs *r, struct arena *a, long measurement, struct loop_samples *to)
{
    ARRAY(struct thread_skip) list = {0};
    const char *last = NULL;
    struct columns c = db_rows(r, a,
                               "select thread, block, skipped from skip where measurement = ? "
                               "order by thread, block",
                               "i", measurement);
    while (db_next(&c)) {
        struct thread_skip k = {.thread = column_long(&c)};
        const char *block = column_peek(&c);
        if (!last || strcmp(last, block ? block : "") != 0)
            last = arena_strdup(a, block ? block : "");
        k.block = last;
        c.at++;
        k.skipped = column_double(&c);
        if (!is_valid_number(k.skipped))
            db_damaged(r);
        *array_push(&list) = k;
    }
    ARRAY_KEEP(a, list, to->skips, to->n_skips);
}

bool runs_samples(struct runs *r, struct arena *a, long run, const char *loop,
                  struct loop_samples *to)
{
    *to = (struct loop_samples){0};
    struct columns c = db_rows(r, NULL,
                               "select m.id from run join loop on loop.build = run.build "
                               "join measurement m on m.run = run.id and m.loop = loop.id "
                               "where run.id = ? and loop.name = ?",
                               "it", run, loop);
    if (!db_next(&c))
        return !r->failed;
    long measurement = column_long(&c);
    db_stop(&c);
    read_threads(r, a, measurement, to);
    add_instances(r, measurement, to);
    add_overruns(r, run, to);
    read_skips(r, a, measurement, to);
    return !r->failed;
}

bool runs_run_notes(struct runs *r, struct arena *a, long run, struct notes *notes)
{
    struct columns c =
        db_rows(r, a, "select text from run_note where run = ? order by seq", "i", run);
    while (db_next(&c)) {
        note(a, notes, "%s", column_text(&c));
    }
    return !r->failed;
}

const char *runs_base_name(const char *loop)
{
    const char *slash = strrchr(loop, '/');
    return slash ? slash + 1 : loop;
}
