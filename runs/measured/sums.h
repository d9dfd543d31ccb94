/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: the sums over threads that runs_sums gives are kept beside the samples, so that
 * who asks for them need not read these. */
#ifndef RUNS_SUMS_H
#define RUNS_SUMS_H

#include "runs/db.h"

/* Makes the sums of each measurement that has none; a change of a measurement's samples or skips
 * takes its sums away (sums_forget, or with the measurement). False after a message. */
bool sums_make(struct runs *r);
bool sums_forget(struct runs *r, long measurement);

#endif
