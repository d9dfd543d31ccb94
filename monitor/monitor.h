/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process monitor for Linux: looks at all threads of a process, and of those that it starts, at
 * a random moment of each period, and counts what they are doing (RSRE memo 4554, section 4.1, on
 * today's scheduler). */
#ifndef MONITOR_MONITOR_H
#define MONITOR_MONITOR_H

#include "base/arena.h"
#include "base/diag.h"
#include "facts/states.h"

#include <sys/types.h>

struct monitor_area; /* monitor/area.h: what programs told of themselves; NULL = nothing */
struct calibration;  /* monitor/calibrate.h */

struct monitor_options {
    pid_t pid;             /* the process to watch; a thread stands for its process */
    bool follow;           /* the processes that it starts, too */
    double period;         /* seconds between samples on average: 0.01 */
    uint64_t seed;         /* of the random moments */
    double column_seconds; /* of the timeline; columns are joined where there would be too many */
    const char *const *names; /* watch only threads so called, n of them; 0 = all */
    size_t n_names;
    bool registered; /* watch threads only while they are registered in the area */
    bool sites;      /* keep where threads waited */
    const struct monitor_area *area;
    const struct calibration *calibration; /* CPU idle by rescheduling, too; NULL = not */
};

/* A monitor of a process. NULL after a message in d (no such process, no permission). */
struct monitor *monitor_open(const struct monitor_options *o, struct diag *d);
/* Waits for the next moment and looks at all threads. False when nothing is left to watch. Returns
 * early, true, when a signal that has a handler arrives in the wait, or it is woken. */
bool monitor_sample(struct monitor *m);
/* A descriptor that is watched while waiting for the next moment (the socket of questions); what is
 * there to read is handed to `ready`. */
void monitor_watch_descriptor(struct monitor *m, int descriptor, void (*ready)(void *),
                              void *context);
/* While there is something to read from this descriptor, monitor_sample does not wait for a moment:
 * whoever notes signals by it misses none that came before the wait. */
void monitor_wake_by(struct monitor *m, int descriptor);
/* Ends the watch now, and finds out which processes ended until then; a command whose end was not
 * waited for yet is seen with all the time it took. monitor_sample is false afterwards. */
void monitor_finish(struct monitor *m);
/* What was seen since the monitor was opened, made in a, which may be freed before the monitor. */
struct watch monitor_watch(const struct monitor *m, struct arena *a);
/* The same, but of threads what they are called, when they began and their counts alone: for those
 * that ask again and again. */
struct watch monitor_counts(const struct monitor *m, struct arena *a);
/* What was seen since the last call of it (or the begin): for reports every second. */
struct watch monitor_recent(struct monitor *m, struct arena *a);
void monitor_close(struct monitor *m);

#endif
