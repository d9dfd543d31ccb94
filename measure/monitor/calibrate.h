/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how idle each CPU is with the method of RSRE memo 4554, section 3.3. A process of the
 * lowest priority repeatedly appends itself to the queue and measures the time from one
 * rescheduling to the next. Times as short as on a CPU without other work were idle; in longer
 * ones the CPU had other work. The process uses all CPU time that no other process needs
 * (SCHED_IDLE, sched(7)), so the kernel's accounting finds no idle time meanwhile. The time it
 * used is reported, to be counted as idle. */
#ifndef MONITOR_CALIBRATE_H
#define MONITOR_CALIBRATE_H

#include "base/diag.h"
#include "base/quantity.h"

#include <stdbool.h>

/* A CPU since calibration_start. */
struct rescheduling {
    double seconds;       /* elapsed seconds */
    struct quantity idle; /* idle seconds of these, by rescheduling; missing with the reason */
    struct quantity turn; /* seconds between two reschedulings of an empty CPU: the calibration */
    double used;          /* CPU seconds that the process itself used */
};

/* Starts the processes, one on each CPU that this process may use, and calibrates them within a
 * quarter of a second. `apart`: the watched process was not started by this process. Its session
 * may have its own share of the CPU (autogroup, sched(7)); the processes then get a session with
 * the smallest share, or they would get as much CPU time. Returns NULL after a warning in d if
 * no CPU was idle or no process could be started. */
struct calibration *calibration_start(bool apart, struct diag *d);
/* Reads the state of a CPU. Returns false if this process may not use the CPU. */
bool calibration_read(const struct calibration *c, int cpu, struct rescheduling *r);
/* Ends the processes. */
void calibration_stop(struct calibration *c);

#endif
