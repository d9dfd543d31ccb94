/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types and functions that the modelled monitors share. */
#ifndef LAB_TRANSPUTER_WATCH_H
#define LAB_TRANSPUTER_WATCH_H

#include "lab/transputer/machine.h"

/* The data that a process has reported to the monitor. */
struct tp_entry {
    bool known;
    uint32_t workspace;
    uint32_t *channels; /* addresses of channel words */
    size_t n_channels, room;
    uint64_t *last; /* counter that the last inspection's cycles belong to; NULL = no inspection in
                       this round */
};
/* The state of a monitor. */
struct tp_watch_state {
    struct tp_entry *entries;   /* by the transputer's residents */
    size_t at, channel;         /* next inspection: resident, and index of its channel */
    uint64_t inspected_at;      /* cycle at which the round inspected the queue */
    bool was_empty;             /* the queue was empty at that inspection */
    struct quantity calibrated; /* cycles of a round without other processes */
    uint64_t clock;             /* CPU monitor, TM: last value read from the clock */
    int first;                  /* TM: process that it follows in the queue; -1 = none */
};

/* Run the first step of a round of each monitor. */
void tp_process_round(struct tp_machine *m, struct tp_task *t);
void tp_cpu_round(struct tp_machine *m, struct tp_task *t);
void tp_tm_round(struct tp_machine *m, struct tp_task *t);
/* Section 4.2's monitor.calibrate: returns the cycles of a round of the transputer's monitor,
 * measured on a machine that runs only the monitor; missing if fewer than two rounds complete. */
struct quantity tp_calibrate(const struct tp_machine *m, const struct tp_cpu *c);
/* Reports what the TM process does not support (section 3.4): everything that lets the scheduler
 * change the queue that the TM process changes. Returns false after a message. */
bool tp_tm_fits(struct tp_machine *m, const struct tp_cpu *c);

#endif
