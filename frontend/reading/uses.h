/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of names after USE, PRIVATE and PUBLIC, which may contain operators that the grammar cannot
 * read, and the parent of a SUBMODULE. */
#ifndef READING_USES_H
#define READING_USES_H

#include "frontend/reading/build.h"

/* Adds the items in bytes from..to of the logical text to the current statement:
 * ",only:a,b=>c,operator(+)", "::a,b". For a SUBMODULE sets result. Operators are skipped. */
void read_uses(struct parser *p, size_t from, size_t to);

#endif
