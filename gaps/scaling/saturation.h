/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/scaling: the number of cores at which shared levels limit a loop. */
#ifndef GAPS_SCALING_SATURATION_H
#define GAPS_SCALING_SATURATION_H

#include "gaps/scaling/group.h"

/* Returns the prediction for loop l of a group, from its run on 1 processor with recorded data
 * accesses: T x R / B of the level where it is least (doc/data-guide.md, eq. D.6). Texts are in a.
 */
struct gap_saturation saturation_of(struct arena *a, const struct run_group *g, size_t l);

#endif
