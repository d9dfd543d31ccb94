/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes that a process has started, as /proc lists them. */
#ifndef MEASURE_SAMPLING_DESCENDANTS_H
#define MEASURE_SAMPLING_DESCENDANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct descendants {
    size_t n;           /* processes */
    double cpu_seconds; /* their CPU time, and that of the children for which they waited */
    double minor_faults, major_faults; /* likewise */
};
/* Returns the descendants of a process, and the process itself if `self` is true. Processes that
 * start or end meanwhile can be missing. */
struct descendants descendants_of(pid_t pid, bool self);
/* Calls visit with each of them but the process itself, and with its CPU time without that of its
 * children. */
void descendants_visit(pid_t pid, void (*visit)(void *context, pid_t pid, double cpu_seconds),
                       void *context);

#endif
