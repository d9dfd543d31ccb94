/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/multikron/counts.h"

#include "measure/multikron/folder.h"
#include "measure/multikron/mpi/shared.h"

#include <stdlib.h>
#include <string.h>

struct counts {
    struct arena *arena;
    struct diag *d;
    const char *folder;
    const struct manifest *timed; /* of the run that was timed */
    struct region_facts facts;    /* of the run that counted */
};

/* ---- reading ---- */

static void read_stream(struct region_times *t, const char *path, struct naming *names,
                        struct diag *d)
{
    uint8_t *renamed = NULL;
    struct shared s;
    const uint8_t *at;
    uint64_t samples;
    struct time_span span;
    if (!shared_open(&s, (struct ranks){.n = 1}, 0, path, STREAM_DETECT, d))
        return;
    region_times_file(t, path);
    naming_file(names, path);
    for (size_t n; (n = shared_block(&s, &at)) > 0;) {
        renamed = xrealloc(renamed, n);
        memcpy(renamed, at, n);
        naming_records(names, renamed, n);
        region_times_take(t, renamed, n, &samples, &span);
    }
    free(renamed);
    shared_close(&s);
}

static bool read_counts(struct counts *c, const char *regions)
{
    struct sample_folder f;
    struct source s;
    struct manifest *m = ARENA_NEW(c->arena, struct manifest);
    if (!sample_folder_read(&f, c->arena, c->folder, c->d))
        return false;
    const char *text = arena_printf(c->arena, "%s\n%s", f.manifest, regions);
    source_from_bytes(&s, c->folder, text, strlen(text));
    bool ok = manifest_read(m, c->arena, &s, c->d);
    if (ok) {
        struct region_times *t = region_times_new(m);
        for (size_t i = 0; i < f.n; i++)
            read_stream(t, f.streams[i], f.names, c->d);
        c->facts = region_times_end(t, c->arena);
        region_times_free(t);
    }
    source_free(&s);
    naming_free(f.names);
    return ok;
}

/* ---- loops ---- */

/* The threads of a loop. */
struct threads {
    const struct region_sum *at; /* by thread */
    size_t n;
    double iterations, instances;
};

/* The loop's threads: sums are by region, those of parallel regions behind. Both runs number
 * regions by one table; one that numbers a region of another name so has none. */
static struct threads threads_of(const struct region_facts *f, unsigned region, const char *name)
{
    size_t from = 0, to = f->n_sums;
    while (from < to) {
        size_t mid = from + (to - from) / 2;
        if (f->sums[mid].region < region)
            from = mid + 1;
        else
            to = mid;
    }
    struct threads t = {.at = f->sums + from};
    if (from < f->n_sums && name && f->sums[from].name && strcmp(name, f->sums[from].name) != 0)
        return t;
    for (; from < f->n_sums && f->sums[from].region == region && !f->sums[from].parallel; from++) {
        t.iterations += f->sums[from].iterations;
        t.instances += f->sums[from].instances;
        t.n++;
    }
    return t;
}

static bool same_threads(const struct threads *a, const struct threads *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++)
        if (a->at[i].thread != b->at[i].thread)
            return false;
    return a->n == b->n;
}

/* Skips of all threads of a loop, by line, each times share. */
static void share_skips(struct arena *a, const struct threads *of, double share,
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

/* Whether the run that counted did the loop as often, as far as that can be told: of loops that
 * threads share it has one instance. */
static void check_work(struct counts *c, const char *name, const struct threads *there,
                       const struct threads *here)
{
    if (!there->n)
        diag_warning(c->d, (struct where){.file = c->folder},
                     "this run did not count %s, so its iterations are not known", name);
    else if (there->n == 1 && here->n == 1 && there->instances != here->instances)
        diag_warning(c->d, (struct where){.file = c->folder},
                     "%s was run %.17g times here and %.17g times when it was timed: the program "
                     "did other work",
                     name, there->instances, here->instances);
}

/* Ticks of the loop itself, without what measuring it took. */
static double own_ticks(const struct counts *c, const struct region_sum *s)
{
    double ticks = s->ticks - region_overhead(s, c->timed);
    return ticks > 0 ? ticks : 0;
}

/* s: the first thread of the loop, of n. */
static void take_loop(struct counts *c, struct region_sum *s, const struct threads *there,
                      const struct threads *here)
{
    bool same = same_threads(there, here);
    double ticks = 0;
    check_work(c, s->name, there, here);
    for (size_t i = 0; i < here->n; i++)
        ticks += own_ticks(c, &s[i]);
    for (size_t i = 0; i < here->n; i++) {
        double share = ticks > 0 ? own_ticks(c, &s[i]) / ticks : 0;
        s[i].iterations = same ? there->at[i].iterations : share * there->iterations;
        if (same) {
            s[i].skips = there->at[i].skips;
            s[i].n_skips = there->at[i].n_skips;
        } else {
            share_skips(c->arena, there, share, &s[i]);
        }
    }
}

void counts_take(struct arena *a, struct region_facts *f, const struct manifest *m,
                 const char *folder, const char *regions, struct diag *d)
{
    struct counts c = {.arena = a, .d = d, .folder = folder, .timed = m};
    if (!read_counts(&c, regions))
        return;
    for (size_t i = 0; i < f->n_sums;) {
        struct region_sum *s = &f->sums[i];
        struct threads here = threads_of(f, s->region, NULL),
                       there = threads_of(&c.facts, s->region, s->name);
        i += here.n ? here.n : 1;
        if (here.n && s->name && here.iterations == 0)
            take_loop(&c, s, &there, &here);
    }
}
