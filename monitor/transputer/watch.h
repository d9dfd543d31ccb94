/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the monitors inside the model share. */
#ifndef MONITOR_TRANSPUTER_WATCH_H
#define MONITOR_TRANSPUTER_WATCH_H

#include "monitor/transputer/machine.h"

/* What a process told of itself. */
struct tp_entry {
    bool known;
    uint32_t workspace;
    uint32_t *channels; /* addresses of channel words */
    size_t n_channels, room;
    uint64_t *last; /* cycles of what the last inspection found; NULL = none since the last look */
};
/* What a monitor remembers. */
struct tp_watch_state {
    struct tp_entry *entries;   /* by the transputer's residents */
    size_t at, channel;         /* what is looked at next: resident, its channel */
    uint64_t looked;            /* cycle of the round's look at the queue */
    bool was_empty;             /* the queue, at the last look */
    struct quantity calibrated; /* cycles of a round with nobody else there */
    uint64_t clock;             /* CPU monitor, TM: what the clock said last */
    int first;                  /* TM: process behind which it stands; -1 = none */
};

/* A round of each: its first step. */
void tp_process_round(struct tp_machine *m, struct tp_task *t);
void tp_cpu_round(struct tp_machine *m, struct tp_task *t);
void tp_tm_round(struct tp_machine *m, struct tp_task *t);
/* Section 4.2's monitor.calibrate: cycles of a round of the transputer's monitor, measured on a
 * machine that runs it alone; missing where that is over before two rounds are. */
struct quantity tp_calibrate(const struct tp_machine *m, const struct tp_cpu *c);
/* Messages about what the TM process can't have (section 3.4): whatever lets the scheduler itself
 * touch the queue that the TM process changes. False after one. */
bool tp_tm_fits(struct tp_machine *m, const struct tp_cpu *c);

#endif
