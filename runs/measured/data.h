/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: the recorded data accesses of the rows of a profile. */
#ifndef RUNS_DATA_H
#define RUNS_DATA_H

#include "facts/hotspots.h"
#include "runs/db.h"

/* Stores the data of all rows of the profile of a run, which are stored. Returns false after a
 * message. */
bool put_hot_data(struct runs *r, long run, const struct hot_profile *p);
/* Sets the data of the n rows of a profile that have some, allocated in a. Returns false after a
 * message: the database is damaged. */
bool read_hot_data(struct runs *r, struct arena *a, long run, struct hotspot *rows, size_t n);

#endif
