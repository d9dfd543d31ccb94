/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sampling without perf_event_open: a preloaded library (preload/) starts a CPU timer in each
 * thread of the command and sends samples through shared memory. The kernel checks these timers at
 * its tick, so the rate is at most that of the tick, often 250 a second. Time in the kernel belongs
 * to the instruction of the program that entered the kernel. System calls may return EINTR. */
#ifndef MEASURE_SAMPLING_TIMERS_H
#define MEASURE_SAMPLING_TIMERS_H

#include "base/arena.h"
#include "measure/sampling/excluded.h"
#include "measure/sampling/numbering.h"
#include "measure/sampling/preload/area.h"
#include "measure/sampling/records.h"

/* CPU time of a thread. */
struct thread_time {
    uint64_t ns;                /* until its last message */
    uint64_t faults, kernel_ns; /* page faults and CPU time in the kernel, likewise */
    uint64_t address;           /* of its last sample */
    bool started;               /* the library has started its timer */
    bool has_address;           /* it had a sample since it began or executed another program */
};
/* A process with the library. */
struct process_threads {
    uint32_t others; /* threads but the first that have not ended */
};
struct timers {
    struct area *area; /* NULL = never opened, or closed */
    int fd;
    uint64_t interval;            /* as in the area, which the program can overwrite */
    struct numbering thread_keys; /* number of a thread in times */
    ARRAY(struct thread_time) times;
    struct numbering process_keys; /* number of a process in processes */
    ARRAY(struct process_threads) processes;
    uint64_t cpu_ns; /* CPU time of all threads */
    uint64_t starts; /* threads and processes that started, programs that were executed */
    uint64_t waits_since, waits_at; /* time and position of a unit that is not ready; 0 = none */
};

/* Returns NULL, or the reason why the command can't be sampled by a preloaded library, in a: it is
 * statically linked, or runs with the privileges of another user. */
const char *timers_refusal(struct arena *a, const char *command);
/* Adds the processes of the command without the library, with the reason, in a. */
void timers_find_excluded(struct arena *a, struct excluded *to);
/* Creates the shared memory for `rate` samples a second. Returns false with errno; then nothing is
 * to be closed. */
bool timers_open(struct timers *t, double rate);
/* Returns the environment of the command, in a: a list up to NULL. */
char *const *timers_environment(const struct timers *t, const char *library, struct arena *a);
/* Appends the complete messages to the block as records. now: ns, CLOCK_MONOTONIC. */
void timers_drain(struct timers *t, struct record_block *into, uint64_t now);
/* Returns the known CPU time of all threads in ns. */
uint64_t timers_cpu_time(const struct timers *t);
void timers_close(struct timers *t);

#endif
