/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory accesses of the instructions of a block. */
#ifndef FACTS_ACCESSES_H
#define FACTS_ACCESSES_H

#include "facts/facts.h"

/* Returns whether another load of the block, of the same source line, reads all bytes that
 * instruction i loads: vector code can load the same elements in several widths. Of loads of the
 * same bytes, this is true for all but the first one. */
bool is_repeated_load(const struct instruction *at, const struct code_block *block, int i);

#endif
