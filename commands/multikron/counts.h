/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Combines two runs of a program: one that measures the times of loops, and one that counts their
 * iterations and skipped blocks. */
#ifndef COMMANDS_MULTIKRON_COUNTS_H
#define COMMANDS_MULTIKRON_COUNTS_H

#include "measure/multikron/regions.h"

/* Sets the iterations and skips of those loops in f that have none, from the counting run in
 * `folder`. Uses the counts of each thread if both runs have the same threads; otherwise
 * distributes them by the time of each thread without overhead. m: the manifest of f. regions: a
 * table of regions, or NULL. Returns false after a message in d: the counting run cannot be
 * read. */
bool counts_apply(struct arena *a, struct region_facts *f, const struct manifest *m,
                  const char *folder, struct source *regions, struct diag *d);

#endif
