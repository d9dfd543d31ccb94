/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of the model as shares of time: those that the monitor reports, and the exact
 * ones. */
#ifndef LAB_TRANSPUTER_SHARES_H
#define LAB_TRANSPUTER_SHARES_H

#include "lab/transputer/model.h"

/* States that figure 1's monitor distinguishes. */
enum tp_state {
#define STATE(NAME, name, counter) TP_STATE_##NAME,
#include "lab/transputer/states.def"
#undef STATE
    TP_STATES
};
extern const char *const tp_state_names[TP_STATES];

/* Returns the number of inspections that found the process in a state. */
uint64_t tp_counted(const struct tp_process_result *r, enum tp_state s);
/* Returns their share of all inspections, 0 to 1; missing if there are none. */
struct quantity tp_monitor_share(const struct tp_process_result *r, enum tp_state s);
/* Returns the share with each inspection weighted by the time until that of the next round: the
 * result of a monitor that reads the clock. The memo's monitor does not. */
struct quantity tp_timed_share(const struct tp_process_result *r, enum tp_state s);
/* Returns the exact share of the process's life, 0 to 1. Processing is all time on the process
 * queue, running or not (memo 4554, section 4.1). Time in sub-processes belongs to no state. */
struct quantity tp_exact_share(const struct tp_process_result *r, enum tp_state s);
/* Returns the exact share of time in which its sub-processes ran. */
struct quantity tp_subprocess_share(const struct tp_process_result *r);
/* Returns the CPU efficiency, 0 to 1: 1 minus the idle share of the cycles. */
struct quantity tp_exact_efficiency(const struct tp_transputer_result *r);

/* Computes the results of the interval between two results of a run. Efficiencies are those of
 * the interval. */
void tp_since(struct arena *a, const struct tp_program *p, const struct tp_result *before,
              const struct tp_result *now, struct tp_result *to);

/* Reasons why the monitor's shares may be wrong (section 4.3), one sentence each. */
struct tp_remarks {
    const char **at;
    size_t n;
};
struct tp_remarks tp_explain(struct arena *a, const struct tp_program *p,
                             const struct tp_result *r);

#endif
