/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces array statements by loops: an assignment of arrays or sections, a WHERE, a FORALL and a
 * DO CONCURRENT each become a DO loop over the first dimension. The indices of the other dimensions
 * are scalars that are constant in it. */
#ifndef ANALYSIS_LOWER_H
#define ANALYSIS_LOWER_H

#include "frontend/analysis/symbols.h"

/* Prefix of the names of generated indices. */
enum { HIDDEN_NAME = '%' };

/* Returns the unit with such statements replaced; u itself if it has none. The result is in the
 * symbols' arena and shares statements and expressions with u. */
const struct unit *lower_arrays(struct symbols *s, const struct unit *u);

/* Whether lower_arrays() replaces the assignment by a loop. */
bool assigns_array(struct symbols *s, const struct stmt *t);

#endif
