/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: functions for reading facts of source and of compiled code. A statement has
 * one reader at a time, so all rows of owners are read before the rows that belong to them. */
#ifndef RUNS_GET_H
#define RUNS_GET_H

#include "runs/db.h"

/* Reads a recurrence: distance, latency and reason from the next columns of c, its steps from their
 * rows. */
struct row_type;
struct recurrence get_recurrence(struct runs *r, struct columns *c, const struct row_type *steps,
                                 long owner);

struct machines {
    long *ids;
    const struct stored_machine **at;
    size_t n;
};
/* Returns the machine with an id; NULL after db_damaged. */
const struct stored_machine *machine_of(struct runs *r, const struct machines *m, long id);

/* Reads the builds by name, then machine, without their files. Returns false after a message. */
bool get_builds(struct runs *r, struct arena *a, struct stored_build **at, size_t *n);
/* Read the files of a build with all loops. Errors set r->failed. */
void get_sources(struct runs *r, struct arena *a, const struct machines *m, struct stored_build *b);
void get_compiled(struct runs *r, struct arena *a, const struct machines *m,
                  struct stored_build *b);

#endif
