/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the files of recorded accesses: counts/runtime/format.h. */
#include "counts/streams.h"
#include "base/util.h"
#include "counts/runtime/format.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEGMENTS_AT = RECORD_HEADER + RECORD_COUNTS * (int)sizeof(struct record_count),
    SEGMENT_BYTES = RECORD_WORDS * (int)sizeof(uint64_t)
};

/* ---- a thread's file ---- */

struct file {
    struct arena *a;
    const char *bytes;
    size_t n;
    struct diag *d;
    struct record_header header;
    bool damaged; /* a part of it is missing or wrong */
};

static void copy_header(const struct file *f, struct stream_thread *t)
{
    const struct record_header *h = &f->header;
    t->known = true;
    t->executed = h->executed;
    t->bursts = h->bursts;
    t->events = h->events;
    t->accesses = h->accesses;
    t->longest_events = h->longest_events;
    t->longest_lines = h->longest_lines;
    t->lost = h->lost;
    t->rate = 1.0 / (double)(UINT64_C(1) << h->shift);
}

static bool is_valid_key(uint64_t key)
{
    uint64_t kind = key / RECORD_KEY_KIND % (RECORD_KEY_NUMBER / RECORD_KEY_KIND);
    uint64_t bin = key % RECORD_KEY_KIND, number = (key & ~RECORD_KEY) / RECORD_KEY_NUMBER;
    return (key & RECORD_KEY) && number < RECORD_REFERENCES_MOST && kind < RECORD_KINDS &&
           (kind == RECORD_PASSES ? bin == 0 : bin < STREAM_BINS);
}

static int by_key(const void *a, const void *b)
{
    const struct stream_count *x = a, *y = b;
    return ORDER_OF(x->key, y->key);
}

static void read_counts(struct file *f, struct stream_thread *t)
{
    struct record_count c;
    size_t at = RECORD_HEADER;
    for (int i = 0; i < RECORD_COUNTS; i++, at += sizeof c) {
        if (at + sizeof c > f->n) {
            f->damaged = true;
            break;
        }
        memcpy(&c, f->bytes + at, sizeof c);
        if (is_valid_key(c.key))
            *ARENA_PUSH(f->a, t->counts, t->n_counts) = (struct stream_count){c.key, c.n};
        else
            f->damaged |= c.key != 0;
    }
    if (t->n_counts)
        qsort(t->counts, t->n_counts, sizeof *t->counts, by_key);
}

static int by_burst(const void *a, const void *b)
{
    const struct stream_segment *x = a, *y = b;
    return ORDER_BY_TWO(x, y, burst, before);
}

static void read_segment(struct file *f, int i, struct stream_thread *t)
{
    const struct record_segment *s = &f->header.segments[i];
    size_t at = SEGMENTS_AT + (size_t)i * SEGMENT_BYTES;
    size_t present = f->n > at ? min_size((f->n - at) / sizeof(uint64_t), RECORD_WORDS) : 0;
    size_t n = s->n < present ? (size_t)s->n : present;
    f->damaged |= n < s->n;
    if (!n)
        return;
    uint64_t *words = ARENA_ARRAY(f->a, uint64_t, n);
    memcpy(words, f->bytes + at, n * sizeof *words);
    *ARENA_PUSH(f->a, t->segments, t->n_segments) =
        (struct stream_segment){s->burst, s->before, words, n};
}

static bool check_header(const struct file *f, unsigned slot)
{
    const struct record_header *h = &f->header;
    return h->header_bytes == RECORD_HEADER && h->slot == slot && h->shift < 32;
}

bool stream_thread_read(struct arena *a, const char *bytes, size_t n, struct diag *d,
                        struct stream_thread *t)
{
    struct where w = {.file = t->path};
    struct file f = {.a = a, .bytes = bytes, .n = n, .d = d};
    if (n < sizeof f.header || memcmp(bytes, RECORD_MAGIC, sizeof f.header.magic) != 0) {
        diag_error(d, w, "this is not a file of recorded accesses");
        return false;
    }
    memcpy(&f.header, bytes, sizeof f.header);
    if (!check_header(&f, t->slot)) {
        diag_error(d, w, "the header of this file of recorded accesses is damaged");
        return false;
    }
    copy_header(&f, t);
    read_counts(&f, t);
    for (int i = 0; i < RECORD_SEGMENTS; i++)
        read_segment(&f, i, t);
    if (t->n_segments)
        qsort(t->segments, t->n_segments, sizeof *t->segments, by_burst);
    if (f.damaged)
        diag_warning(d, w, "the file is truncated or damaged: some of its records are missing");
    t->damaged = f.damaged;
    return true;
}

/* ---- a process ---- */

struct run_reader {
    struct arena *a;
    struct diag *d;
    const struct count_map *const *maps;
    size_t n_maps;
    struct stream_run *run;
};

static void mark_incomplete(struct run_reader *r, const char *why)
{
    if (!r->run->incomplete)
        r->run->incomplete = why;
}

static const struct count_map *map_of(const struct run_reader *r,
                                      const struct count_recorded_unit *u)
{
    for (size_t i = 0; i < r->n_maps; i++) {
        const struct count_map *m = r->maps[i];
        if (m->identity == u->identity && m->n_parts == u->n_parts &&
            m->n_references == u->n_references)
            return m;
    }
    return NULL;
}

static void read_thread(struct run_reader *r, const struct count_process *of, unsigned slot,
                        struct stream_thread *t)
{
    struct source s = {.path = NULL};
    t->slot = slot;
    t->path = count_path_of_thread(r->a, of, slot, ".records");
    if (!source_read(&s, t->path, r->d) || !stream_thread_read(r->a, s.text, s.size, r->d, t) ||
        t->damaged)
        mark_incomplete(r, "a file of its records is missing or damaged");
    if (t->lost)
        mark_incomplete(r, "the histograms of a thread had no space for all distances");
    source_free(&s);
}

/* Threads without a block of their own, which have slot 0, record nothing. */
static void add_process(struct run_reader *r, const struct count_process *of)
{
    struct stream_process p = {
        .path = of->path, .pid = of->pid, .parent = of->parent, .program = of->program};
    p.unstored = of->unstored || of->unrecorded;
    p.damaged = of->damaged;
    for (size_t i = 0; i < of->n_recorded; i++)
        *ARENA_PUSH(r->a, p.units, p.n_units) =
            (struct stream_unit){of->recorded[i], map_of(r, &of->recorded[i])};
    for (size_t i = 0; i < of->n_threads; i++)
        if (of->threads[i].slot) {
            struct stream_thread *t = ARENA_PUSH(r->a, p.threads, p.n_threads);
            *t = (struct stream_thread){.n_threads = of->threads[i].n_threads};
            read_thread(r, of, of->threads[i].slot, t);
        }
    if (p.unstored)
        mark_incomplete(r, "a recorded process could not store its records");
    *ARENA_PUSH(r->a, r->run->processes, r->run->n_processes) = p;
}

static void read_process(struct run_reader *r, const char *path)
{
    struct source s = {.path = NULL};
    struct count_process p = {.damaged = true};
    if (source_read(&s, path, r->d) && count_index_read(r->a, &s, r->d, &p))
        add_process(r, &p);
    else
        p.damaged = true;
    if (p.damaged)
        mark_incomplete(r, "the index of a recorded process is damaged");
    source_free(&s);
}

bool streams_read(struct arena *a, const char *folder, const struct count_map *const *maps,
                  size_t n, struct diag *d, struct stream_run *run)
{
    struct run_reader r = {a, d, maps, n, run};
    const char **paths;
    size_t n_paths;
    *run = (struct stream_run){.n_processes = 0};
    if (!count_find_indexes(a, folder, d, &paths, &n_paths))
        return false;
    for (size_t i = 0; i < n_paths; i++)
        read_process(&r, paths[i]);
    return true;
}
