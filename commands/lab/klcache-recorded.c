/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds on the misses of recorded accesses (counts/streams.h) in the caches of a machine. */
#include "base/util.h"
#include "bounds/data.h"
#include "commands/lab/klcache.h"
#include "counts/streams.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* What a directory of counted runs has recorded. */
struct recorded {
    struct arena *a;
    struct diag *d;
    const char *folder;
    struct count_result result;
    struct count_map *maps;
    const struct count_map **list;
    struct stream_run *runs;
};
/* Accesses of lines. */
struct misses {
    double accesses, lower, upper;
};

bool klcache_is_recorded(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* ---- reading ---- */

static bool read_result(struct recorded *r)
{
    struct source s = {.path = NULL};
    const char *path = arena_printf(r->a, "%s/%s", r->folder, COUNT_RESULT_NAME);
    bool good = source_read(&s, path, r->d) && count_result_read(r->a, &s, r->d, &r->result);
    source_free(&s);
    if (good && !r->result.n_records)
        diag_error(r->d, (struct where){.file = path},
                   "no data accesses were recorded: run macs with --accesses");
    return good && r->result.n_records;
}

static bool read_map(struct recorded *r, const char *path, struct count_map *m)
{
    struct source s = {.path = NULL};
    bool good = count_result_check_file(&r->result, path, r->d) && source_read(&s, path, r->d) &&
                count_map_read(r->a, &s, r->d, m);
    source_free(&s);
    return good;
}

static bool read_recorded(struct recorded *r)
{
    if (!read_result(r))
        return false;
    const struct count_result *of = &r->result;
    r->maps = ARENA_ARRAY(r->a, struct count_map, of->n_record_maps + 1);
    r->list = ARENA_ARRAY(r->a, const struct count_map *, of->n_record_maps + 1);
    r->runs = ARENA_ARRAY(r->a, struct stream_run, of->n_records);
    for (size_t i = 0; i < of->n_record_maps; i++) {
        if (!read_map(r, of->record_maps[i], &r->maps[i]))
            return false;
        r->list[i] = &r->maps[i];
    }
    for (size_t i = 0; i < of->n_records; i++) {
        if (!count_result_check_run(of, of->records[i], r->d) ||
            !streams_read(r->a, of->records[i], r->list, of->n_record_maps, r->d, &r->runs[i]))
            return false;
        if (r->runs[i].incomplete)
            diag_warning(r->d, (struct where){.file = of->records[i]}, "%s", r->runs[i].incomplete);
    }
    return true;
}

/* ---- bounds ---- */

/* Adds a histogram. An access misses a cache of `most` lines for certain if its distance is at
 * least that many, or an unknown one is; it hits one of `least` lines for certain if it is known to
 * be less. */
static void add_histogram(const struct stream_histogram *h, double least, double most,
                          struct misses *m)
{
    for (uint32_t b = 0; b < STREAM_BINS; b++) {
        double from = (double)stream_bin_from(b), to = (double)stream_bin_from(b + 1);
        double all = h->reused[b] + h->unknown[b];
        m->accesses += all;
        m->lower += from >= most ? all : 0;
        m->upper += h->unknown[b] + (to > least ? h->reused[b] : 0);
    }
}

/* Adds up the references of a loop of a map in all threads; COUNT_NONE: of all loops. */
static void add_loop(const struct recorded *r, const struct count_map *map, uint32_t loop,
                     struct stream_reuse *to)
{
    for (size_t i = 0; i < r->result.n_records; i++)
        for (size_t p = 0; p < r->runs[i].n_processes; p++) {
            const struct stream_process *of = &r->runs[i].processes[p];
            for (size_t u = 0; u < of->n_units; u++)
                for (uint32_t k = 0; of->units[u].map == map && k < map->n_references; k++)
                    for (size_t t = 0; t < of->n_threads; t++)
                        if (map->blocks[map->parts[map->references[k].part].block].loop == loop)
                            stream_reuse_add(&of->threads[t], &of->units[u], k, to);
        }
}

/* ---- the table ---- */

static const char *name_loop(struct arena *a, const struct count_map *m, uint32_t loop)
{
    if (loop == COUNT_NONE)
        return arena_printf(a, "%s: around inner loops", m->file);
    const struct count_loop *l = &m->loops[loop];
    return l->source && l->line
               ? arena_printf(a, "%s:%lu", l->source, (unsigned long)l->line)
               : arena_printf(a, "%s:%s", l->function ? l->function : m->file, l->label);
}

static void put_cell(struct sheet *s, const char *text)
{
    *array_push(&s->cells) = text;
}

static void put_caches(struct klcache *k, const struct machine *m, const char *name,
                       const struct stream_reuse *r, struct sheet *s)
{
    for (int i = 0; i < m->n_caches; i++) {
        const struct machine_cache *c = &m->caches[i];
        double own = is_known(c->effective) ? fmin(c->effective.value, c->bytes)
                                            : c->bytes * (double)c->user_ways / (double)c->ways;
        double least = own / STREAM_LINE, most = data_capacity(m, i + 1) / STREAM_LINE;
        struct misses sum = {.accesses = 0};
        add_histogram(&r->exact, least, most, &sum);
        add_histogram(&r->sampled, least, most, &sum);
        if (sum.accesses == 0)
            return;
        put_cell(s, name);
        put_cell(s, c->name);
        put_cell(s, arena_printf(k->arena, "%.0f", sum.accesses));
        put_cell(s, arena_printf(k->arena, "%.0f", sum.lower));
        put_cell(s, arena_printf(k->arena, "%.0f", sum.upper));
    }
}

static void put_map(struct klcache *k, const struct recorded *r, const struct machine *m,
                    const struct count_map *map, struct sheet *s)
{
    for (size_t i = 0; i <= map->n_loops; i++) {
        uint32_t loop = i < map->n_loops ? (uint32_t)i : COUNT_NONE;
        struct stream_reuse *sum = ARENA_NEW(k->arena, struct stream_reuse);
        add_loop(r, map, loop, sum);
        put_caches(k, m, name_loop(k->arena, map, loop), sum, s);
    }
}

/* Returns false after a message if the distances, in lines of 64 bytes, are not those of the
 * caches.
 */
static bool check_lines(const struct machine *m, struct diag *d)
{
    for (int i = 0; i < m->n_caches; i++)
        if (m->caches[i].line_bytes != STREAM_LINE) {
            diag_error(d, (struct where){0},
                       "accesses are recorded in lines of %d bytes, but cache %s of machine %s has "
                       "lines of %g bytes",
                       STREAM_LINE, m->caches[i].name, m->name, m->caches[i].line_bytes);
            return false;
        }
    return true;
}

int klcache_recorded(struct klcache *k, const char *folder, const char *machine, struct diag *d)
{
    static const char *const columns[] = {"loop", "cache", "accesses", "lower", "upper"};
    struct recorded r = {.a = k->arena, .d = d, .folder = folder};
    struct sheet s = {.name = "misses",
                      .title = "Bounds on misses of recorded accesses",
                      .align = "llrrr",
                      .columns = columns,
                      .n_columns = COUNT_OF(columns)};
    const struct machine *m = machine_read(k->arena, machine, NULL, d);
    if (!m || !check_lines(m, d) || !read_recorded(&r))
        return 1;
    for (size_t i = 0; i < r.result.n_record_maps; i++)
        put_map(k, &r, m, &r.maps[i], &s);
    klcache_print_sheet(k, &s, stdout);
    array_free(&s.cells);
    return diag_exit_status(d);
}
