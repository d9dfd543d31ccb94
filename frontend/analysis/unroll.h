/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unrolls inner loops of constant trip count completely, as compilers do: the outer loop is then
 * innermost, and its essential operations can be counted. */
#ifndef ANALYSIS_UNROLL_H
#define ANALYSIS_UNROLL_H

#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"

enum { UNROLL_TRIP_MOST = 64, UNROLL_STATEMENTS_MOST = 2000 };

/* The loops of a unit, for which trips[i] is the constant trip count of loop i; negative =
 * unknown. */
struct unrolling {
    struct symbols *symbols;
    const struct unit *unit;
    const struct nests *nests;
    const int64_t *trips;
};

/* Returns how many outer loops that can be unrolled enclose loop i, which can be unrolled, too; -1
 * = loop i cannot be unrolled: it is innermost, the trip count of a loop inside it is unknown or
 * above UNROLL_TRIP_MOST, a statement jumps, or the result would have more than
 * UNROLL_STATEMENTS_MOST statements. */
int unroll_level(const struct unrolling *u, size_t i);

/* Returns a copy of the unit in which all loops of that level have unrolled inner loops. Each copy
 * of the body of an inner loop follows an assignment to its DO variable. heads[k]: index of the
 * loop of u whose DO statement became that of loop k of the result. The result is in the symbols'
 * arena and shares statements with u. */
const struct unit *unroll_loops(const struct unrolling *u, int level, size_t *heads);

#endif
