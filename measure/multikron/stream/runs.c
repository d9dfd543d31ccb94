/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/util.h"
#include "measure/multikron/stream/runs.h"
#include "base/arena.h"
#include "measure/multikron/stream/spool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_AHEAD = 128 }; /* samples of a run in memory */

struct run_reader {
    int fd;
    uint64_t next, end; /* indices of samples in the file */
    size_t n, at;       /* number of samples in memory; index of the next one */
    struct packed ahead[READ_AHEAD];
};

static int compare_times(const void *a, const void *b)
{
    const struct packed *x = a, *y = b;
    return ORDER_BY_TWO(x, y, time, order);
}

static void store_run(struct runs *r)
{
    qsort(r->piece, r->filled, sizeof *r->piece, compare_times);
    const char *bytes = (const char *)r->piece;
    size_t left = r->filled * sizeof *r->piece;
    off_t at = (off_t)((uint64_t)r->n * RUN_SAMPLES * sizeof *r->piece);
    while (!r->failed && left) {
        ssize_t n = pwrite(r->fd, bytes, left, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            r->failed = n < 0 ? errno : ENOSPC;
            return;
        }
        bytes += n;
        at += n;
        left -= (size_t)n;
    }
    r->filled = 0;
    r->n++;
}

static void begin_runs(struct runs *r)
{
    r->used = true;
    r->fd = spool_open_file();
    r->failed = r->fd < 0 ? errno : 0;
    r->piece = xmalloc(RUN_SAMPLES * sizeof *r->piece);
}

void sorted_runs_add(struct runs *r, const struct timed *t)
{
    if (!r->used)
        begin_runs(r);
    if (r->failed)
        return;
    struct packed *p = &r->piece[r->filled++];
    p->time = t->time;
    p->order = r->total++;
    sample_pack(p->bytes, &t->sample);
    if (r->filled == RUN_SAMPLES)
        store_run(r);
}

void sorted_runs_finish(struct runs *r)
{
    if (!r->failed && r->filled)
        store_run(r);
    free(r->piece);
    r->piece = NULL;
}

void sorted_runs_free(struct runs *r)
{
    free(r->piece);
    if (r->used && r->fd >= 0)
        close(r->fd);
    *r = (struct runs){0};
}

struct run_reader *run_open(const struct runs *r, size_t i)
{
    struct run_reader *reader = xmalloc(sizeof *reader);
    uint64_t from = (uint64_t)i * RUN_SAMPLES, end = from + RUN_SAMPLES;
    reader->fd = r->fd;
    reader->next = from;
    reader->end = end < r->total ? end : r->total;
    reader->n = reader->at = 0;
    return reader;
}

static bool read_ahead(struct run_reader *r)
{
    size_t count = r->end - r->next < READ_AHEAD ? (size_t)(r->end - r->next) : READ_AHEAD;
    size_t bytes = count * sizeof *r->ahead, done = 0;
    while (done < bytes) {
        ssize_t n = pread(r->fd, (char *)r->ahead + done, bytes - done,
                          (off_t)(r->next * sizeof *r->ahead + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    r->n = done / sizeof *r->ahead;
    r->next += r->n;
    r->at = 0;
    return r->n > 0;
}

bool run_next(struct run_reader *r, struct timed *t)
{
    if (r->at == r->n && !read_ahead(r))
        return false;
    const struct packed *p = &r->ahead[r->at++];
    t->time = p->time;
    return sample_unpack(&t->sample, p->bytes, sizeof p->bytes) > 0;
}

void run_close(struct run_reader *r)
{
    free(r);
}
