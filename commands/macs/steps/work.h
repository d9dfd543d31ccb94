/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executes or prints a plan. */
#ifndef MACS_STEPS_WORK_H
#define MACS_STEPS_WORK_H

#include "commands/macs/plan/plan.h"

/* Executes the steps in order. After the failure of a needed step the rest of its build is skipped;
 * other builds and summaries continue. Returns the signal that stopped it; 0 = none. */
int plan_work(const struct plan *p, struct driver *drive);
/* Prints the steps as a script. */
void plan_print(const struct plan *p, FILE *out);

#endif
