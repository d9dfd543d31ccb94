/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: what reading source and reading compiled code share. A statement has one reader
 * at a time: rows of owners are read first, then what each of them owns. */
#ifndef RUNS_GET_H
#define RUNS_GET_H

#include "runs/db.h"

/* c stands at distance, latency and why missing of the owner's row. */
struct row_type;
struct recurrence get_recurrence(struct runs *r, struct columns *c, const struct row_type *steps,
                                 long owner);

struct machines {
    long *ids;
    const struct stored_machine **at;
    size_t n;
};
/* NULL after db_damaged. */
const struct stored_machine *machine_of(struct runs *r, const struct machines *m, long id);

/* Builds by name, then machine, without their files. False after a message. */
bool get_builds(struct runs *r, struct arena *a, struct stored_build **at, size_t *n);
/* The files of a build, with all loops. Failures are left in r. */
void get_sources(struct runs *r, struct arena *a, const struct machines *m, struct stored_build *b);
void get_compiled(struct runs *r, struct arena *a, const struct machines *m,
                  struct stored_build *b);

#endif
