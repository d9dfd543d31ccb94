/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model's results as shares: what the monitor says of a process beside what is true. */
#ifndef MONITOR_TRANSPUTER_SHARES_H
#define MONITOR_TRANSPUTER_SHARES_H

#include "monitor/transputer/model.h"

/* States that figure 1's monitor tells apart. */
enum tp_state {
#define STATE(NAME, name, counter) TP_STATE_##NAME,
#include "monitor/transputer/states.def"
#undef STATE
    TP_STATES
};
extern const char *const tp_state_names[TP_STATES];

/* Inspections that found the process in a state. */
uint64_t tp_counted(const struct tp_process_result *r, enum tp_state s);
/* Their part of all inspections, 0 to 1; missing where there are none. */
struct quantity tp_monitor_share(const struct tp_process_result *r, enum tp_state s);
/* The same where each inspection counts as long as it is until that of the next round: what a
 * monitor that reads the clock would say. The memo's does not. */
struct quantity tp_timed_share(const struct tp_process_result *r, enum tp_state s);
/* The true part of its life, 0 to 1. Processing is all time on the process queue, running or not
 * (memo 4554, section 4.1). Time with sub-processes is in none of them. */
struct quantity tp_true_share(const struct tp_process_result *r, enum tp_state s);
/* The same of the time that its sub-processes ran. */
struct quantity tp_inside_share(const struct tp_process_result *r);
/* CPU efficiency, 0 to 1: 1 less the idle part of the cycles. */
struct quantity tp_true_efficiency(const struct tp_transputer_result *r);

/* What came between two results of a run. Efficiencies are of that time alone. */
void tp_since(struct arena *a, const struct tp_program *p, const struct tp_result *before,
              const struct tp_result *now, struct tp_result *to);

/* Why the monitor may mislead about the processes (section 4.3), one sentence each. */
struct tp_remarks {
    const char **at;
    size_t n;
};
struct tp_remarks tp_explain(struct arena *a, const struct tp_program *p,
                             const struct tp_result *r);

#endif
