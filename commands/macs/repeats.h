/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repeated runs of a sampled command. */
#ifndef MACS_REPEATS_H
#define MACS_REPEATS_H

#include "base/diag.h"
#include "measure/sampling/sampler.h"

enum { REPEATS_MOST = 1000, REPEATS_AUTOMATIC = 0, REPEAT_SECONDS = 5 };

/* Reads "auto" or a number of runs: *n is REPEATS_AUTOMATIC, or 1 to REPEATS_MOST. NULL: 1. Returns
 * false after a message about wrong usage. */
bool repeats_read(const char *tool, const char *text, long *n);

/* Samples n runs of the command, and merges them (measure/sampling/repeats.h). Standard input is
 * read from the same position in each of them; what all but the first one print is discarded.
 *
 * REPEATS_AUTOMATIC: the command is run again until there are 1000 samples, at most 100 times, and
 * only if the next run probably ends within `seconds` after the beginning of the first one. A
 * command that has no sample, fails, or has a pipe as standard input is run once.
 *
 * A run that a signal ended, or that left processes, is the last one. A run whose status is not
 * that of the first one is reported, is not part of the profile, and is the last one.
 *
 * Returns false after a message, as sampler_run(). */
bool repeats_run(const struct sampler_options *s, long n, double seconds, struct arena *a,
                 struct profile *p, struct diag *d);

#endif
