/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process monitor for Linux. It samples all threads of a process, and of the processes that
 * it starts, at a random moment of each sampling period, and counts their states (RSRE memo
 * 4554, section 4.1, with the present scheduler). */
#ifndef MONITOR_MONITOR_H
#define MONITOR_MONITOR_H

#include "base/arena.h"
#include "base/diag.h"
#include "facts/states.h"

#include <sys/types.h>

struct monitor_area; /* measure/monitor/area.h: the data that programs report; NULL = none */
struct calibration;  /* measure/monitor/calibrate.h */

struct monitor_options {
    pid_t pid;             /* the process to watch; the ID of a thread selects its process */
    bool follow;           /* also watch the processes that it starts */
    double period;         /* mean sampling period in seconds; default 0.01 */
    uint64_t seed;         /* seed of the random moments */
    double column_seconds; /* width of a column of the timeline; columns are joined if there are too
                              many */
    const char *const *names; /* watch only threads with one of these n names; 0 = all */
    size_t n_names;
    bool registered; /* watch threads only while they are registered in the area */
    bool sites;      /* record where threads wait */
    const struct monitor_area *area;
    const struct calibration *calibration; /* measure idle CPUs by rescheduling; NULL = do not */
};

/* Opens a monitor of a process. Returns NULL after a message in d (no such process, no
 * permission). */
struct monitor *monitor_open(const struct monitor_options *o, struct diag *d);
/* Waits for the next sampling moment and samples all threads. Returns false if no thread is
 * left. Returns true early if a signal with a handler arrives during the wait, or the monitor is
 * woken up. */
bool monitor_sample(struct monitor *m);
/* Watches a descriptor (the socket of questions) during waits, and calls `ready` when it is
 * readable. */
void monitor_watch_descriptor(struct monitor *m, int descriptor, void (*ready)(void *),
                              void *context);
/* While this descriptor is readable, monitor_sample does not wait. A signal handler that writes
 * to it therefore loses no signal that arrives before the wait. */
void monitor_wake_by(struct monitor *m, int descriptor);
/* Ends the watch, and checks which processes have ended. The accounting of a command that has
 * ended and was not waited for yet is complete. monitor_sample then returns false. */
void monitor_finish(struct monitor *m);
/* Returns the results since the monitor was opened, allocated in a, which may be freed before
 * the monitor. */
struct watch monitor_watch(const struct monitor *m, struct arena *a);
/* Returns the results with only names, starts and counts of threads, for frequent questions. */
struct watch monitor_counts(const struct monitor *m, struct arena *a);
/* Returns the results since its last call, or since the start: for periodic reports. */
struct watch monitor_recent(struct monitor *m, struct arena *a);
void monitor_close(struct monitor *m);

#endif
