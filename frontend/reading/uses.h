/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of names that may hold operators, which the grammar cannot read: behind
 * USE, PRIVATE and PUBLIC, and what a SUBMODULE belongs to. */
#ifndef READING_USES_H
#define READING_USES_H

#include "frontend/reading/build.h"

/* Gives the statement under way the items in bytes from..to of the logical text:
 * ",only:a,b=>c,operator(+)", "::a,b"; of a SUBMODULE its result. Operators are
 * passed over. */
void read_uses(struct parser *p, size_t from, size_t to);

#endif
