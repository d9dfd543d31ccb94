/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: functions for storing facts of source and of compiled code. */
#ifndef RUNS_PUT_H
#define RUNS_PUT_H

#include "runs/db.h"

/* The rows of the build and machine of a file. */
struct target {
    long build, machine;
};
/* Finds or creates these rows. Returns false after a message. */
bool find_target(struct runs *r, const struct runs_target *t, struct target *id);

/* Deletes unreferenced loops and machines if the command stored facts. Returns false after a
 * message. */
bool facts_prune(struct runs *r);

#endif
