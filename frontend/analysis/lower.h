/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Array statements as loops: what works on arrays or sections, WHERE, FORALL and
 * DO CONCURRENT become a DO loop each, over their first dimension; the other
 * dimensions' indices are scalars that stay the same in it. */
#ifndef ANALYSIS_LOWER_H
#define ANALYSIS_LOWER_H

#include "frontend/analysis/symbols.h"

/* Names that stand for an index which the source does not name begin with it. */
enum { HIDDEN_NAME = '%' };

/* The unit with such statements replaced; u itself where it has none. Lives in
 * the symbols' arena and shares statements and expressions with u. */
const struct unit *lower_arrays(struct symbols *s, const struct unit *u);

#endif
