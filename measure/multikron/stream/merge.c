/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/merge.h"
#include "base/arena.h"
#include "measure/multikron/stream/clocks.h"
#include "measure/multikron/stream/runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A sequence of samples in order of time: a file, or a sorted run of a file. */
struct lane {
    size_t file;
    uint64_t order; /* decides between samples of the same time */
    struct stream stream;
    struct clocks clocks;
    const uint8_t *block;
    size_t n, at;           /* size of the block, and position in it, bytes */
    struct run_reader *run; /* used instead of the stream if not NULL */
    struct timed now;       /* the next sample */
};
struct merge {
    struct merge_options o;
    struct diag *d, quiet;
    struct merge_file *files;
    size_t n;
    struct runs *sorted; /* by file; empty for files that are in order */
    struct drift drift;
    ARRAY(struct lane *) heap; /* the lane with the smallest time is at index 0 */
};

/* ---- examination ---- */

static struct clocks new_clocks(const struct merge *m)
{
    return (struct clocks){.process_bits = m->o.process_bits, .disorder = m->o.disorder};
}

static void examine_sample(struct merge_file *f, uint8_t header, uint64_t time, uint64_t *is_before)
{
    f->in_order &= time >= *is_before;
    *is_before = time;
    if (f->samples++ == 0)
        f->first = time;
    f->fifo_overrun += header >> 2 & 1;
    f->shadow_overrun += header >> 1 & 1;
    f->read_error += header & 1;
}

/* Reads a file. If examine is set, fills in its struct merge_file. Unless runs is NULL, sorts its
 * samples into runs; an examined pipe is always sorted. */
static void read_through(struct merge *m, size_t i, bool examine, struct runs *runs)
{
    struct merge_file *f = &m->files[i];
    struct clocks clocks = new_clocks(m);
    struct stream r;
    struct timed t;
    const uint8_t *at;
    uint64_t is_before = 0;
    if (!stream_open(&r, f->name, examine ? m->o.form : f->form, examine ? m->d : &m->quiet))
        return;
    if (examine && (!r.in.seekable || r.in.fd == STDIN_FILENO))
        runs = &m->sorted[i];
    for (size_t n; (n = stream_next_block(&r, &at)) > 0;)
        for (size_t b = 0; b < n;) {
            uint8_t header = at[b];
            b += sample_unpack(&t.sample, at + b, n - b);
            t.time = clocks_time(&clocks, &t.sample);
            if (examine)
                examine_sample(f, header, t.time, &is_before);
            if (runs)
                sorted_runs_add(runs, &t);
        }
    if (examine) {
        f->form = r.form;
        f->losses = r.losses;
        f->failed = r.in.failed || r.in.spool.failed;
    }
    if (runs)
        sorted_runs_finish(runs);
    stream_close(&r);
    clocks_free(&clocks);
}

static void examine_file(struct merge *m, size_t i)
{
    struct merge_file *f = &m->files[i];
    f->in_order = f->failed = true;
    f->form = STREAM_BARE;
    read_through(m, i, true, NULL);
    if (!f->in_order && !m->sorted[i].used)
        read_through(m, i, false, &m->sorted[i]);
    if (m->sorted[i].failed) {
        diag_error(m->d, (struct where){.file = f->name},
                   "cannot be sorted in TMPDIR: %s; free space there",
                   strerror(m->sorted[i].failed));
        f->failed = true;
    }
}

/* Shifts the times of the files that began after a wrap that is part of other files. */
static void shift_files(struct merge *m)
{
    uint64_t greatest = 0;
    for (size_t i = 0; i < m->n; i++)
        if (m->files[i].samples && m->files[i].first > greatest)
            greatest = m->files[i].first;
    for (size_t i = 0; i < m->n; i++)
        if (m->files[i].samples && greatest - m->files[i].first > SAMPLE_TIME_MASK / 2)
            m->files[i].shift = SAMPLE_TIME_MASK + 1;
}

/* ---- lanes ---- */

static bool lane_read(struct lane *l)
{
    if (l->run)
        return run_next(l->run, &l->now);
    if (l->at == l->n) {
        l->n = stream_next_block(&l->stream, &l->block);
        l->at = 0;
    }
    if (l->n == 0)
        return false;
    l->at += sample_unpack(&l->now.sample, l->block + l->at, l->n - l->at);
    l->now.time = clocks_time(&l->clocks, &l->now.sample);
    return true;
}

static void lane_free(struct lane *l)
{
    if (l->run)
        run_close(l->run);
    else
        stream_close(&l->stream);
    clocks_free(&l->clocks);
    free(l);
}

static bool is_before(const struct lane *a, const struct lane *b)
{
    return a->now.time != b->now.time ? a->now.time < b->now.time : a->order < b->order;
}

static void sift_down(struct merge *m)
{
    struct lane **heap = m->heap.at, *top = m->heap.n ? heap[0] : NULL;
    size_t i = 0, child;
    while ((child = 2 * i + 1) < m->heap.n) {
        child += child + 1 < m->heap.n && is_before(heap[child + 1], heap[child]);
        if (!is_before(heap[child], top))
            break;
        heap[i] = heap[child];
        i = child;
    }
    if (top)
        heap[i] = top;
}

/* Adds a lane to the heap, or frees it if it has no samples. */
static void add_lane(struct merge *m, struct lane *l, uint64_t *order)
{
    l->order = (*order)++;
    if (!lane_read(l)) {
        lane_free(l);
        return;
    }
    l->now.time += m->files[l->file].shift;
    *array_push(&m->heap) = l;
    struct lane **heap = m->heap.at;
    for (size_t i = m->heap.n - 1; i > 0 && is_before(l, heap[(i - 1) / 2]); i = (i - 1) / 2) {
        heap[i] = heap[(i - 1) / 2];
        heap[(i - 1) / 2] = l;
    }
}

static struct lane *new_lane(const struct merge *m, size_t file)
{
    struct lane *l = xmalloc(sizeof *l);
    memset(l, 0, sizeof *l);
    l->file = file;
    l->clocks = new_clocks(m);
    return l;
}

static void add_file_lanes(struct merge *m, size_t i, uint64_t *order)
{
    struct merge_file *f = &m->files[i];
    for (size_t r = 0; r < m->sorted[i].n; r++) {
        struct lane *l = new_lane(m, i);
        l->run = run_open(&m->sorted[i], r);
        add_lane(m, l, order);
    }
    if (m->sorted[i].used || f->samples == 0)
        return;
    struct lane *l = new_lane(m, i);
    if (stream_open(&l->stream, f->name, f->form, &m->quiet))
        add_lane(m, l, order);
    else
        free(l);
}

struct merge *merge_open(const char *const *files, size_t n, struct merge_options o, struct diag *d)
{
    struct merge *m = xmalloc(sizeof *m);
    uint64_t order = 0;
    *m = (struct merge){.o = o, .d = d, .quiet = {.quiet = true}, .n = n};
    m->drift.process_bits = o.process_bits;
    m->files = xmalloc(n * sizeof *m->files);
    m->sorted = xmalloc(n * sizeof *m->sorted);
    for (size_t i = 0; i < n; i++) {
        m->files[i] = (struct merge_file){.name = files[i]};
        m->sorted[i] = (struct runs){0};
        examine_file(m, i);
    }
    shift_files(m);
    for (size_t i = 0; i < n; i++)
        add_file_lanes(m, i, &order);
    return m;
}

/* Reports files of which the second pass read fewer samples than the first one. The second pass
 * itself is quiet, because the first one has reported all losses. */
static void report_missing(struct merge *m)
{
    for (size_t i = 0; i < m->n; i++) {
        struct merge_file *f = &m->files[i];
        if (f->given < f->samples)
            diag_error(m->d, (struct where){.file = f->name},
                       "cannot be read again: %" PRIu64 " of its %" PRIu64 " samples are missing",
                       f->samples - f->given, f->samples);
        f->failed |= f->given < f->samples;
        f->given = f->samples;
    }
}

bool merge_next(struct merge *m, struct sample *s, uint64_t *time)
{
    if (m->heap.n == 0) {
        report_missing(m);
        return false;
    }
    struct lane *l = m->heap.at[0];
    m->files[l->file].given++;
    *s = l->now.sample;
    *time = l->now.time;
    drift_add(&m->drift, s, (int64_t)*time, (int)l->file);
    if (lane_read(l)) {
        l->now.time += m->files[l->file].shift;
    } else {
        lane_free(l);
        m->heap.at[0] = m->heap.at[--m->heap.n];
    }
    sift_down(m);
    return true;
}

const struct merge_file *merge_files(const struct merge *m, size_t *n)
{
    *n = m->n;
    return m->files;
}

const struct drift *merge_drift(struct merge *m)
{
    drift_sort(&m->drift);
    return &m->drift;
}

void merge_close(struct merge *m)
{
    for (size_t i = 0; i < m->heap.n; i++)
        lane_free(m->heap.at[i]);
    for (size_t i = 0; i < m->n; i++)
        sorted_runs_free(&m->sorted[i]);
    array_free(&m->heap);
    drift_free(&m->drift);
    free(m->files);
    free(m->sorted);
    free(m);
}
