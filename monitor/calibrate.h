/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How idle each CPU is by the method of RSRE memo 4554, section 3.3: a process of the lowest
 * priority puts itself at the back of the queue again and again and takes the time from one
 * rescheduling to the next. Times as short as those of a CPU that has nothing else to do were idle;
 * in longer ones the CPU had other work.
 *
 * It takes all the time that nobody else wants (SCHED_IDLE, man sched(7)), so that the kernel's own
 * account finds no idle time beside it: what it took is told, to be counted as idle there. */
#ifndef MONITOR_CALIBRATE_H
#define MONITOR_CALIBRATE_H

#include "base/diag.h"
#include "base/quantity.h"

#include <stdbool.h>

/* One CPU since calibration_start. */
struct rescheduling {
    double seconds;       /* that have passed */
    struct quantity idle; /* seconds of them, by reschedulings; missing with the reason */
    struct quantity turn; /* seconds between two reschedulings of an empty CPU: the calibration */
    double used;          /* CPU seconds that the process itself took */
};

/* Starts the processes, one on each CPU that this process may use, and calibrates them, which takes
 * a quarter of a second at most. `apart`: what is watched was not started by this process; its
 * session may have a share of the CPU of its own (man sched(7), autogroup), and so must ours, the
 * smallest, or it would get as much as that. NULL after a warning in d: no CPU was empty for a
 * moment, no process may be started. */
struct calibration *calibration_start(bool apart, struct diag *d);
/* False where the CPU is none that this process may use. */
bool calibration_read(const struct calibration *c, int cpu, struct rescheduling *r);
/* Ends the processes. */
void calibration_stop(struct calibration *c);

#endif
