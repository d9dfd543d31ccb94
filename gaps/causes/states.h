/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: gap P divided by thread states, from samples of the process monitor. Bounds
 * include only computation, so time in any other state is in gap P: the share of samples in the
 * state times measured. The samples are those in the loop (procmon_enter, or the region of the loop
 * in the instrumentation library), for an outer loop including its inner loops. If a run has no
 * samples in loops, those of whole threads are used and marked: of as many threads as executed the
 * loop, those with the most samples in processing. */
#ifndef GAPS_CAUSES_STATES_H
#define GAPS_CAUSES_STATES_H

#include "gaps/read.h"

/* Returns states that are all missing, with the reason. */
struct gap_states gap_no_states(const char *why);
/* Sets division.states of each measured row of a run from its samples. Notes are allocated in a. */
void divide_by_states(struct arena *a, const struct model_build *b, struct gap_run *to);
/* Returns by how much the parts of a row may be too large because of sampling, in CPL: the distance
 * to the lower end of the 95 % confidence interval of all waiting states, including communication
 * if `communication`. 0 without samples. */
double states_unsure(const struct gap_loop *row, bool communication);

#endif
