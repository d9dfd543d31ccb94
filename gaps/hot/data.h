/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: the data rung of the rows of a sampled run (doc/data-guide.md, eq. D.1 and
 * D.2), from the data accesses that the counted program recorded. */
#ifndef GAPS_HOT_DATA_H
#define GAPS_HOT_DATA_H

#include "gaps/hot/references.h"

/* Sets gap_loop.data of the rows with recorded data accesses, and of the source loops that are sums
 * of such rows. Rates per second are converted by the median core clock of the run. A version of a
 * source loop whose data are unknown counts with its MACS. If MACSD is above the measured time, the
 * row has a note with the cause; without a known cause, MACSD and gap D are missing. Requires the
 * final unit of all rows. */
void data_rungs_set(struct joined_run *j);

#endif
