/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private part of multikron import: the region tree of a run. */
#ifndef COMMANDS_MULTIKRON_REGIONS_H
#define COMMANDS_MULTIKRON_REGIONS_H

#include "measure/multikron/regions.h"

struct region_tree;
/* Returns the parallel regions with the loops that ran in them, ordered by first enter, allocated
 * in a. Loops without a name in the manifest are omitted. Returns NULL if no sample marks a
 * parallel region. */
const struct region_tree *regions_of_samples(struct arena *a, const struct region_facts *f);

#endif
