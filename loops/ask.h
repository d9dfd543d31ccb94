/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of a scanner, whatever the assembly. */
#ifndef LOOPS_ASK_H
#define LOOPS_ASK_H

#include "facts/facts.h"

#include <stdint.h>

struct machine;
struct x86_isa;

/* --unroll=LABEL=K; label NULL: of all innermost loops. */
struct loop_unroll {
    const char *label;
    double k;
};

/* An end of the region of interest: a label, or a line. */
struct loop_region_mark {
    const char *label; /* NULL = line, or nothing */
    uint32_t line;     /* 0 = nothing: the start or the end of the file */
};

struct loop_ask {
    const struct machine *machine;
    const struct x86_isa *x86; /* x86_isa_new, once for many files; NULL: for each file */
    struct loop_region_mark from, to; /* only loops that lie wholly between: from the
                                 label's step on, up to the step before the
                                 label; lines themselves included */
    const struct loop_unroll *unroll;
    size_t n_unroll;
    bool details; /* what needs a loop's instructions is going to be asked for */
    bool pairs;   /* which then gives the instructions of innermost loops, too */
};

/* k of the loop as asked for (its label and kind are set), with where it comes from, in a. False
 * = nothing is said of it, and it stays as it is. */
bool loop_told_k(const struct loop_ask *ask, struct arena *a, struct compiled_loop *l);

#endif
