/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: rows whose samples cannot be separated. An execution of an inner loop that is
 * shorter than the reorder buffer overlaps with the code around it. A sample is counted for the
 * instruction that the processor retires next, so that the time of one of them can be in the row of
 * the other. */
#ifndef GAPS_HOT_NEIGHBOURS_H
#define GAPS_HOT_NEIGHBOURS_H

#include "gaps/hot/coverage.h"
#include "gaps/ladder/above.h"

/* Sets the neighbour of a row: the loop around it, or a loop in it, if executions of the inner one
 * are that short and MACS of both is known. */
void find_neighbour(const struct gap_coverage *c, const struct gap_hot_row *row,
                    struct measuring *to);

#endif
