/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores runs that were measured by samples of the measurement chip. */
#include "runs/regions/regions.h"
#include "runs/catalog.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 16 };

struct stored_loop {
    const char *name, *id; /* name in the input; name in the database */
};
struct runs_sampled {
    struct runs *r;
    struct catalog catalog;
    long run, build;
    long stream, files, blocks, notes;
    ARRAY(struct stored_loop) loops; /* each at least once */
    struct arena names;
};

static bool begin_run(struct runs_sampled *s, const struct sampled_run *run)
{
    struct runs *r = s->r;
    struct build_request request = {run->build, run->machine,       run->where,
                                    "line",     " of the manifest", run->isa};
    return catalog_read(r, &s->catalog) &&
           catalog_find_build(r, &s->catalog, &request, &s->build) &&
           db_do(r, "delete from run where name = ?", "t", run->name) &&
           db_insert(r, &s->run, "run (name, build, machine, processors)", "titi", run->name,
                     s->build, run->machine, run->processors) &&
           db_insert(r, NULL, "manifest (run, path, text)", "itt", s->run, run->path, run->text);
}

struct runs_sampled *runs_sampled_begin(struct runs *r, const struct sampled_run *run)
{
    struct runs_sampled *s = xmalloc(sizeof *s);
    *s = (struct runs_sampled){.r = r};
    if (begin_run(s, run))
        return s;
    runs_sampled_end(s);
    return NULL;
}

bool runs_sampled_file(struct runs_sampled *s, const char *path)
{
    s->blocks = 0;
    return db_insert(s->r, &s->stream, "stream (run, seq, path, samples)", "iiti", s->run,
                     s->files++, path, 0L);
}

bool runs_sampled_block(struct runs_sampled *s, const void *bytes, size_t n, uint64_t samples,
                        int64_t first, int64_t last)
{
    if (n > BLOCK_BYTES)
        bug("a block of %zu bytes of samples", n);
    return db_insert(s->r, NULL,
                     "stream_block (stream, seq, samples, first_time, last_time, bytes)", "iiiiiz",
                     s->stream, s->blocks++, (long)samples, (long)first, (long)last, bytes, n) &&
           db_do(s->r, "update stream set samples = samples + ? where id = ?", "ii", (long)samples,
                 s->stream);
}

/* ---- loops ---- */

/* Finds or creates the measurement of a loop in the run, which is common to all threads. */
static bool get_measurement(struct runs_sampled *s, const struct sampled_loop *l, long *id)
{
    struct runs *r = s->r;
    long loop;
    return catalog_find_loop(r, &s->catalog, s->build, l->loop, l->where, &loop) &&
           db_do(r, "insert into measurement (run, loop) values (?, ?) on conflict do nothing",
                 "ii", s->run, loop) &&
           db_id(r, id, "select id from measurement where run = ? and loop = ?", "ii", s->run,
                 loop);
}

/* Checks that the thread has no row of the loop yet, as it would if two regions name the loop.
 * Returns false after a message. */
static bool check_new_row(struct runs_sampled *s, const struct sampled_loop *l, long id)
{
    long rows;
    if (!db_id(s->r, &rows, "select count(*) from sample where measurement = ? and thread = ?",
               "ii", id, l->thread))
        return false;
    if (rows)
        diag_error(s->r->d, l->where,
                   "loop '%s' is named by two regions; only one region may name a loop", l->loop);
    return rows == 0;
}

static bool put_skips(struct runs_sampled *s, const struct sampled_loop *l, long id)
{
    bool ok = true;
    for (size_t i = 0; ok && i < l->n_skips; i++)
        ok = db_insert(s->r, NULL, "skip (measurement, thread, block, skipped)", "iitd", id,
                       l->thread, l->skips[i].block, l->skips[i].skipped);
    return ok;
}

static bool put_counters(struct runs_sampled *s, const struct sampled_loop *l, long id)
{
    bool ok = true;
    for (size_t i = 0; ok && i < l->n_counters; i++) {
        const struct counter_sum *c = &l->counters[i];
        ok = db_insert(
            s->r, NULL,
            "counter_sum (measurement, thread, counter, name, instances, value, value_missing)",
            "iiitdq", id, l->thread, (long)c->counter, c->name, c->instances, c->value);
    }
    return ok;
}

/* Returns the name in the database of a loop that was stored; NULL = none. */
static const char *id_of_loop(const struct runs_sampled *s, const char *name)
{
    for (size_t i = s->loops.n; i-- > 0;)
        if (strcmp(s->loops.at[i].name, name) == 0)
            return s->loops.at[i].id;
    return NULL;
}

static bool add_loop_name(struct runs_sampled *s, const char *name, long measurement)
{
    if (id_of_loop(s, name))
        return true;
    struct columns c = db_rows(s->r, &s->names,
                               "select loop.name from measurement m join loop on loop.id = m.loop "
                               "where m.id = ?",
                               "i", measurement);
    if (!db_next(&c))
        return false;
    *array_push(&s->loops) = (struct stored_loop){arena_strdup(&s->names, name), column_text(&c)};
    db_stop(&c);
    return true;
}

bool runs_sampled_loop(struct runs_sampled *s, const struct sampled_loop *l)
{
    struct runs *r = s->r;
    long id;
    return get_measurement(s, l, &id) && check_new_row(s, l, id) && add_loop_name(s, l->loop, id) &&
           db_insert(r, NULL, "sample (measurement, thread, iterations, cycles)", "iidd", id,
                     l->thread, l->iterations, l->cycles) &&
           db_insert(r, NULL, "instance_count (measurement, thread, whole, lost, overhead)",
                     "iiddd", id, l->thread, l->instances.whole, l->instances.lost,
                     l->instances.overhead) &&
           put_skips(s, l, id) && put_counters(s, l, id);
}

/* ---- threads, regions, notes ---- */

bool runs_sampled_thread(struct runs_sampled *s, const struct sampled_thread *t)
{
    return db_insert(s->r, NULL, "sample_thread (run, thread, source, samples, overruns)", "iiiii",
                     s->run, t->thread, (long)t->source, (long)t->samples, (long)t->overruns);
}

bool runs_sampled_parallel(struct runs_sampled *s, const struct sampled_parallel *p)
{
    return db_insert(s->r, NULL,
                     "parallel_region (run, region, thread, name, threads, whole, lost, "
                     "cycles)",
                     "iiitiddd", s->run, p->region, p->thread, p->name, p->threads,
                     p->instances.whole, p->instances.lost, p->cycles);
}

/* Omitting a loop does not affect other regions, because loops are leaves of the tree. */
bool runs_sampled_regions(struct runs_sampled *s, const struct region_tree *t)
{
    struct arena a = {0};
    struct region_tree to = {.at = ARENA_ARRAY(&a, struct tree_region, t->n + 1)};
    int *moved = ARENA_ARRAY(&a, int, t->n + 1);
    for (size_t i = 0; i < t->n; i++) {
        struct tree_region g = t->at[i];
        if (g.loop && !(g.loop = id_of_loop(s, g.loop)))
            continue;
        g.parent = g.parent < 0 ? -1 : moved[g.parent];
        moved[i] = (int)to.n;
        to.at[to.n++] = g;
    }
    bool ok = region_tree_put(s->r, &to, s->build, s->run);
    arena_free(&a);
    return ok;
}

bool runs_sampled_note(struct runs_sampled *s, const char *text)
{
    return db_insert(s->r, NULL, "run_note (run, seq, text)", "iit", s->run, s->notes++, text);
}

void runs_sampled_end(struct runs_sampled *s)
{
    if (s) {
        catalog_free(&s->catalog);
        array_free(&s->loops);
        arena_free(&s->names);
    }
    free(s);
}
