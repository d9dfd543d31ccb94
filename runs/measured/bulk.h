/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: many rows of samples at once. */
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

/* Puts a row whose measurement has no other one of that thread, now or at the latest when
 * bulk_end is called, which must be before the database is asked for it. False after a message. */
bool bulk_put(struct bulk *b, const struct bulk_row *row);
bool bulk_end(struct bulk *b);

#endif
