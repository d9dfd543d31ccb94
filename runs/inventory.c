/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists builds, files and runs of a database. */
#include "runs/facts/get.h"

static void list_files(struct runs *r, struct arena *a, const char *sql, long build,
                       struct listed_file **at, size_t *n)
{
    ARRAY(struct listed_file) list = {0};
    struct columns c = db_rows(r, a, sql, "i", build);
    while (db_next(&c)) {
        struct listed_file f = {0};
        column_values(&c, "ti", &f.path, &f.loops);
        *array_push(&list) = f;
    }
    ARRAY_KEEP(a, list, *at, *n);
}

static void list_runs(struct runs *r, struct arena *a, struct listed_build *b)
{
    ARRAY(struct listed_run) list = {0};
    struct columns c =
        db_rows(r, a,
                "select run.name, run.machine, run.processors, "
                "(select value from run_fact where run = run.id and key = 'date'), "
                "(select count(*) from measurement where run = run.id), "
                "(select count(distinct thread) from measurement join sample on measurement = "
                "measurement.id "
                "where run = run.id), "
                "(select count(*) from profile_row where profile = run.id) "
                "from run where build = ? order by run.machine, run.processors, run.name",
                "i", b->id);
    while (db_next(&c)) {
        struct listed_run run = {0};
        column_values(&c, "ttitiii", &run.name, &run.machine, &run.processors, &run.date,
                      &run.loops, &run.threads, &run.rows);
        *array_push(&list) = run;
    }
    ARRAY_KEEP(a, list, b->runs, b->n_runs);
}

static void list_contents(struct runs *r, struct arena *a, struct listed_build *b)
{
    list_files(r, a,
               "select path, (select count(*) from source_loop where source_file = f.id and not "
               "unrolled) from source_file f where build = ? order by path",
               b->id, &b->sources, &b->n_sources);
    list_files(r, a,
               "select path, (select count(*) from compiled_loop where compiled_file = f.id) "
               "from compiled_file f where build = ? order by path",
               b->id, &b->compiled, &b->n_compiled);
    list_runs(r, a, b);
}

bool runs_inventory(struct runs *r, struct arena *a, struct inventory *list)
{
    struct stored_build *of;
    *list = (struct inventory){0};
    if (!runs_watched(r, a, &list->watched) || !get_builds(r, a, &of, &list->n))
        return false;
    list->at = ARENA_ARRAY(a, struct listed_build, list->n + 1);
    for (size_t i = 0; i < list->n; i++) {
        list->at[i] = (struct listed_build){.id = of[i].id,
                                            .name = of[i].name,
                                            .machine = of[i].machine,
                                            .compiler = of[i].compiler,
                                            .flags = of[i].flags};
        list_contents(r, a, &list->at[i]);
    }
    return !r->failed;
}
