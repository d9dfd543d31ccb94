/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterations and skipped blocks of a run that counted, for one of the same program that timed. */
#ifndef COMMANDS_MULTIKRON_COUNTS_H
#define COMMANDS_MULTIKRON_COUNTS_H

#include "measure/multikron/regions.h"

/* Gives loops of f that tell no iterations those of the run in folder, thread by thread; where
 * other threads ran a loop there, its iterations are shared out by time, less the overhead of
 * events that m, the manifest of f, gives. regions: lines of a manifest that name loops. Messages
 * go to d. */
void counts_take(struct arena *a, struct region_facts *f, const struct manifest *m,
                 const char *folder, const char *regions, struct diag *d);

#endif
