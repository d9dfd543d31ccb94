/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Imports measured.csv. Runs, loops and rows are checked against the contents of the database; a
 * file is stored completely or not at all. */
#include "runs/measured/bulk.h"
#include "runs/measured/measured.h"
#include "runs/measured/seen.h"
#include "runs/catalog.h"
#include "runs/measured/sums.h"

#include <stdlib.h>
#include <string.h>

/* A run in the current file. */
struct file_run {
    struct timing first; /* its first row */
    long id, build_id;
    bool differs;       /* from the stored run */
    struct where where; /* of the first row */
};
struct importer {
    struct runs *r;
    struct catalog *catalog;
    struct measured *m;
    long file; /* number of the file, from 1 */
    ARRAY(struct file_run) runs;
    struct file_run *last;          /* of the previous row; NULL = none */
    struct seen_table measurements; /* by run and loop; last: highest thread */
    struct seen_table blocks;       /* by block and measurement */
    struct bulk bulk;
};

static bool find_build(struct importer *im, const struct timing *s, long *id)
{
    struct build_request request = {
        s->build, s->machine, measured_where(im->m, s->build ? FIELD_BUILD : FIELD_RUN),
        "column", "",         NULL};
    return catalog_find_build(im->r, im->catalog, &request, id);
}

static bool find_loop(struct importer *im, long build, const char *name, long *id)
{
    return catalog_find_loop(im->r, im->catalog, build, name, measured_where(im->m, FIELD_LOOP),
                             id);
}

/* ---- runs ---- */

static struct file_run *run_of(struct importer *im, const char *name)
{
    for (size_t i = im->runs.n; i-- > 0;)
        if (im->runs.at[i].first.run == name)
            return &im->runs.at[i];
    return NULL;
}

static bool insert_run(struct importer *im, struct file_run *f)
{
    return db_insert(im->r, &f->id, "run (name, build, machine, processors)", "titi", f->first.run,
                     f->build_id, f->first.machine, f->first.processors);
}

/* Updates a stored run with the values of this file. Returns false after a message. */
static bool update_run(struct importer *im, struct file_run *f, struct columns *old)
{
    long build = column_long(old);
    const char *machine = column_text(old);
    long processors = column_long(old), touched;
    const char *date = column_text(old);
    sqlite3_reset(old->s);
    if (!f->build_id)
        f->build_id = build;
    const char *new_machine = f->first.machine ? f->first.machine : machine;
    f->differs = f->build_id != build || f->first.processors != processors ||
                 (machine ? strcmp(new_machine, machine) != 0 : new_machine != NULL) ||
                 (f->first.date && date && strcmp(f->first.date, date) != 0);
    if (!f->differs)
        return true;
    if (!db_id(im->r, &touched, "select count(*) from touched where run = ?", "i", f->id))
        return false;
    if (touched) {
        diag_error(
            im->r->d, f->where,
            "run '%s' has other processors, build, machine or date in an earlier file; give it "
            "another name",
            f->first.run);
        return false;
    }
    return db_do(im->r, "update run set build = ?, machine = ?, processors = ? where id = ?",
                 "itii", f->build_id, new_machine, f->first.processors, f->id);
}

/* Finds or creates the stored run of a run that is new in this file. Returns false after a
 * message. */
static bool begin_run(struct importer *im, const struct timing *s, struct file_run *f)
{
    struct arena a = {0};
    bool given = s->build || s->machine, ok;
    struct columns c = db_rows(im->r, &a,
                               "select id, build, machine, processors, "
                               "(select value from run_fact where run = run.id and key = 'date') "
                               "from run where name = ?",
                               "t", s->run);
    bool there = db_next(&c);
    if (im->r->failed)
        return false;
    if (there)
        f->id = column_long(&c);
    if (given || !there)
        ok = find_build(im, s, &f->build_id);
    else
        ok = true;
    ok = ok && (there ? update_run(im, f, &c) : insert_run(im, f));
    db_stop(&c);
    arena_free(&a);
    return ok;
}

/* Stores a fact of the build of a run from a column. Returns false after a message, if the build
 * has another value. */
static bool put_build_fact(struct importer *im, const struct file_run *f,
                           enum measured_field column, const char *key, const char *value)
{
    struct arena a = {0};
    if (!value)
        return true;
    struct columns c =
        db_rows(im->r, &a, "select value from build_fact where build = ? and key = ?", "it",
                f->build_id, key);
    bool there = db_next(&c);
    const char *old = there ? column_text(&c) : value;
    bool same = strcmp(old, value) == 0;
    db_stop(&c);
    if (!same)
        diag_error(im->r->d, measured_where(im->m, column),
                   "the build of run '%s' is stored with %s '%s'; give code that was compiled "
                   "differently another name in column build",
                   f->first.run, key, old);
    arena_free(&a);
    return same && !im->r->failed &&
           (there || db_insert(im->r, NULL, "build_fact (build, key, value)", "itt", f->build_id,
                               key, value));
}

/* Stores the facts of a run and its build. */
static bool put_run_facts(struct importer *im, const struct file_run *f)
{
    bool ok = put_build_fact(im, f, FIELD_COMPILER, "compiler", f->first.compiler);
    ok &= put_build_fact(im, f, FIELD_FLAGS, "flags", f->first.flags);
    return ok &&
           (!f->first.date || db_do(im->r,
                                    "insert into run_fact (run, key, value) values (?, 'date', ?) "
                                    "on conflict (run, key) do update set value = excluded.value",
                                    "it", f->id, f->first.date));
}

/* Checks that a row has the same values for its run as the first row of the run. Returns false
 * after a message. */
static bool check_same_run(struct importer *im, const struct file_run *f, const struct timing *s)
{
    enum measured_field wrong = f->first.processors != s->processors ? FIELD_PROCESSORS
                                : f->first.build != s->build         ? FIELD_BUILD
                                : f->first.machine != s->machine     ? FIELD_MACHINE
                                : f->first.compiler != s->compiler   ? FIELD_COMPILER
                                : f->first.flags != s->flags         ? FIELD_FLAGS
                                : f->first.date != s->date           ? FIELD_DATE
                                                                     : FIELDS;
    if (wrong == FIELDS)
        return true;
    diag_error(im->r->d, measured_where(im->m, wrong),
               "column '%s' of run '%s' differs from line %ld; give different runs different names",
               measured_column(wrong), f->first.run, f->where.line);
    return false;
}

/* Returns the run of a row; NULL after a message. Errors of the run itself are reported once. */
static struct file_run *find_run(struct importer *im, const struct timing *s)
{
    struct file_run *f = im->last && im->last->first.run == s->run ? im->last : run_of(im, s->run);
    im->last = f;
    if (f)
        return f->id && check_same_run(im, f, s) ? f : NULL;
    struct file_run new = {.first = *s, .where = measured_where(im->m, FIELD_RUN)};
    bool ok = begin_run(im, s, &new) && put_run_facts(im, &new);
    if (!ok)
        new.id = 0;
    *array_push(&im->runs) = new;
    return ok ? &im->runs.at[im->runs.n - 1] : NULL;
}

/* Deletes rows of a changed run that the file does not replace. Reports an error if there are
 * any. */
static bool end_run(struct importer *im, const struct file_run *f)
{
    struct arena a = {0};
    struct columns c =
        db_rows(im->r, &a,
                "select loop.name from measurement join loop on loop.id = measurement.loop "
                "where run = ?1 and loop.name not in (select l.name from touched "
                "join loop l on l.id = touched.loop where run = ?1 and file = ?2) limit 1",
                "ii", f->id, im->file);
    if (db_next(&c))
        diag_error(im->r->d, f->where,
                   "run '%s' is stored with other processors, build, machine or date, and has a "
                   "loop '%s' that is not in this file; give this run another name",
                   f->first.run, column_text(&c));
    db_stop(&c);
    arena_free(&a);
    return db_do(im->r,
                 "delete from measurement where run = ?1 and loop not in "
                 "(select loop from touched where run = ?1 and file = ?2)",
                 "ii", f->id, im->file);
}

/* ---- measurements ---- */

/* Creates the measurement of a run and loop, in place of one that was stored before this command.
 * Returns false after a message. */
static bool begin_measurement(struct importer *im, const struct file_run *f, const char *loop,
                              struct seen *p)
{
    struct runs *r = im->r;
    long loop_id, touched;
    if (!find_loop(im, f->build_id, loop, &loop_id) ||
        !db_id(r, &touched, "select count(*) from touched where run = ? and loop = ?", "ii", f->id,
               loop_id))
        return false;
    if (!touched &&
        !(db_do(r, "delete from measurement where run = ? and loop = ?", "ii", f->id, loop_id) &&
          db_insert(r, NULL, "measurement (run, loop)", "ii", f->id, loop_id)))
        return false;
    return db_insert(r, NULL, "touched (run, loop, file)", "iii", f->id, loop_id, im->file) &&
           db_id(r, &p->id, "select id from measurement where run = ? and loop = ?", "ii", f->id,
                 loop_id) &&
           db_id(r, &p->last, "select ifnull(max(thread), -1) from sample where measurement = ?",
                 "i", p->id);
}

/* Stores a row of a thread that may already have one in the measurement, because threads are not in
 * order. Returns false after a message. */
static bool put_sample(struct importer *im, const struct timing *s, long measurement)
{
    if (!bulk_end(&im->bulk) ||
        !db_do(im->r, "insert into sample values (?, ?, ?, ?) on conflict do nothing", "iidd",
               measurement, s->thread, s->iterations, s->cycles))
        return false;
    if (sqlite3_changes(im->r->db) > 0)
        return true;
    diag_error(im->r->d, measured_where(im->m, FIELD_RUN),
               "duplicate row for run '%s', loop '%s', thread %ld", s->run, s->loop, s->thread);
    return false;
}

static bool import_sample(struct importer *im, const struct timing *s)
{
    struct file_run *f = find_run(im, s);
    if (!f)
        return false;
    struct seen *p = seen_of(&im->measurements, (uintptr_t)s->run, (uintptr_t)s->loop);
    if (!p->id && !begin_measurement(im, f, s->loop, p))
        return false;
    if (s->thread <= p->last)
        return put_sample(im, s, p->id);
    p->last = s->thread;
    return bulk_put(&im->bulk, &(struct bulk_row){p->id, s->thread, s->iterations, s->cycles});
}

/* ---- skips and counters of a measurement ---- */

/* SQL for a table with rows of a measurement: deletes the rows of a measurement, counts whether
 * this command stored some, and records that it did. */
struct dependent_rows {
    const char *clear, *touched, *touch;
};
static const struct dependent_rows skip_rows = {
    "delete from skip where measurement = ?",
    "select count(*) from touched_skips where measurement = ?",
    "touched_skips (measurement)",
};
static const struct dependent_rows counter_rows = {
    "delete from counter_value where measurement = ?",
    "select count(*) from touched_counters where measurement = ?",
    "touched_counters (measurement)",
};

/* Finds the measurement of a run and loop, and deletes its rows in the table that were stored
 * before this command. Returns false after a message. */
static bool find_measurement(struct importer *im, const char *run_name, const char *loop_name,
                             const struct dependent_rows *of, long *id)
{
    struct runs *r = im->r;
    long loop, touched;
    struct columns c = db_rows(r, NULL, "select id, build from run where name = ?", "t", run_name);
    bool there = db_next(&c);
    long run = there ? column_long(&c) : 0, build = there ? column_long(&c) : 0;
    db_stop(&c);
    if (!there)
        diag_error(r->d, measured_where(im->m, FIELD_RUN),
                   "no run '%s'; import its iterations and cycles first", run_name);
    if (!there || !find_loop(im, build, loop_name, &loop))
        return false;
    c = db_rows(r, NULL, "select id from measurement where run = ? and loop = ?", "ii", run, loop);
    there = db_next(&c);
    *id = there ? column_long(&c) : 0;
    db_stop(&c);
    if (!there) {
        diag_error(
            r->d, measured_where(im->m, FIELD_LOOP),
            "run '%s' has no measurement of loop '%s'; import its iterations and cycles first",
            run_name, loop_name);
        return false;
    }
    return db_id(r, &touched, of->touched, "i", *id) &&
           (touched || (sums_invalidate(r, *id) && db_do(r, of->clear, "i", *id) &&
                        db_insert(r, NULL, of->touch, "i", *id)));
}

/* Checks that the last statement inserted a row: a counter or a block of that name. */
static bool check_inserted(struct importer *im, const char *run, const char *loop, long thread,
                           const char *what, const char *name)
{
    if (sqlite3_changes(im->r->db) > 0)
        return true;
    diag_error(im->r->d, measured_where(im->m, FIELD_RUN),
               "duplicate row for run '%s', loop '%s', thread %ld, %s '%s'", run, loop, thread,
               what, name);
    return false;
}

/* ---- counters ---- */

static bool import_reading(struct importer *im, const struct counter_reading *s)
{
    struct runs *r = im->r;
    struct seen *p = seen_of(&im->measurements, (uintptr_t)s->run, (uintptr_t)s->loop);
    long threads;
    if (!p->id && !find_measurement(im, s->run, s->loop, &counter_rows, &p->id))
        return false;
    if (!db_id(r, &threads, "select count(*) from sample where measurement = ? and thread = ?",
               "ii", p->id, s->thread))
        return false;
    if (!threads) {
        diag_error(r->d, measured_where(im->m, FIELD_THREAD),
                   "the run has no measurement of this loop for thread %ld", s->thread);
        return false;
    }
    if (!db_do(r, "insert into counter_value values (?, ?, ?, ?) on conflict do nothing", "iitd",
               p->id, s->thread, s->counter, s->value))
        return false;
    return check_inserted(im, s->run, s->loop, s->thread, "counter", s->counter);
}

/* ---- skipped blocks ---- */

/* Reports an unknown block. line: it was given as a line; the message then lists the lines of the
 * blocks of the loop. */
static void report_no_block(struct importer *im, long measurement, const char *block, bool line)
{
    static const char lines[] =
        "select group_concat(line, ', ') from (select distinct b.line from measurement m "
        "join source_loop s on s.loop = m.loop and not s.unrolled join source_block b on "
        "b.source_loop = s.id "
        "where m.id = ? order by b.line)";
    struct arena a = {0};
    struct columns c = db_rows(im->r, &a, lines, "i", measurement);
    const char *all = db_next(&c) ? column_text(&c) : NULL;
    struct where w = measured_where(im->m, FIELD_BLOCK);
    if (!line)
        diag_error(im->r->d, w, "no forward branch area has label '%s'", block);
    else if (all)
        diag_error(
            im->r->d, w, "line %s is not in a conditional block of this loop; %s %.200s", block,
            strchr(all, ',') ? "its blocks begin at lines" : "its block begins at line", all);
    else
        diag_error(im->r->d, w, "line %s: this loop has no conditional block", block);
    db_stop(&c);
    arena_free(&a);
}

/* Returns whether block is a line "12", or "12.2" for the second block that begins at that line.
 * *ordinal: 2, or 0 if not given. */
static bool is_line(const char *block, long *ordinal)
{
    size_t n = strspn(block, "0123456789");
    const char *rest = block + n + (block[n] == '.');
    *ordinal = block[n] == '.' ? strtol(rest, NULL, 10) : 0;
    return n && !rest[strspn(rest, "0123456789")] && (!block[n] || *ordinal > 0);
}

/* Checks that a block is the target label of an area, or a line of a source block. Any label is
 * accepted while the build has no compiled code. Returns false after a message. */
static bool check_block(struct importer *im, long measurement, const char *block)
{
    static const char labels[] = "select count(*) from measurement m join loop on loop.id = m.loop "
                                 "join compiled_file f on f.build = loop.build "
                                 "left join compiled_loop c on c.compiled_file = f.id "
                                 "left join compiled_area a on a.compiled_loop = c.id "
                                 "where m.id = ?1 and (?2 is null or a.target = ?2)";
    static const char lines[] =
        "select count(*) from measurement m join source_loop s on s.loop = m.loop and not "
        "s.unrolled "
        "join source_block b on b.source_loop = s.id "
        "where m.id = ?1 and cast(?2 as integer) between b.line and iif(?3, b.line, b.end_line)";
    long compiled = 0, targets = 0, sources = 0, ordinal;
    bool line = is_line(block, &ordinal);
    if (!db_id(im->r, &compiled, labels, "it", measurement, NULL) ||
        !db_id(im->r, &targets, labels, "it", measurement, block) ||
        !db_id(im->r, &sources, lines, "iti", measurement, block, ordinal))
        return false;
    if (targets || (line ? sources > 0 && sources >= ordinal : !compiled))
        return true;
    report_no_block(im, measurement, block, line);
    return false;
}

/* Calls check_block() once for each block and measurement. */
static bool is_known_block(struct importer *im, long measurement, const char *block)
{
    struct seen *p = seen_of(&im->blocks, (uintptr_t)block, (uintptr_t)measurement);
    if (!p->id)
        p->id = check_block(im, measurement, block);
    return p->id;
}

static bool import_skip(struct importer *im, const struct skip *s)
{
    struct runs *r = im->r;
    struct seen *p = seen_of(&im->measurements, (uintptr_t)s->run, (uintptr_t)s->loop);
    if (!p->id && !find_measurement(im, s->run, s->loop, &skip_rows, &p->id))
        return false;
    if (!is_known_block(im, p->id, s->block))
        return false;
    struct columns c =
        db_rows(r, NULL, "select iterations from sample where measurement = ? and thread = ?", "ii",
                p->id, s->thread);
    bool there = db_next(&c);
    double iterations = there ? column_double(&c) : 0;
    db_stop(&c);
    if (!there || s->skipped > iterations) {
        diag_error(r->d, measured_where(im->m, there ? FIELD_SKIPPED : FIELD_THREAD),
                   there ? "thread %ld skips more iterations than it executes of this loop"
                         : "the run has no measurement of this loop for thread %ld",
                   s->thread);
        return false;
    }
    if (!db_do(r, "insert into skip values (?, ?, ?, ?) on conflict do nothing", "iitd", p->id,
               s->thread, s->block, s->skipped))
        return false;
    return check_inserted(im, s->run, s->loop, s->thread, "block", s->block);
}

/* ---- files ---- */

/* Imports all rows. Returns the number of rows with valid fields. */
static long import_rows(struct importer *im)
{
    struct measured_row row;
    long rows = 0;
    for (; !im->r->failed && measured_next(im->m, &row); rows++) {
        if (im->m->kind == MEASURED_SAMPLES)
            import_sample(im, &row.timing);
        else if (im->m->kind == MEASURED_SKIPS)
            import_skip(im, &row.skip);
        else
            import_reading(im, &row.reading);
    }
    bulk_end(&im->bulk);
    for (size_t i = 0; i < im->runs.n && !im->r->failed; i++)
        if (im->runs.at[i].id && im->runs.at[i].differs)
            end_run(im, &im->runs.at[i]);
    return rows;
}

/* Imports a file whose header was read, within a savepoint. Returns false if the transaction cannot
 * be committed. */
static bool import_file(struct runs *r, struct catalog *k, struct measured *m, long file)
{
    struct importer im = {.r = r, .catalog = k, .m = m, .file = file, .bulk.r = r};
    long errors = r->d->errors;
    if (!db_do(r, "savepoint file", ""))
        return false;
    long rows = import_rows(&im);
    struct where whole = {.file = m->s->path};
    if (r->d->errors > errors) {
        db_do(r, "rollback to file", "");
        diag_warning(r->d, whole, "not imported because of errors");
    } else if (rows == 0) {
        diag_warning(r->d, whole, "the file has no rows");
    }
    array_free(&im.runs);
    seen_free(&im.measurements);
    seen_free(&im.blocks);
    return db_do(r, "release file", "");
}

/* Creates temporary tables of what this import has stored. The rollback of a file also restores
 * these. */
static bool begin_import(struct runs *r)
{
    return db_do(r,
                 "create temp table if not exists "
                 "touched (run integer, loop integer, file integer)",
                 "") &&
           db_do(r, "create index if not exists temp.touched_run on touched (run, loop)", "") &&
           db_do(r, "create temp table if not exists touched_skips (measurement integer)", "") &&
           db_do(r, "create temp table if not exists touched_counters (measurement integer)", "") &&
           db_do(r, "delete from temp.touched", "") &&
           db_do(r, "delete from temp.touched_skips", "") &&
           db_do(r, "delete from temp.touched_counters", "");
}

bool runs_import(struct runs *r, const char *const *paths, size_t n)
{
    struct catalog k = {0};
    struct source *sources = xmalloc((n + 1) * sizeof *sources);
    struct measured *files = xmalloc((n + 1) * sizeof *files);
    bool *open = xmalloc(n + 1);
    bool ok = catalog_read(r, &k) && begin_import(r);
    for (size_t i = 0; i < n; i++) {
        files[i] = (struct measured){0};
        sources[i] = (struct source){0};
        open[i] = ok && source_read(&sources[i], paths[i], r->d) &&
                  measured_open(&files[i], &sources[i], &k.names, r->d);
    }
    /* Skips and counters may refer to runs of other files, so samples are imported first. */
    for (int kind = MEASURED_SAMPLES; kind < MEASURED_KINDS; kind++)
        for (size_t i = 0; i < n && ok; i++)
            if (open[i] && (int)files[i].kind == kind)
                ok = import_file(r, &k, &files[i], (long)i + 1);
    for (size_t i = 0; i < n; i++) {
        measured_free(&files[i]);
        source_free(&sources[i]);
    }
    array_release(open);
    array_release(files);
    array_release(sources);
    catalog_free(&k);
    return ok && !r->failed;
}
