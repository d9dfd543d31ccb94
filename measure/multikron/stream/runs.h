/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts the samples of a stream by time in runs of RUN_SAMPLES, which are stored in an unlinked
 * temporary file. */
#ifndef MULTIKRON_STREAM_RUNS_H
#define MULTIKRON_STREAM_RUNS_H

#include "base/array.h"
#include "measure/multikron/sample.h"

enum { RUN_SAMPLES = 1 << 17 }; /* samples of a run */

struct timed {
    uint64_t time;
    struct sample sample;
};
/* All zeroes = empty. */
struct runs {
    bool used;
    int failed; /* errno; 0 = none */
    int fd;     /* valid if used and not failed */
    struct packed {
        uint64_t time, order;
        uint8_t bytes[SAMPLE_RESOURCE_BYTES];
    } * piece;      /* buffer for the current run */
    size_t filled;  /* number of samples in it */
    uint64_t total; /* number of samples added */
    size_t n;       /* number of runs in the file */
};

void sorted_runs_add(struct runs *r, const struct timed *t);
/* Stores the last run. No sample may be added after it. */
void sorted_runs_finish(struct runs *r);
void sorted_runs_free(struct runs *r);

/* Reads run i of n. r must outlive the reader. */
struct run_reader;
struct run_reader *run_open(const struct runs *r, size_t i);
bool run_next(struct run_reader *r, struct timed *t);
void run_close(struct run_reader *r);

#endif
