/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that could not be read. A loop that depends on one has no counts. */
#ifndef ANALYSIS_UNREAD_H
#define ANALYSIS_UNREAD_H

#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"

/* Marks the names that such declarations of u may declare. Requires that all others are processed.
 */
void unread_mark(struct symbols *s, const struct unit *u);

/* Returns why the counts of a loop of u are unknown, in a: it uses a name that such a declaration
 * may declare. NULL = it uses none. */
const char *unread_used(struct arena *a, struct symbols *s, const struct unit *u,
                        const struct nest *loop);

#endif
