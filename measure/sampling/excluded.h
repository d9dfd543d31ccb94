/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes of a command that can't be sampled, and their CPU time. */
#ifndef MEASURE_SAMPLING_EXCLUDED_H
#define MEASURE_SAMPLING_EXCLUDED_H

#include "base/arena.h"
#include "base/array.h"
#include "measure/sampling/profile.h"

#include <sys/types.h>

struct excluded_process {
    pid_t pid;
    char name[64];
    const char *why;
    double seconds; /* of its tree, when it was last read */
    bool ended;
};
struct excluded {
    ARRAY(struct excluded_process) processes;
};

/* Adds a process; why must outlive e. */
void excluded_add(struct excluded *e, pid_t pid, const char *name, const char *why);
/* Returns whether a process was added. */
bool excluded_has(const struct excluded *e, pid_t pid);
/* Reads the CPU time of the processes that have not ended. */
void excluded_update(struct excluded *e);
/* Sets the CPU time of all of them, of which `rest` seconds are the time of the kernel and theirs,
 * in p: at least what was read, at most 0.2 s more for each, because the time after its last update
 * is unknown. The estimate is the upper limit; the remainder is the time of the kernel. */
void excluded_set_seconds(const struct excluded *e, double rest, struct profile *p);
/* Stores each name once in p, in a, with the reason. */
void excluded_fill(const struct excluded *e, struct arena *a, struct profile *p);
void excluded_free(struct excluded *e);

#endif
