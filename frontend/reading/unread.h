/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a statement that could not be read may declare. */
#ifndef READING_UNREAD_H
#define READING_UNREAD_H

#include "frontend/reading/build.h"

/* Leaves in s the kind it was classified as, and where that may be a declaration the names that it
 * may declare: those after its '::', of an ASSOCIATE those in front of a =>, or all. */
void unread_keep(struct parser *p, const struct logical *l, struct stmt *s, enum stmt_kind meant);

#endif
