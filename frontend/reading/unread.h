/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names that an unread statement may declare. */
#ifndef READING_UNREAD_H
#define READING_UNREAD_H

#include "frontend/reading/build.h"

/* Stores in s the kind it was classified as and, if that may be a declaration, the names that it
 * may declare: those after its '::', those before => of an ASSOCIATE, or all names. */
void unread_keep(struct parser *p, const struct logical *l, struct stmt *s, enum stmt_kind meant);

#endif
