/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/folder.h"
#include "base/textstream.h"

#include "measure/multikron/leftover.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A process that left a manifest. */
struct process {
    unsigned long node, process;
    const char *path; /* of its manifest */
    const char *stem; /* that without .manifest */
    struct source text;
    struct manifest manifest; /* its places are in text */
};
struct reading {
    struct arena *arena;
    struct diag *d;
    const char *path;
    ARRAY(struct process) at;
    FILE *out; /* the text that becomes the manifest */
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

/* "NODE.PROCESS.manifest", "NODE.PROCESS.mkn": its process; false = it is none of these. */
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

static int by_process(const void *a, const void *b)
{
    const struct process *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return (x->process > y->process) - (x->process < y->process);
}

/* A process whose rings are all that there is of it. */
static void check_ring_file(struct reading *r, const struct process *p)
{
    const char *stem = arena_printf(r->arena, "%s/%lu.%lu", r->path, p->node, p->process);
    struct leftover l;
    const char *stream = arena_printf(r->arena, "%s.mkn", stem);
    if (is_file(stream) || !leftover_any(&l, stream))
        return;
    diag_error(
        r->d, (struct where){.file = arena_printf(r->arena, "%s.mkr", stem)},
        "all samples of its process are in this ring file: it was killed, or still runs; try "
        "'multikron salvage'");
}

static void list_processes(struct reading *r)
{
    DIR *dir = opendir(r->path);
    struct process p = {0};
    if (!dir) {
        diag_error(r->d, (struct where){.file = r->path}, "can't be read: %s", strerror(errno));
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
                       "its process left no manifest: it was killed, or still runs; try "
                       "'multikron salvage' on its .mkr");
    }
    closedir(dir);
    if (r->at.n)
        qsort(r->at.at, r->at.n, sizeof *r->at.at, by_process);
}

static bool read_manifests(struct reading *r)
{
    bool ok = true;
    for (size_t i = 0; i < r->at.n; i++) {
        struct process *p = &r->at.at[i];
        ok &= source_read(&p->text, p->path, r->d) &&
              manifest_read(&p->manifest, r->arena, &p->text, r->d);
    }
    return ok;
}

/* ---- one of all ---- */

static void add(struct reading *r, const char *key, const char *value)
{
    size_t n = strlen(value);
    bool cut = strchr(value, '#') || (n && (value[0] == ' ' || value[n - 1] == ' '));
    const char *quote = cut ? "\"" : "";
    fprintf(r->out, "%s %s%s%s\n", key, quote, value, quote);
}

static void add_number(struct reading *r, const char *key, double value)
{
    fprintf(r->out, "%s %.17g\n", key, value);
}

/* Of each node the most that one of its processes had, of all nodes together. */
static long processors(const struct reading *r)
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

/* Means over the processes that ran instrumented loops, or over all where none did. */
static void add_means(struct reading *r)
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
    add_number(r, "cycles-per-tick", cycles / n);
    if (summed && inside > 0)
        add_number(r, "overhead-inside", inside / n);
    if (summed)
        add_number(r, "overhead-pair", pair / n);
    if (marks_inside > 0)
        add_number(r, "overhead-marks-inside", marks_inside / n);
    if (marks_pair > 0)
        add_number(r, "overhead-marks-pair", marks_pair / n);
}

static void add_regions(struct reading *r, const struct naming *names)
{
    for (unsigned i = 0; i < MANIFEST_REGIONS; i++)
        if (naming_name(names, i))
            add(r, arena_printf(r->arena, "region.%u", i), naming_name(names, i));
}

static void add_counters(struct reading *r)
{
    for (int c = 0; c < SAMPLE_COUNTERS; c++)
        for (size_t i = 0; i < r->at.n; i++)
            if (r->at.at[i].manifest.counters[c]) {
                add(r, arena_printf(r->arena, "counter.%d", c), r->at.at[i].manifest.counters[c]);
                break;
            }
}

/* Threads of one process stand behind those of the one before it. */
static void add_threads(struct reading *r)
{
    long first = 0;
    for (size_t i = 0; i < r->at.n; i++) {
        const struct manifest *m = &r->at.at[i].manifest;
        long next = first;
        for (size_t k = 0; k < m->n_threads; k++) {
            const struct manifest_thread *t = &m->threads[k];
            add_number(r,
                       arena_printf(r->arena, "thread.%u.%u", manifest_node(m, t->source),
                                    manifest_process(m, t->source)),
                       (double)(first + t->thread));
            next = first + t->thread >= next ? first + t->thread + 1 : next;
        }
        first = next;
    }
}

static const char *compose(struct reading *r, const struct naming *names)
{
    const struct manifest *m = &r->at.at[0].manifest;
    struct text_stream text;
    r->out = text_open(&text);
    fprintf(r->out, "# of %zu process%s\n", r->at.n, r->at.n == 1 ? "" : "es");
    add(r, "run", m->run);
    if (m->machine)
        add(r, "machine", m->machine);
    if (m->build)
        add(r, "build", m->build);
    if (m->isa)
        add(r, "isa", m->isa);
    add_number(r, "processors", (double)processors(r));
    if (is_known(m->clock))
        add_number(r, "clock", m->clock.value);
    add_means(r);
    add_number(r, "process-bits", m->process_bits);
    add(r, "overrun-of", m->overrun_of == OVERRUN_OF_THREAD ? "thread" : "node");
    add_counters(r);
    add_threads(r);
    add_regions(r, names);
    text_close(&text);
    const char *kept = arena_strndup(r->arena, text.text, text.size);
    free(text.text);
    return kept;
}

/* The manifests of all processes, as one. */
static void join_manifests(struct sample_folder *f, struct reading *r)
{
    struct naming_scope *scopes = ARENA_ARRAY(r->arena, struct naming_scope, r->at.n);
    struct manifest *manifests = ARENA_ARRAY(r->arena, struct manifest, r->at.n);
    for (size_t i = 0; i < r->at.n; i++) {
        manifests[i] = r->at.at[i].manifest;
        scopes[i] = (struct naming_scope){&manifests[i], r->at.at[i].stem};
    }
    f->names = naming_new(scopes, r->at.n, r->d);
    if (f->names)
        f->manifest = compose(r, f->names);
}

static void free_processes(struct reading *r)
{
    for (size_t i = 0; i < r->at.n; i++)
        source_free(&r->at.at[i].text);
    array_free(&r->at);
}

/* X.manifest: a process whose number its name says, or 0.0. */
static struct process process_of(struct reading *r, const char *manifest)
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

static bool is_same_file(const char *a, const char *b)
{
    struct stat s, t;
    return stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

/* The manifests beside streams, unless one is there already. */
static void list_beside(struct reading *r, const char *const *streams, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(streams[i]);
        if (length < 4 || strcmp(streams[i] + length - 4, ".mkn") != 0)
            continue;
        const char *path = arena_printf(r->arena, "%.*s.manifest", (int)length - 4, streams[i]);
        if (is_file(path) && !is_same_file(path, r->at.at[0].path))
            *array_push(&r->at) = process_of(r, path);
    }
}

/* Of a folder that could not be read nothing stays. Returns good. */
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
    if (!is_file(manifest)) /* what can be read once only is left to its own reader */
        return true;
    *array_push(&r.at) = process_of(&r, manifest);
    /* What is wrong with the manifest itself is reported by its own reader. */
    bool some = read_manifests(&r) && r.at.at[0].manifest.n_sources;
    r.d = d;
    if (some)
        list_beside(&r, streams, n);
    if (r.at.n > 1) {
        source_free(&r.at.at[0].text);
        if (read_manifests(&r))
            join_manifests(f, &r);
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
                   "this folder has no manifest NODE.PROCESS.manifest: was MULTIKRON_DIR set to it "
                   "when the program ran?");
    if (r.at.n && read_manifests(&r)) {
        join_manifests(f, &r);
        f->streams = ARENA_ARRAY(a, const char *, r.at.n);
        for (size_t i = 0; i < r.at.n; i++) {
            const char *stream = arena_printf(a, "%s.mkn", r.at.at[i].stem);
            if (is_file(stream))
                f->streams[f->n++] = stream;
        }
    }
    return end_reading(f, &r, d->errors == errors);
}
