/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/manifest.h"
#include "base/util.h"

#include "base/keyfile.h"
#include "base/nearest.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct manifest *m;
    struct arena *a;
    struct diag *d;
    const char *path;
    const struct key_entry *e; /* the current line */
    ARRAY(struct manifest_region) regions;
    ARRAY(struct manifest_thread) threads;
    struct where counter_at[SAMPLE_COUNTERS];
};

static struct where value_where(const struct key_entry *e)
{
    struct where w = e->where;
    w.col = e->value_col;
    return w;
}

/* ---- values ---- */

/* Reads an integer of least to most at the beginning of text. *end is the character after it. */
static bool parse_integer(const char *text, long least, long most, long *n, const char **end)
{
    char *stop;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *n = strtol(text, &stop, 10);
    *end = stop;
    return errno == 0 && *n >= least && *n <= most;
}

static bool read_integer(struct reader *r, long least, long most, long *to)
{
    const char *end;
    if (parse_integer(r->e->value, least, most, to, &end) && *end == '\0')
        return true;
    diag_error(r->d, value_where(r->e), "%s must be an integer from %ld to %ld", r->e->key, least,
               most);
    return false;
}

/* Reads a positive number to *to, a double. */
static bool read_positive(struct reader *r, void *to)
{
    char *end;
    double x = strtod(r->e->value, &end);
    if (end != r->e->value && *end == '\0' && isfinite(x) && x >= 1e-9 && x <= 1e18) {
        *(double *)to = x;
        return true;
    }
    diag_error(r->d, value_where(r->e), "%s must be a number from 1e-9 to 1e18", r->e->key);
    return false;
}

/* Reads a text to *to, a const char *. */
static bool read_name(struct reader *r, void *to)
{
    const char **text = to;
    if (!*r->e->value) {
        diag_error(r->d, r->e->where, "%s has no value", r->e->key);
        return false;
    }
    *text = r->e->value;
    return true;
}

/* ---- keys that occur at most once ---- */

/* Each reader is given the member of struct manifest that it sets. */

static bool read_run(struct reader *r, void *to)
{
    if (!r->m->build)
        r->m->where = value_where(r->e);
    return read_name(r, to);
}

static bool read_build(struct reader *r, void *to)
{
    r->m->where = value_where(r->e);
    return read_name(r, to);
}

static bool read_processors(struct reader *r, void *to)
{
    return read_integer(r, 1, MANIFEST_MAX_PROCESSORS, to);
}

static bool read_clock(struct reader *r, void *to)
{
    double x;
    bool ok = read_positive(r, &x);
    if (ok)
        *(struct quantity *)to = known(x);
    return ok;
}

/* Accepts 0: no overhead, or unknown. */
static bool read_overhead(struct reader *r, void *to)
{
    if (strtod(r->e->value, NULL) == 0 && *r->e->value == '0')
        return true;
    return read_positive(r, to);
}

static bool read_process_bits(struct reader *r, void *to)
{
    long bits;
    bool ok = read_integer(r, 0, 32, &bits);
    if (ok)
        *(unsigned *)to = (unsigned)bits;
    return ok;
}

static bool read_overrun_of(struct reader *r, void *to)
{
    bool thread = strcmp(r->e->value, "thread") == 0;
    if (!thread && strcmp(r->e->value, "node") != 0) {
        diag_error(r->d, value_where(r->e), "overrun-of must be node or thread");
        return false;
    }
    *(enum overrun_of *)to = thread ? OVERRUN_OF_THREAD : OVERRUN_OF_NODE;
    return true;
}

static const struct key {
    const char *name;
    bool (*read)(struct reader *r, void *to);
    size_t member;
    bool required;
} keys[] = {
#define KEY(name, read, member, required) {name, read, offsetof(struct manifest, member), required},
#include "measure/multikron/manifest.def"
#undef KEY
};
enum { KEYS = COUNT_OF(keys) };

/* ---- keys with numbers ---- */

static void read_region(struct reader *r, const char *number)
{
    long n;
    const char *end, *loop;
    if (!parse_integer(number, 0, MANIFEST_REGIONS - 1, &n, &end) || *end)
        diag_error(r->d, r->e->where, "the key of a region is region.N, where N is 0 to %d",
                   MANIFEST_REGIONS - 1);
    else if (read_name(r, &loop))
        *array_push(&r->regions) = (struct manifest_region){(unsigned)n, loop, value_where(r->e)};
}

static void read_counter(struct reader *r, const char *number)
{
    long n;
    const char *end, *name;
    if (!parse_integer(number, 0, SAMPLE_COUNTERS - 1, &n, &end) || *end)
        diag_error(r->d, r->e->where, "the key of a counter is counter.N, where N is 0 to %d",
                   SAMPLE_COUNTERS - 1);
    else if (r->m->counters[n])
        diag_error(r->d, r->e->where, "counter.%ld is already set in line %ld", n,
                   r->counter_at[n].line);
    else if (read_name(r, &name)) {
        r->m->counters[n] = name;
        r->counter_at[n] = r->e->where;
    }
}

/* Requires that process-bits has been read: it divides a source into node and process. */
static void read_thread(struct reader *r, const char *number)
{
    long node, process, thread;
    const char *end;
    if (!parse_integer(number, 0, UINT32_MAX, &node, &end) || *end != '.' ||
        !parse_integer(end + 1, 0, UINT32_MAX, &process, &end) || *end)
        diag_error(r->d, r->e->where, "the key of a thread is thread.NODE.PROCESS");
    else if (read_integer(r, 0, INT_MAX, &thread)) {
        struct manifest_thread t = {.thread = thread, .where = r->e->where};
        unsigned bits = r->m->process_bits;
        if ((uint64_t)process >> bits ||
            (bits < 32 ? (uint64_t)node << bits : (uint64_t)(node != 0) << 32) >> 32)
            diag_error(r->d, r->e->where,
                       "this node or process needs more bits than the %u of %u that process-bits "
                       "allows",
                       (uint64_t)process >> bits ? bits : 32 - bits, 32);
        else {
            t.source = (uint32_t)((bits < 32 ? (uint64_t)node << bits : 0) | (uint64_t)process);
            *array_push(&r->threads) = t;
        }
    }
}

/* Reads FIRST-LAST, the processes of the node in the key that the manifest covers. */
static void read_sources(struct reader *r, const char *number)
{
    struct manifest_sources s;
    const char *end, *value = r->e->value;
    if (!parse_integer(number, 0, UINT32_MAX, &s.node, &end) || *end)
        diag_error(r->d, r->e->where, "the key of a node's sources is sources.NODE");
    else if (!parse_integer(value, 0, UINT32_MAX, &s.first, &end) || *end != '-' ||
             !parse_integer(end + 1, s.first, UINT32_MAX, &s.last, &end) || *end)
        diag_error(r->d, value_where(r->e),
                   "sources must be FIRST-LAST, the numbers of the first and last process");
    else
        *ARENA_PUSH(r->a, r->m->sources, r->m->n_sources) = s;
}

static const struct {
    const char *prefix;
    void (*read)(struct reader *r, const char *number);
} numbered[] = {{"region.", read_region},
                {"counter.", read_counter},
                {"thread.", read_thread},
                {"sources.", read_sources}};
enum { NUMBERED = COUNT_OF(numbered) };

/* ---- the manifest ---- */

static const struct key *find_key(const char *name)
{
    size_t i = INDEX_OF_TEXT(keys, KEYS, struct key, name, name);
    return i < KEYS ? &keys[i] : NULL;
}

/* Reads the keys that occur at most once, and reports repeated and missing ones. */
static void read_single_keys(struct reader *r, const struct keyfile *f)
{
    const struct key_entry *first[KEYS] = {0};
    for (size_t i = 0; i < f->n; i++) {
        const struct key *k = find_key(f->at[i].key);
        r->e = &f->at[i];
        if (!k)
            continue;
        if (first[k - keys])
            diag_error(r->d, r->e->where, "%s is already set in line %ld", k->name,
                       first[k - keys]->where.line);
        else {
            first[k - keys] = r->e;
            k->read(r, (char *)r->m + k->member);
        }
    }
    for (int i = 0; i < KEYS; i++)
        if (keys[i].required && !first[i])
            diag_error(r->d, (struct where){.file = r->path}, "this manifest has no line '%s'",
                       keys[i].name);
}

static void report_unknown_key(struct reader *r)
{
    struct nearest near = {.word = r->e->key};
    for (int i = 0; i < KEYS; i++)
        nearest_offer(&near, keys[i].name);
    diag_error(r->d, r->e->where, "unknown key '%s'%s%s%s", r->e->key,
               near.best ? "; did you mean '" : "", near.best ? near.best : "",
               near.best ? "'?" : "");
}

static void read_numbered_keys(struct reader *r, const struct keyfile *f)
{
    for (size_t i = 0; i < f->n; i++) {
        int k = 0;
        r->e = &f->at[i];
        while (k < NUMBERED &&
               strncmp(r->e->key, numbered[k].prefix, strlen(numbered[k].prefix)) != 0)
            k++;
        if (k < NUMBERED)
            numbered[k].read(r, r->e->key + strlen(numbered[k].prefix));
        else if (!find_key(r->e->key))
            report_unknown_key(r);
    }
}

/* Reads the lines of a table of regions. */
static void read_region_table(struct reader *r, struct keyfile f)
{
    for (size_t i = 0; i < f.n; i++) {
        r->e = &f.at[i];
        if (strncmp(r->e->key, "region.", 7) == 0)
            read_region(r, r->e->key + 7);
        else
            diag_error(r->d, r->e->where, "expected 'region.N LOOP' with N from 0 to %d",
                       MANIFEST_REGIONS - 1);
    }
}

static int compare_regions(const void *a, const void *b)
{
    const struct manifest_region *x = a, *y = b;
    if (x->region != y->region)
        return x->region < y->region ? -1 : 1;
    int files = strcmp(x->where.file, y->where.file);
    if (files != 0)
        return files;
    return (x->where.line > y->where.line) - (x->where.line < y->where.line);
}

static int compare_sources(const void *a, const void *b)
{
    const struct manifest_thread *x = a, *y = b;
    return ORDER_BY_TWO(x, y, source, where.line);
}

static int compare_thread_numbers(const void *a, const void *b)
{
    const struct manifest_thread *x = *(const struct manifest_thread *const *)a,
                                 *y = *(const struct manifest_thread *const *)b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return compare_sources(x, y);
}

static void report_repeated_region(struct reader *r, const struct manifest_region *g,
                                   struct where first)
{
    bool other = strcmp(first.file, g->where.file) != 0;
    diag_error(r->d, g->where, "region.%u is already set in line %ld%s%s", g->region, first.line,
               other ? " of " : "", other ? first.file : "");
}

static void store_regions(struct reader *r)
{
    struct manifest *m = r->m;
    m->regions = ARENA_ARRAY(r->a, struct manifest_region, r->regions.n);
    array_sort(&r->regions, compare_regions);
    for (size_t i = 0; i < r->regions.n; i++) {
        struct manifest_region *g = &r->regions.at[i];
        if (m->n_regions && m->regions[m->n_regions - 1].region == g->region)
            report_repeated_region(r, g, m->regions[m->n_regions - 1].where);
        else
            m->regions[m->n_regions++] = *g;
    }
}

/* Reports two sources with the same thread number. */
static void check_threads(struct reader *r)
{
    struct manifest *m = r->m;
    const struct manifest_thread **list =
        ARENA_ARRAY(r->a, const struct manifest_thread *, m->n_threads);
    for (size_t i = 0; i < m->n_threads; i++)
        list[i] = &m->threads[i];
    if (m->n_threads)
        qsort(list, m->n_threads, sizeof *list, compare_thread_numbers);
    for (size_t i = 1; i < m->n_threads; i++)
        if (list[i]->thread == list[i - 1]->thread)
            diag_error(r->d, list[i]->where, "thread %ld is already another source in line %ld",
                       list[i]->thread, list[i - 1]->where.line);
}

static void store_threads(struct reader *r)
{
    struct manifest *m = r->m;
    m->threads = ARENA_ARRAY(r->a, struct manifest_thread, r->threads.n);
    array_sort(&r->threads, compare_sources);
    for (size_t i = 0; i < r->threads.n; i++) {
        struct manifest_thread *t = &r->threads.at[i];
        if (m->n_threads && m->threads[m->n_threads - 1].source == t->source)
            diag_error(r->d, t->where, "the thread of this source is already set in line %ld",
                       m->threads[m->n_threads - 1].where.line);
        else
            m->threads[m->n_threads++] = *t;
    }
    check_threads(r);
}

/* Returns whether a line has a key of manifests; also if there are no lines. */
static bool has_known_key(const struct keyfile *f)
{
    for (size_t i = 0; i < f->n; i++) {
        if (find_key(f->at[i].key))
            return true;
        for (int k = 0; k < NUMBERED; k++)
            if (strncmp(f->at[i].key, numbered[k].prefix, strlen(numbered[k].prefix)) == 0)
                return true;
    }
    return f->n == 0;
}

bool manifest_read(struct manifest *m, struct arena *a, struct source *s, struct source *regions,
                   struct diag *d)
{
    struct reader r = {.m = m, .a = a, .d = d, .path = s->path};
    long errors = d->errors;
    *m = (struct manifest){.clock = missing("the manifest has no line 'clock'"),
                           .process_bits = MANIFEST_PROCESS_BITS,
                           .where = {.file = s->path}};
    struct keyfile f = keyfile_read(a, s, d);
    if (!has_known_key(&f)) {
        diag_error(d, f.at[0].where, "this is not a manifest: unknown key '%s'", f.at[0].key);
        return false;
    }
    read_single_keys(&r, &f);
    read_numbered_keys(&r, &f);
    if (regions)
        read_region_table(&r, keyfile_read(a, regions, d));
    store_regions(&r);
    store_threads(&r);
    array_free(&r.regions);
    array_free(&r.threads);
    return d->errors == errors;
}

const char *manifest_loop(const struct manifest *m, unsigned region)
{
    size_t from = FIRST_AT_LEAST(m->regions, m->n_regions, struct manifest_region, region, region);
    return from < m->n_regions && m->regions[from].region == region ? m->regions[from].loop : NULL;
}

bool manifest_covers(const struct manifest *m, uint32_t source)
{
    long node = manifest_node(m, source), process = manifest_process(m, source);
    for (size_t i = 0; i < m->n_sources; i++)
        if (m->sources[i].node == node && m->sources[i].first <= process &&
            process <= m->sources[i].last)
            return true;
    return m->n_sources == 0;
}
