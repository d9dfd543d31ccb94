/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model of transputers (RSRE memo 4554, section 2): memory words, workspaces linked into two
 * queues of processes, time slices at safe points, timers, channel words and links. The monitors
 * of sections 3.3, 3.4 and 4.1 are processes of the model: they know about other processes only
 * what the memory contains. The model also records the exact times. */
#ifndef LAB_TRANSPUTER_MODEL_H
#define LAB_TRANSPUTER_MODEL_H

#include "base/arena.h"
#include "base/diag.h"
#include "lab/transputer/program.h"

/* Cycles of a process in each state, from its start to its end or the end of the run. `inside`:
 * cycles in which its sub-processes run. */
struct tp_exact_times {
    uint64_t running, queued, timer, communication, inside;
    uint64_t ended; /* cycles from its end to the end of the run */
};
/* The counts of figure 1's monitor for a process. */
struct tp_counts {
    uint64_t timer, waiting, processing; /* number of inspections that found it in the state */
    /* Cycles from the inspection of that round to the inspection of the next: the counts of a
     * monitor that reads the clock. The memo's monitor does not. */
    uint64_t timer_cycles, waiting_cycles, processing_cycles;
    bool monitored;
};
struct tp_process_result {
    struct tp_exact_times exact;
    struct tp_exact_times subs; /* sum over its sub-processes */
    size_t n_subs;              /* number of sub-processes */
    struct tp_counts counts;
    struct quantity tm; /* cycles that the TM process measured for it (section 3.4) */
};
struct tp_transputer_result {
    uint64_t cycles, idle;   /* exact; idle: no process but the monitor was ready */
    uint64_t monitor_cycles; /* cycles in which the monitor ran */
    uint64_t rounds,
        idle_rounds; /* of the monitor; idle_rounds: rounds that found the queue empty */
    uint64_t empty_rounds, empty_cycles; /* rounds that found the queue empty at their start and at
                                            their end, and their cycles */
    struct quantity calibrated; /* cycles of a round, measured with no process but the monitor,
                                   before any process has reported to it (section 4.2) */
    struct quantity efficiency; /* CPU efficiency as the monitor reports it: 1 - idle_rounds *
                                   calibrated / cycles; not clamped */
    struct quantity round; /* mean cycles of the empty_rounds; they include the inspections, which
                              the calibration of section 4.2 lacks */
    struct quantity timed; /* efficiency with `round` in place of `calibrated` */
};
struct tp_result {
    struct tp_process_result *processes;      /* in the order of the program */
    struct tp_transputer_result *transputers; /* likewise */
    const char *deadlock; /* a text that lists which process waits for which; NULL = no deadlock */
};
/* A change of a word of memory: a channel word, or offset -3 of a process's workspace. */
struct tp_change {
    uint64_t cycle;
    int transputer;
    int channel; /* index in the program; -1 = the word is offset -3 of `process` */
    int process; /* index in the program of the process that owns the workspace; -1 = a channel word
                  */
    uint32_t address;
    uint32_t value;
    int descriptor; /* the process whose descriptor the value is; -1 = none */
};
/* Callbacks. changed: after each change. read: with the results so far, every `every` cycles
 * (the memo's `to.monitor ! read`), but not at the end of the run. NULL and 0 = not called. */
struct tp_watcher {
    void (*changed)(void *context, const struct tp_change *c);
    uint64_t every;
    void (*read)(void *context,
                 const struct tp_result *so_far); /* the next call overwrites so_far */
    void *context;
};
/* Runs the program. Returns false after a message in d, for a process that its monitor does not
 * support (section 3.4). */
bool tp_run(const struct tp_program *p, const struct tp_watcher *w, struct arena *a,
            struct tp_result *to, struct diag *d);

#endif
