/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: gap P divided by what threads were doing, as the process monitor saw it.
 * A bound knows of computing alone, so all time of a thread that is not computing is in gap P:
 * the share of its samples in a state, times measured. Samples that fell into the loop tell it
 * (procmon_enter, or the loop's region of the instrumentation library), for an outer loop with
 * those of the loops within. A run in which the monitor was told of no loop has those of the
 * threads' whole run instead, marked so: of as many threads as ran the loop, those that processed
 * most. */
#ifndef GAPS_CAUSES_STATES_H
#define GAPS_CAUSES_STATES_H

#include "gaps/read.h"

struct gap_states gap_no_states(const char *why);
/* Sets division.states of each measured row of a run, from its watch. Notes live in a. */
void divide_by_states(struct arena *a, const struct model_build *b, struct gap_run *to);
/* How far the parts of a row may be below what its samples say, in CPL: down to the low end of the
 * 95 % interval of the waiting states together, communication among them if asked. 0 where no
 * sample tells. */
double states_unsure(const struct gap_loop *row, bool communication);

#endif
