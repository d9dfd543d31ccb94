/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: outer compiled loops whose own code executes iterations of an innermost source
 * loop, for example peeled ones and remainders. */
#ifndef GAPS_COPIES_H
#define GAPS_COPIES_H

#include "gaps/hot/references.h"

/* Joins outer compiled loops that have no values per iteration with an innermost source loop, if
 * their own code executes iterations of this loop only. k is the number of these in a pass, a mean
 * if their paths differ. Requires that k x passes of the compiled loops and the iterations of other
 * code have the sum of the source. Returns whether there are any. */
bool join_copies(struct joined_run *j, long place);

#endif
