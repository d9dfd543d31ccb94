/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/util.h"
#include "measure/multikron/folder.h"
#include "base/file.h"
#include "base/textstream.h"

#include "measure/multikron/leftover.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A process that wrote a manifest. */
struct process {
    unsigned long node, process;
    const char *path; /* of the manifest */
    const char *stem; /* path without .manifest */
    struct source text;
    struct manifest manifest; /* its locations refer to text */
};
struct reading {
    struct arena *arena;
    struct diag *d;
    const char *path;
    ARRAY(struct process) at;
    FILE *out; /* the text of the merged manifest */
};

bool is_sample_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Reads the node and the process of a file name NODE.PROCESS followed by suffix, which begins with
 * a dot. Returns false if the name has another form. */
static bool read_name(const char *name, const char *suffix, struct process *p)
{
    char *end;
    p->node = strtoul(name, &end, 10);
    if (end == name || *end != '.')
        return false;
    name = end + 1;
    p->process = strtoul(name, &end, 10);
    return end != name && strcmp(end, suffix) == 0;
}

static int compare_processes(const void *a, const void *b)
{
    const struct process *x = a, *y = b;
    return ORDER_BY_TWO(x, y, node, process);
}

/* Reports a ring file with samples whose process has no sample file. */
static void check_ring_file(struct reading *r, const struct process *p)
{
    const char *stem = arena_printf(r->arena, "%s/%lu.%lu", r->path, p->node, p->process);
    struct leftover l;
    const char *stream = arena_printf(r->arena, "%s.mkn", stem);
    if (is_file(stream) || !leftover_read(&l, stream))
        return;
    diag_error(
        r->d, (struct where){.file = arena_printf(r->arena, "%s.mkr", stem)},
        "the process has no sample file, all its samples are in this ring file: it was killed or "
        "is still running; run 'multikron salvage'");
}

static void list_processes(struct reading *r)
{
    DIR *dir = opendir(r->path);
    struct process p = {0};
    if (!dir) {
        diag_error(r->d, (struct where){.file = r->path}, "cannot be read: %s", strerror(errno));
        return;
    }
    for (struct dirent *e; (e = readdir(dir));) {
        if (read_name(e->d_name, ".mkr", &p))
            check_ring_file(r, &p);
        bool manifest = read_name(e->d_name, ".manifest", &p);
        if (!manifest && !read_name(e->d_name, ".mkn", &p))
            continue;
        p.stem = arena_printf(r->arena, "%s/%lu.%lu", r->path, p.node, p.process);
        p.path = arena_printf(r->arena, "%s.manifest", p.stem);
        if (manifest)
            *array_push(&r->at) = p;
        else if (!is_file(arena_printf(r->arena, "%s.manifest", p.stem)))
            diag_error(r->d, (struct where){.file = arena_printf(r->arena, "%s.mkn", p.stem)},
                       "this sample file has no manifest: its process was killed or is still "
                       "running; run 'multikron salvage' on its .mkr file");
    }
    closedir(dir);
    array_sort(&r->at, compare_processes);
}

static bool read_manifests(struct reading *r)
{
    bool ok = true;
    for (size_t i = 0; i < r->at.n; i++) {
        struct process *p = &r->at.at[i];
        ok &= source_read(&p->text, p->path, r->d) &&
              manifest_read(&p->manifest, r->arena, &p->text, NULL, r->d);
    }
    return ok;
}

/* ---- the merged manifest ---- */

static void put_key(struct reading *r, const char *key, const char *value)
{
    size_t n = strlen(value);
    bool needs_quotes = strchr(value, '#') || (n && (value[0] == ' ' || value[n - 1] == ' '));
    const char *quote = needs_quotes ? "\"" : "";
    fprintf(r->out, "%s %s%s%s\n", key, quote, value, quote);
}

static void put_number(struct reading *r, const char *key, double value)
{
    fprintf(r->out, "%s %.17g\n", key, value);
}

/* Returns the sum over the nodes of the largest number of processors of one of their processes.
 * Requires processes sorted by node. */
static long count_processors(const struct reading *r)
{
    long all = 0, most = 0;
    for (size_t i = 0; i < r->at.n; i++) {
        const struct process *p = &r->at.at[i];
        if (i > 0 && p->node != p[-1].node) {
            all += most;
            most = 0;
        }
        most = p->manifest.processors > most ? p->manifest.processors : most;
    }
    return all + most;
}

/* Writes means over the processes that ran instrumented loops, or over all if none did. */
static void put_means(struct reading *r)
{
    double cycles = 0, inside = 0, pair = 0, marks_inside = 0, marks_pair = 0, n = 0;
    bool summed = false;
    for (size_t i = 0; i < r->at.n; i++)
        summed |= r->at.at[i].manifest.overhead_pair > 0;
    for (size_t i = 0; i < r->at.n; i++) {
        const struct manifest *m = &r->at.at[i].manifest;
        if (summed && !(m->overhead_pair > 0))
            continue;
        cycles += m->cycles_per_tick;
        inside += m->overhead_inside;
        pair += m->overhead_pair;
        marks_inside += m->overhead_marks_inside;
        marks_pair += m->overhead_marks_pair;
        n++;
    }
    put_number(r, "cycles-per-tick", cycles / n);
    if (summed && inside > 0)
        put_number(r, "overhead-inside", inside / n);
    if (summed)
        put_number(r, "overhead-pair", pair / n);
    if (marks_inside > 0)
        put_number(r, "overhead-marks-inside", marks_inside / n);
    if (marks_pair > 0)
        put_number(r, "overhead-marks-pair", marks_pair / n);
}

/* Writes the CPU time of all processes, if it is known of each. */
static void put_cpu_seconds(struct reading *r)
{
    double sum = 0;
    for (size_t i = 0; i < r->at.n; i++) {
        if (!(r->at.at[i].manifest.cpu_seconds > 0))
            return;
        sum += r->at.at[i].manifest.cpu_seconds;
    }
    put_number(r, "cpu-seconds", sum);
}

static void put_regions(struct reading *r, const struct naming *names)
{
    for (unsigned i = 0; i < MANIFEST_REGIONS; i++)
        if (naming_name(names, i))
            put_key(r, arena_printf(r->arena, "region.%u", i), naming_name(names, i));
}

static void put_counters(struct reading *r)
{
    for (int c = 0; c < SAMPLE_COUNTERS; c++)
        for (size_t i = 0; i < r->at.n; i++)
            if (r->at.at[i].manifest.counters[c]) {
                put_key(r, arena_printf(r->arena, "counter.%d", c),
                        r->at.at[i].manifest.counters[c]);
                break;
            }
}

static int compare_thread_numbers(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

/* Returns whether no two manifests have the same thread number. */
static bool thread_numbers_differ(const struct reading *r)
{
    ARRAY(long) numbers = {0};
    for (size_t i = 0; i < r->at.n; i++)
        for (size_t k = 0; k < r->at.at[i].manifest.n_threads; k++)
            *array_push(&numbers) = r->at.at[i].manifest.threads[k].thread;
    array_sort(&numbers, compare_thread_numbers);
    bool differ = true;
    for (size_t i = 1; i < numbers.n; i++)
        differ &= numbers.at[i] != numbers.at[i - 1];
    array_free(&numbers);
    return differ;
}

/* Writes the thread numbers of the manifests if they are all different. Otherwise numbers threads
 * process by process: a process continues after the largest number of the previous one. */
static void put_threads(struct reading *r)
{
    long first = 0;
    bool keep = thread_numbers_differ(r);
    for (size_t i = 0; i < r->at.n; i++) {
        const struct manifest *m = &r->at.at[i].manifest;
        long next = first;
        for (size_t k = 0; k < m->n_threads; k++) {
            const struct manifest_thread *t = &m->threads[k];
            put_number(r,
                       arena_printf(r->arena, "thread.%u.%u", manifest_node(m, t->source),
                                    manifest_process(m, t->source)),
                       (double)(first + t->thread));
            next = first + t->thread >= next ? first + t->thread + 1 : next;
        }
        first = keep ? 0 : next;
    }
}

static const char *merged_manifest(struct reading *r, const struct naming *names)
{
    const struct manifest *m = &r->at.at[0].manifest;
    struct text_stream text;
    r->out = text_open(&text);
    fprintf(r->out, "# of %zu process%s\n", r->at.n, r->at.n == 1 ? "" : "es");
    put_key(r, "run", m->run);
    if (m->machine)
        put_key(r, "machine", m->machine);
    if (m->build)
        put_key(r, "build", m->build);
    if (m->isa)
        put_key(r, "isa", m->isa);
    put_number(r, "processors", (double)count_processors(r));
    if (is_known(m->clock))
        put_number(r, "clock", m->clock.value);
    put_means(r);
    put_number(r, "process-bits", m->process_bits);
    put_key(r, "overrun-of", m->overrun_of == OVERRUN_OF_THREAD ? "thread" : "node");
    put_cpu_seconds(r);
    put_counters(r);
    put_threads(r);
    put_regions(r, names);
    text_close(&text);
    const char *kept = arena_strndup(r->arena, text.text, text.size);
    free(text.text);
    return kept;
}

/* Sets f->names and f->manifest from the manifests of all processes. */
static void merge_manifests(struct sample_folder *f, struct reading *r)
{
    struct naming_scope *scopes = ARENA_ARRAY(r->arena, struct naming_scope, r->at.n);
    struct manifest *manifests = ARENA_ARRAY(r->arena, struct manifest, r->at.n);
    for (size_t i = 0; i < r->at.n; i++) {
        manifests[i] = r->at.at[i].manifest;
        scopes[i] = (struct naming_scope){&manifests[i], r->at.at[i].stem};
    }
    f->names = naming_new(scopes, r->at.n, r->d);
    if (f->names)
        f->manifest = merged_manifest(r, f->names);
}

static void free_processes(struct reading *r)
{
    for (size_t i = 0; i < r->at.n; i++)
        source_free(&r->at.at[i].text);
    array_free(&r->at);
}

/* Returns the process of a manifest; its node and process come from the file name, or are 0. */
static struct process process_of_manifest(struct reading *r, const char *manifest)
{
    struct process p = {0};
    const char *slash = strrchr(manifest, '/');
    size_t n = strlen(manifest);
    if (!read_name(slash ? slash + 1 : manifest, ".manifest", &p))
        p.node = p.process = 0;
    p.path = manifest;
    p.stem = n > 9 && strcmp(manifest + n - 9, ".manifest") == 0
                 ? arena_strndup(r->arena, manifest, n - 9)
                 : manifest;
    return p;
}

/* Adds the manifests X.manifest of streams X.mkn, except the manifest already in r. */
static void list_stream_manifests(struct reading *r, const char *const *streams, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(streams[i]);
        if (length < 4 || strcmp(streams[i] + length - 4, ".mkn") != 0)
            continue;
        const char *path = arena_printf(r->arena, "%.*s.manifest", (int)length - 4, streams[i]);
        if (is_file(path) && !same_file(path, r->at.at[0].path))
            *array_push(&r->at) = process_of_manifest(r, path);
    }
}

/* Frees the processes and, after an error, f->names. Returns good. */
static bool end_reading(struct sample_folder *f, struct reading *r, bool good)
{
    free_processes(r);
    if (!good) {
        naming_free(f->names);
        f->names = NULL;
    }
    return good;
}

bool sample_manifests_read(struct sample_folder *f, struct arena *a, const char *manifest,
                           const char *const *streams, size_t n, struct diag *d)
{
    struct diag quiet = {.quiet = true};
    struct reading r = {.arena = a, .d = &quiet, .path = manifest};
    long errors = d->errors;
    *f = (struct sample_folder){0};
    if (!is_file(manifest)) /* a pipe can be read only once: the caller reads it */
        return true;
    *array_push(&r.at) = process_of_manifest(&r, manifest);
    /* The caller reports errors of the manifest itself. */
    bool some = read_manifests(&r) && r.at.at[0].manifest.n_sources;
    r.d = d;
    if (some)
        list_stream_manifests(&r, streams, n);
    if (r.at.n > 1) {
        source_free(&r.at.at[0].text);
        if (read_manifests(&r))
            merge_manifests(f, &r);
    }
    return end_reading(f, &r, d->errors == errors);
}

bool sample_folder_read(struct sample_folder *f, struct arena *a, const char *path, struct diag *d)
{
    struct reading r = {.arena = a, .d = d, .path = path};
    long errors = d->errors;
    *f = (struct sample_folder){0};
    list_processes(&r);
    if (!r.at.n && d->errors == errors)
        diag_error(d, (struct where){.file = path},
                   "this directory has no file NODE.PROCESS.manifest; run the program with "
                   "MULTIKRON_DIR set to this directory");
    if (r.at.n && read_manifests(&r)) {
        merge_manifests(f, &r);
        f->streams = ARENA_ARRAY(a, const char *, r.at.n);
        for (size_t i = 0; i < r.at.n; i++) {
            const char *stream = arena_printf(a, "%s.mkn", r.at.at[i].stem);
            if (is_file(stream))
                f->streams[f->n++] = stream;
        }
    }
    return end_reading(f, &r, d->errors == errors);
}
