/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What explanations of bounds share: numbers, recurrences, and the last line. */
#ifndef BOUNDS_EXPLAIN_PAGE_H
#define BOUNDS_EXPLAIN_PAGE_H

#include "facts/facts.h"
#include "machines/machine.h"

#include <stdio.h>

/* What is being explained. */
struct page {
    FILE *out;
    struct arena arena;
    const struct machine *m;
    const struct counts *counts;
    const struct essential *essential; /* NULL: of compiled code, all counts are per pass */
    struct quantity k;                 /* that overhead, or all, is divided by */
};

/* "-" when missing. */
const char *explain_number(struct page *g, struct quantity q);
const char *explain_plain(struct page *g, double value);
/* Text added to text with glue between; text NULL = the first. */
const char *explain_join(struct page *g, const char *text, const char *glue, const char *more);
/* t_d, and the steps of its recurrence. */
void explain_td(struct page *g, const struct recurrence *r, struct quantity td);
void explain_k(struct page *g, const char *how);
/* max(t_i, t_d), per iteration and per flop. */
void explain_bound(struct page *g, const char *name, const struct bound *b, struct quantity tnf,
                   const char *equation);

#endif
