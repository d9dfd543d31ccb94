/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of the simulated machine that a user may change: parameters.def says what each is, how
 * sure it is, and where it is from. */
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
/* Values in thousandths of their units: so fractions of clocks are exact. */
struct parameters {
    int64_t at[PARAMETERS];
};

struct parameters parameters_default(void);
/* Takes "NAME=VALUE". False with a message in d: no such name, no number, more than three
 * decimals, out of range. */
bool parameters_set(struct parameters *p, const char *text, struct diag *d);
/* What can't be so together, in words; NULL = all is well. */
const char *parameters_fault(const struct parameters *p);
/* A line each: name, value, unit, range, mark, what it is. */
void parameters_print(const struct parameters *p, FILE *out);

/* Clocks and other whole numbers, cut off. */
static inline uint64_t parameter_whole(const struct parameters *p, enum parameter i)
{
    return (uint64_t)p->at[i] / THOUSANDTHS;
}

#endif
