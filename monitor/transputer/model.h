/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model of transputers (RSRE memo 4554, section 2): memory words, workspaces linked into two
 * queues of processes, time slices at safe points, timers, channel words, links; and the monitors
 * of sections 3.3, 3.4 and 4.1 as processes inside it, which know of the others what the memory
 * says, and no more. Beside that the model keeps the exact truth. */
#ifndef MONITOR_TRANSPUTER_MODEL_H
#define MONITOR_TRANSPUTER_MODEL_H

#include "base/arena.h"
#include "base/diag.h"
#include "monitor/transputer/program.h"

/* Cycles of a process in each state, from its start to its end (or that of the run). Sub-processes
 * count for the process that started them as `inside`. */
struct tp_truth {
    uint64_t running, queued, timer, communication, inside;
    uint64_t ended; /* cycles from its end to that of the run */
};
/* What figure 1's monitor counted of a process. */
struct tp_counts {
    uint64_t timer, waiting, processing; /* inspections that found it so */
    /* Cycles from the look of that round to the look of the next: what a monitor would count that
     * reads the clock, which the memo's does not. */
    uint64_t timer_cycles, waiting_cycles, processing_cycles;
    bool monitored;
};
struct tp_process_result {
    struct tp_truth truth;
    struct tp_truth subs; /* of its sub-processes, added up */
    size_t n_subs;        /* sub-processes */
    struct tp_counts counts;
    struct quantity tm; /* cycles that the TM process found for it (section 3.4) */
};
struct tp_transputer_result {
    uint64_t cycles, idle;               /* truth; idle: nothing but the monitor was there to run */
    uint64_t monitor_cycles;             /* cycles that the monitor took */
    uint64_t rounds, idle_rounds;        /* of the monitor; idle_rounds: the queue was empty */
    uint64_t empty_rounds, empty_cycles; /* rounds at both ends of which it was, and their cycles */
    struct quantity calibrated; /* cycles of a round, measured on a machine with nothing but the
                                   monitor, before any process has told itself (section 4.2) */
    struct quantity efficiency; /* CPU efficiency as the monitor reports it: 1 - idle_rounds *
                                   calibrated / cycles; nothing is clamped */
    struct quantity round;      /* mean cycles of rounds at both ends of which the queue was empty:
                                   with the inspections that section 4.2's calibration is without */
    struct quantity timed;      /* efficiency with that one in the place of calibrated */
};
struct tp_result {
    struct tp_process_result *processes;      /* as in the program */
    struct tp_transputer_result *transputers; /* likewise */
    const char *deadlock;                     /* NULL, or who waits for whom for ever */
};
/* A word of memory that took another value: a channel word, or a process's workspace offset -3. */
struct tp_change {
    uint64_t cycle;
    int transputer;
    int channel; /* of the program's; -1 = offset -3 of `process` */
    int process; /* of the program's whose workspace it is; -1 = a channel word */
    uint32_t address;
    uint32_t value;
    int descriptor; /* the process whose descriptor the value is; -1 = none of them */
};
/* Told of each change, and of the results so far once in a number of cycles (the memo's
 * `to.monitor ! read`), but for the end of the run; all zeroes = nobody is. */
struct tp_watcher {
    void (*changed)(void *context, const struct tp_change *c);
    uint64_t every;
    void (*read)(void *context, const struct tp_result *so_far); /* which the next one overwrites */
    void *context;
};
/* Runs the program. False after a message in d (a process that a monitor can't have: see
 * section 3.4). */
bool tp_run(const struct tp_program *p, const struct tp_watcher *w, struct arena *a,
            struct tp_result *to, struct diag *d);

#endif
