/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Base registers of a loop (rule 10). */
#ifndef ANALYSIS_BASES_H
#define ANALYSIS_BASES_H

#include "frontend/analysis/body.h"

/* Returns the number of base registers that the loop's loads and stores advance. Sets base to the
 * register of each access, -1 = none. displacement: range of a load or store around its base in
 * bytes, in both directions. */
int bases_find(const struct body *b, double displacement, int *base);

/* How references to dummy arguments that have a base register go through storage: number and start
 * of each access as struct reference has them. */
struct walk {
    int number;
    int64_t start;
};
void bases_walks(const struct body *b, const int *base, struct walk *walks);

#endif
