/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The idle time of each CPU, from the kernel's accounting (/proc/stat, proc(5)) and by
 * rescheduling. */
#ifndef MONITOR_LINUX_CPUS_H
#define MONITOR_LINUX_CPUS_H

#include "base/arena.h"
#include "base/array.h"
#include "facts/states.h"
#include "measure/monitor/calibrate.h"

#include <stddef.h>
#include <stdint.h>

/* Ticks of a CPU since the start of the machine. */
struct cpu_ticks {
    int cpu;
    uint64_t idle; /* includes waiting for a disk */
    uint64_t all;
    struct rescheduling rescheduling; /* if the CPU has such a process */
};
struct cpu_times {
    ARRAY(struct cpu_ticks) cpu; /* all CPUs of the machine */
};

/* Parses the text of /proc/stat; ignores invalid lines. */
void cpu_times_parse(struct cpu_times *t, const char *text, size_t n);
/* Reads /proc/stat; empty if it may not be read. c NULL = no rescheduling. */
void cpu_times_read(struct cpu_times *t, const struct calibration *c);
void cpu_times_free(struct cpu_times *t);
/* Returns the CPUs of `to` with their idle share of the time since `from`, allocated in a. Time
 * that the rescheduling processes used counts as idle, because no other process needed it. */
struct watched_cpu *cpu_idle(const struct cpu_times *from, const struct cpu_times *to,
                             struct arena *a);

#endif
