/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs and their samples out of the database. */
#include "runs/db.h"

#include <string.h>

bool runs_runs(struct runs *r, struct arena *a, struct stored_runs *list)
{
    ARRAY(struct stored_run) found = {0};
    sqlite3_stmt *s =
        db_query(r,
                 "select run.id, run.name, run.build, run.machine, run.processors from run "
                 "join build on build.id = run.build "
                 "order by build.name, build.machine, run.machine, run.processors, run.name",
                 "");
    while (db_row(r, s)) {
        struct columns c = {.s = s, .a = a};
        struct stored_run run;
        run.id = column_long(&c);
        run.name = column_text(&c);
        run.build = column_long(&c);
        run.machine = column_text(&c);
        run.processors = column_long(&c);
        *array_push(&found) = run;
    }
    *list = (struct stored_runs){.n = found.n};
    if (found.n) {
        list->at = arena_alloc(a, found.n * sizeof *found.at);
        memcpy(list->at, found.at, found.n * sizeof *found.at);
    }
    array_free(&found);
    return !r->failed;
}

/* One measurement's rows, in lists that are used again for the next. */
struct rows {
    ARRAY(struct thread_sample) samples;
    ARRAY(struct thread_skip) skips;
};

static void read_rows(struct runs *r, struct arena *a, long measurement, struct rows *rows)
{
    rows->samples.n = rows->skips.n = 0;
    sqlite3_stmt *s = db_query(
        r, "select thread, iterations, cycles from sample where measurement = ? order by thread",
        "i", measurement);
    while (db_row(r, s)) {
        struct thread_sample t = {sqlite3_column_int64(s, 0), sqlite3_column_double(s, 1),
                                  sqlite3_column_double(s, 2)};
        *array_push(&rows->samples) = t;
    }
    s = db_query(r,
                 "select thread, block, skipped from skip where measurement = ? "
                 "order by thread, block",
                 "i", measurement);
    while (db_row(r, s)) {
        struct columns c = {.s = s, .a = a};
        struct thread_skip k;
        k.thread = column_long(&c);
        k.block = column_text(&c);
        k.skipped = column_double(&c);
        *array_push(&rows->skips) = k;
    }
}

bool runs_samples(struct runs *r, long run, void (*visit)(void *to, const struct loop_samples *s),
                  void *to)
{
    struct rows rows = {0};
    sqlite3_stmt *s = db_query(r,
                               "select measurement.id, loop.name from measurement "
                               "join loop on loop.id = measurement.loop where run = ? "
                               "order by loop.name",
                               "i", run);
    while (db_row(r, s)) {
        struct arena a = {0};
        struct columns c = {.s = s, .a = &a};
        long measurement = column_long(&c);
        struct loop_samples found = {.loop = column_text(&c)};
        read_rows(r, &a, measurement, &rows);
        found.at = rows.samples.at;
        found.n = rows.samples.n;
        found.skips = rows.skips.at;
        found.n_skips = rows.skips.n;
        if (!r->failed)
            visit(to, &found);
        arena_free(&a);
    }
    array_free(&rows.samples);
    array_free(&rows.skips);
    return !r->failed;
}
