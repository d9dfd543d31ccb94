/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operations of an iteration, added up by kind for a loop and for each of its blocks. */
#ifndef ANALYSIS_TOTALS_H
#define ANALYSIS_TOTALS_H

#include "base/name-index.h"
#include "facts/facts.h"
#include "frontend/analysis/nests.h"

struct totals {
    struct arena *arena;
    const struct regions *regions;  /* the blocks */
    ARRAY(struct total_kind) kinds; /* each once, in order of its first operation */
    ARRAY(struct total_work) work;  /* each addition */
    struct name_index by_hash;      /* first kind of a hash */
};

/* Adds n operations of that kind. first, last: the positions of the loop between which they are. */
void totals_add(struct totals *t, int first, int last, const struct op_part *kind, double n);
/* Adds the sums to the counts and parts of the loop and of its blocks, which are those of
 * t->regions, and frees t. Parts are in the order of t->kinds. Takes n log n steps, n being the
 * length of the input and of the result. */
void totals_finish(struct totals *t, struct source_loop *l);

#endif
