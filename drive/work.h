/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan, done. */
#ifndef DRIVE_WORK_H
#define DRIVE_WORK_H

#include "drive/plan.h"

/* Does the steps in their order. A step that fails and was needed takes the rest of its build with
 * it; other builds and what sums up go on. Returns the signal that stopped it; 0 = none did. */
int plan_work(const struct plan *p, struct driver *drive);
/* Prints the steps as a script. */
void plan_print(const struct plan *p, FILE *out);

#endif
