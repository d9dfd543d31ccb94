/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces the names of ASSOCIATE and SELECT TYPE by their selectors. */
#ifndef ANALYSIS_ASSOCIATE_H
#define ANALYSIS_ASSOCIATE_H

#include "frontend/analysis/symbols.h"

/* Returns the unit with every such name replaced by its selector, and an element of a section by
 * that of its array; u itself if it has no such name. A very long selector remains a name. The
 * result is in the symbols' arena and shares statements and expressions with u. */
const struct unit *associate_replace(struct symbols *s, const struct unit *u);

#endif
