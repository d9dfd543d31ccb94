/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: inserts many rows of samples at once. */
#ifndef RUNS_BULK_H
#define RUNS_BULK_H

#include "runs/db.h"

enum { BULK_ROWS = 64 };

struct bulk {
    struct runs *r;
    struct bulk_row {
        long measurement, thread;
        double iterations, cycles;
    } at[BULK_ROWS];
    size_t n;
};

/* Stores a row, at the latest when bulk_end is called, which must be done before samples are read.
 * The measurement must not have another row of the thread. Return false after a message. */
bool bulk_put(struct bulk *b, const struct bulk_row *row);
bool bulk_end(struct bulk *b);

#endif
