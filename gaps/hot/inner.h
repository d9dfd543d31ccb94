/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: compiled loops of array expressions and statements in a source loop. */
#ifndef GAPS_INNER_H
#define GAPS_INNER_H

#include "gaps/hot/references.h"

/* Joins compiled loops with an inner loop of the reference build instead of a source loop that kma
 * read, if their iterations are those of the former and contradict the latter: kma reads no loops
 * in expressions such as SUM(A(:) * B), and one of a WHERE construct, of which compilers make
 * several. Requires joined rows. */
void join_inner_loops(struct joined_run *j);

#endif
