/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/multikron/counts.h"

#include "base/util.h"
#include "measure/multikron/folder.h"
#include "measure/multikron/mpi/shared.h"

#include <stdlib.h>
#include <string.h>

struct counts {
    struct arena *arena;
    struct diag *d;
    const char *folder;
    const struct manifest *timed; /* of the timed run */
    struct region_facts facts;    /* of the counting run */
};

/* ---- reading ---- */

/* Adds the samples of one file, with the region numbers of the table. Returns false after a
 * message: the file was not read to its end. */
static bool read_stream(struct region_times *t, const char *path, struct naming *names,
                        struct diag *d)
{
    uint8_t *renamed = NULL;
    struct shared_stream s;
    const uint8_t *at;
    uint64_t samples;
    struct time_span span;
    if (!shared_stream_open(&s, (struct ranks){.n = 1}, 0, path, STREAM_DETECT, d))
        return false;
    region_times_begin_file(t, path);
    naming_set_file(names, path);
    for (size_t n; (n = shared_stream_next_block(&s, &at)) > 0;) {
        renamed = xrealloc(renamed, n);
        memcpy(renamed, at, n);
        naming_map_records(names, renamed, n);
        region_times_add_records(t, renamed, n, &samples, &span);
    }
    free(renamed);
    shared_stream_close(&s);
    return !s.failed;
}

/* Reads the samples of the counting run. Returns false after a message. */
static bool read_counts(struct counts *c, struct source *regions)
{
    struct sample_folder f;
    struct source s;
    struct manifest *m = ARENA_NEW(c->arena, struct manifest);
    if (!sample_folder_read(&f, c->arena, c->folder, c->d))
        return false;
    source_from_bytes(&s, c->folder, f.manifest, strlen(f.manifest));
    bool ok = manifest_read(m, c->arena, &s, regions, c->d);
    if (ok) {
        struct region_times *t = region_times_new(m);
        for (size_t i = 0; i < f.n; i++)
            ok &= read_stream(t, f.streams[i], f.names, c->d);
        c->facts = region_times_finish(t, c->arena);
        region_times_free(t);
    }
    source_free(&s);
    naming_free(f.names);
    return ok;
}

/* ---- loops ---- */

/* The sums of a loop, one for each thread. */
struct loop_threads {
    const struct region_sum *at; /* by thread */
    size_t n;
    double iterations, instances;
};

/* Finds the sums of a loop. They are sorted by region, those of parallel regions last. Both runs
 * use one table of region numbers. Returns no threads if the number has another name. */
static struct loop_threads find_threads(const struct region_facts *f, unsigned region,
                                        const char *name)
{
    size_t from = FIRST_AT_LEAST(f->sums, f->n_sums, struct region_sum, region, region);
    struct loop_threads t = {.at = f->sums + from};
    if (from < f->n_sums && name && f->sums[from].name && strcmp(name, f->sums[from].name) != 0)
        return t;
    for (; from < f->n_sums && f->sums[from].region == region && !f->sums[from].parallel; from++) {
        t.iterations += f->sums[from].totals.iterations;
        t.instances += f->sums[from].totals.instances;
        t.n++;
    }
    return t;
}

/* Returns whether the same threads executed the loop in both runs. */
static bool have_same_threads(const struct loop_threads *a, const struct loop_threads *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++)
        if (a->at[i].thread != b->at[i].thread)
            return false;
    return a->n == b->n;
}

/* Sets the skips of a thread: the skips of all threads by line, multiplied by its share. */
static void distribute_skips(struct arena *a, const struct loop_threads *of, double share,
                             struct region_sum *s)
{
    struct region_skip *list = NULL;
    size_t n = 0;
    for (size_t i = 0; i < of->n; i++)
        for (size_t k = 0; k < of->at[i].n_skips; k++) {
            const struct region_skip *from = &of->at[i].skips[k];
            size_t at = 0;
            while (at < n && list[at].line < from->line)
                at++;
            if (at == n || list[at].line != from->line) {
                (void)ARENA_PUSH(a, list, n);
                memmove(&list[at + 1], &list[at], (n - 1 - at) * sizeof *list);
                list[at] = (struct region_skip){.line = from->line};
            }
            list[at].skipped += share * from->skipped;
        }
    s->skips = list;
    s->n_skips = n;
}

/* Warns if the counting run did not execute the loop, or executed it another number of times. The
 * instances of a loop that threads share are not compared. */
static void check_work(struct counts *c, const char *name, const struct loop_threads *there,
                       const struct loop_threads *here)
{
    if (!there->n)
        diag_warning(c->d, (struct where){.file = c->folder},
                     "this run did not count %s; its iterations are unknown", name);
    else if (there->n == 1 && here->n == 1 && there->instances != here->instances)
        diag_warning(c->d, (struct where){.file = c->folder},
                     "%s was executed %.17g times in this run, but %.17g times in the timed run: "
                     "the runs are not comparable",
                     name, there->instances, here->instances);
}

/* Returns the ticks of the loop without the measurement overhead. */
static double net_ticks(const struct counts *c, const struct region_sum *s)
{
    double ticks = s->totals.ticks - region_overhead(s, c->timed);
    return ticks > 0 ? ticks : 0;
}

/* Sets the iterations and skips of a loop. s: its first thread; here: its threads in the timed run;
 * there: its threads in the counting run. */
static void copy_loop_counts(struct counts *c, struct region_sum *s,
                             const struct loop_threads *there, const struct loop_threads *here)
{
    bool same = have_same_threads(there, here);
    double ticks = 0;
    check_work(c, s->name, there, here);
    for (size_t i = 0; i < here->n; i++)
        ticks += net_ticks(c, &s[i]);
    for (size_t i = 0; i < here->n; i++) {
        double share = ticks > 0 ? net_ticks(c, &s[i]) / ticks : 0;
        s[i].totals.iterations = same ? there->at[i].totals.iterations : share * there->iterations;
        if (same) {
            s[i].skips = there->at[i].skips;
            s[i].n_skips = there->at[i].n_skips;
        } else {
            distribute_skips(c->arena, there, share, &s[i]);
        }
    }
}

bool counts_apply(struct arena *a, struct region_facts *f, const struct manifest *m,
                  const char *folder, struct source *regions, struct diag *d)
{
    struct counts c = {.arena = a, .d = d, .folder = folder, .timed = m};
    if (!read_counts(&c, regions))
        return false;
    for (size_t i = 0; i < f->n_sums;) {
        struct region_sum *s = &f->sums[i];
        struct loop_threads here = find_threads(f, s->region, NULL),
                            there = find_threads(&c.facts, s->region, s->name);
        i += here.n ? here.n : 1;
        if (here.n && s->name && here.iterations == 0)
            copy_loop_counts(&c, s, &there, &here);
    }
    return true;
}
