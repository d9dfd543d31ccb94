/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the explanations of bounds: numbers, recurrences, and the final line. */
#ifndef BOUNDS_EXPLAIN_PAGE_H
#define BOUNDS_EXPLAIN_PAGE_H

#include "facts/facts.h"
#include "machines/machine.h"

#include <stdio.h>

/* The loop being explained. */
struct page {
    FILE *out;
    struct arena arena;
    const struct machine *m;
    const struct counts *counts;
    const struct essential *essential; /* NULL: compiled code, whose counts are per pass */
    struct quantity k;                 /* divisor of the overhead, or of all counts */
};

/* Formats a number; "-" if missing. */
const char *explain_number(struct page *g, struct quantity q);
const char *explain_plain(struct page *g, double value);
/* Appends text, separated by glue; text NULL = no glue. */
const char *explain_join(struct page *g, const char *text, const char *glue, const char *more);
/* Prints t_d and the steps of its recurrence. */
#define EXPOSED_FACTOR " * share that the next execution of the loop cannot overlap"
void explain_td(struct page *g, const struct recurrence *r, struct quantity td);
void explain_k(struct page *g, const char *how);
/* Prints max(t_i, t_d), per iteration and per flop. */
void explain_bound(struct page *g, const char *name, const struct bound *b, struct quantity tnf,
                   const char *equation);

#endif
