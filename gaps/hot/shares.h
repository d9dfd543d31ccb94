/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: shares of CPU time of measured loops. Inserted calls change the time of a
 * program and miss everything outside of loops, so shares come from the sampled run of the same
 * build. */
#ifndef GAPS_SHARES_H
#define GAPS_SHARES_H

#include "gaps/gaps.h"

/* Sets run->sampled of each measured run: the coverage of the sampled run of its build on the same
 * number of processors; of a sampled run, its own. */
void shares_find_sampled(struct gaps *g);
/* Sets cpu_share and cpu_own of the loops of each run with run->sampled: the sum of the rows whose
 * machine code comes from the lines of the loop and of no smaller one. */
void shares_set(struct gaps *g);

#endif
