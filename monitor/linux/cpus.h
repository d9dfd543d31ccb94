/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How idle each CPU was, by the kernel's account (/proc/stat, proc(5)) and by rescheduling. */
#ifndef MONITOR_LINUX_CPUS_H
#define MONITOR_LINUX_CPUS_H

#include "base/arena.h"
#include "base/array.h"
#include "facts/states.h"
#include "monitor/calibrate.h"

#include <stddef.h>
#include <stdint.h>

/* Ticks of a CPU since the machine started. */
struct cpu_ticks {
    int cpu;
    uint64_t idle; /* with waiting for a disk: nothing runs then either */
    uint64_t all;
    struct rescheduling rescheduling; /* where the CPU has such a process */
};
struct cpu_times {
    ARRAY(struct cpu_ticks) cpu; /* those there are */
};

/* Reads the text of /proc/stat; lines that are none are left out. */
void cpu_times_parse(struct cpu_times *t, const char *text, size_t n);
/* Reads /proc/stat; empty where that may not be read. c NULL = no rescheduling. */
void cpu_times_read(struct cpu_times *t, const struct calibration *c);
void cpu_times_free(struct cpu_times *t);
/* The CPUs of `to`, with the part of the time from `from` that they were idle; made in a. What the
 * rescheduling processes took is idle time, too: nobody else wanted it. */
struct watched_cpu *cpu_idle(const struct cpu_times *from, const struct cpu_times *to,
                             struct arena *a);

#endif
