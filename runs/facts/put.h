/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: what putting source and putting compiled code share. */
#ifndef RUNS_PUT_H
#define RUNS_PUT_H

#include "runs/db.h"

/* Rows that a file's facts are for. */
struct target {
    long build, machine;
};
/* Finds them, or makes them. */
bool find_target(struct runs *r, const struct runs_target *t, struct target *id);

/* At the end of a command that put facts: takes away loops and machines that nothing refers to any
 * more. False after a message. */
bool facts_prune(struct runs *r);

#endif
