/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of one stream sorted by time, piece by piece, into a file without a name. */
#ifndef MULTIKRON_STREAM_RUNS_H
#define MULTIKRON_STREAM_RUNS_H

#include "base/array.h"
#include "measure/multikron/sample.h"

enum { RUN_SAMPLES = 1 << 17 }; /* of one piece */

struct timed {
    uint64_t time;
    struct sample sample;
};
/* Empty: all zeroes. */
struct runs {
    bool used;
    int failed; /* errno; 0 = none */
    int fd;     /* valid if used and not failed */
    struct packed {
        uint64_t time, order;
        uint8_t bytes[SAMPLE_RESOURCE_BYTES];
    } * piece;      /* RUN_SAMPLES under way */
    size_t filled;  /* of them */
    uint64_t total; /* samples put */
    size_t n;       /* runs in the file */
};

void runs_put(struct runs *r, const struct timed *t);
/* No more come. */
void runs_end(struct runs *r);
void runs_free(struct runs *r);

/* Run i of n, while runs stays. */
struct run_reader;
struct run_reader *run_open(const struct runs *r, size_t i);
bool run_next(struct run_reader *r, struct timed *t);
void run_close(struct run_reader *r);

#endif
