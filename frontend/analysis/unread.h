/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that could not be read: a loop that depends on one has no counts. */
#ifndef ANALYSIS_UNREAD_H
#define ANALYSIS_UNREAD_H

#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"

/* Marks what such declarations of u may declare. Requires the others to be taken. */
void unread_mark(struct symbols *s, const struct unit *u);

/* Why the counts of that loop of u are not known: it uses a name that such a declaration may
 * declare; in a. NULL = it uses none. */
const char *unread_used(struct arena *a, struct symbols *s, const struct unit *u,
                        const struct nest *loop);

#endif
