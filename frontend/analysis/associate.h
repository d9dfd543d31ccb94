/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces the names of ASSOCIATE and SELECT TYPE by their selectors. */
#ifndef ANALYSIS_ASSOCIATE_H
#define ANALYSIS_ASSOCIATE_H

#include "frontend/analysis/symbols.h"

/* The unit with every such name replaced by its selector, an element of a section
 * by that of its array; u itself where it gives none. A selector of very many parts
 * stays a name. Lives in the symbols' arena and shares statements and expressions
 * with u. */
const struct unit *associate_replace(struct symbols *s, const struct unit *u);

#endif
