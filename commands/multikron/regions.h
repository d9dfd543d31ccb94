/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of multikron import: the region tree of a run. */
#ifndef COMMANDS_MULTIKRON_REGIONS_H
#define COMMANDS_MULTIKRON_REGIONS_H

#include "measure/multikron/regions.h"

struct region_tree;
/* The parallel regions with the loops that ran in them, in the order they were entered first; loops
 * as the manifest names them. NULL where no sample marks a parallel region. Made in a. */
const struct region_tree *regions_of_samples(struct arena *a, const struct region_facts *f);

#endif
