/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integer values in affine form: sums of coefficient * symbol * t^power, t the
 * number of the iteration from 0, power 0 or 1. A symbol is a value of the
 * loop's value graph (values.h), or FORM_ONE. A subscript i of DO I = 2, N is
 * 2 + t; one of DO I = 1, N, INC is 1 + INC*t. */
#ifndef ANALYSIS_FORMS_H
#define ANALYSIS_FORMS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { FORM_ONE = -1, FORM_MOST = 24 /* terms of a form */ };

struct form_term {
    int symbol;
    int power;           /* of t */
    int64_t coefficient; /* not 0 */
};
struct form {
    int n; /* by power, then symbol */
    struct form_term at[FORM_MOST];
};

/* *to = *from, but only the terms that are there. */
static inline void form_copy(struct form *to, const struct form *from)
{
    to->n = from->n;
    for (int i = 0; i < from->n; i++)
        to->at[i] = from->at[i];
}

struct form form_constant(int64_t c);
struct form form_symbol(int symbol);
/* False when the result has too many terms or too large coefficients. */
bool form_add(struct form *sum, const struct form *a, int64_t factor, const struct form *b);
bool form_scale(struct form *product, const struct form *a, int64_t factor);
/* t times a form without t. */
bool form_times_t(struct form *product, const struct form *a);

bool form_is_constant(const struct form *f, int64_t *c);
bool form_same(const struct form *a, const struct form *b);
uint32_t form_hash(const struct form *f);
/* The terms with that power of t, as a form without t. */
struct form form_part(const struct form *f, int power);
/* The constant term, and the form without it. */
int64_t form_take_constant(struct form *f);
/* a = r * b for a whole number r, b not 0. */
bool form_ratio(const struct form *a, const struct form *b, int64_t *r);

#endif
