/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: sums over threads (runs_sums) are stored in the database, so that samples need
 * not be read to get them. */
#ifndef RUNS_SUMS_H
#define RUNS_SUMS_H

#include "runs/db.h"

/* Computes the sums of each measurement without them. Returns false after a message. */
bool sums_update(struct runs *r);
/* Deletes the sums of a measurement, which is required when its samples or skips change. Deleting a
 * measurement deletes its sums. Returns false after a message. */
bool sums_invalidate(struct runs *r, long measurement);

#endif
