/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of the simulated machine that users can set; parameters.def has their meaning,
 * certainty and source. */
#ifndef LAB_MACHINE_PARAMETERS_H
#define LAB_MACHINE_PARAMETERS_H

#include "base/diag.h"

#include <stdint.h>

enum parameter {
#define PARAMETER(NAME, name, value, low, high, unit, mark, what) PARAMETER_##NAME,
#include "lab/machine/parameters.def"
#undef PARAMETER
    PARAMETERS
};

enum { THOUSANDTHS = 1000 };
/* Values in thousandths of their units, so that fractions of clocks are exact. */
struct parameters {
    int64_t at[PARAMETERS];
};

struct parameters parameters_default(void);
/* Sets a parameter from "NAME=VALUE". Returns false after a message in d: unknown name, not a
 * number, more than three decimals, out of range. */
bool parameters_set(struct parameters *p, const char *text, struct diag *d);
/* Returns which parameters contradict each other, as text; NULL = none. */
const char *parameters_check(const struct parameters *p);
/* Prints a line for each: name, value, unit, range, mark, meaning. */
void parameters_print(const struct parameters *p, FILE *out);

/* Returns a parameter as a whole number, truncated. */
static inline uint64_t parameter_whole(const struct parameters *p, enum parameter i)
{
    return (uint64_t)p->at[i] / THOUSANDTHS;
}

#endif
