/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options for a scanner, independent of the assembly language. */
#ifndef LOOPS_ASK_H
#define LOOPS_ASK_H

#include "facts/facts.h"

#include <stdint.h>

struct machine;
struct x86_isa;

/* --unroll=LABEL=K; a NULL label applies to all innermost loops. */
struct loop_unroll {
    const char *label;
    double k;
};

/* One end of the region of interest: a label or a line. */
struct loop_region_mark {
    const char *label; /* NULL = given by line, or not given */
    uint32_t line;     /* 0 = not given: the start or the end of the file */
};

struct loop_ask {
    const struct machine *machine;
    const struct x86_isa
        *x86; /* result of x86_isa_new, shared by several files; NULL: one for each file */
    struct loop_region_mark from,
        to; /* only loops that lie wholly between the two ends: from the step of the label `from` to
               the step before the label `to`; lines are included */
    const struct loop_unroll *unroll;
    size_t n_unroll;
    bool details; /* details of loops, which need their instructions, will be requested */
    bool pairs;   /* details also contain the instructions of innermost loops */
    bool members; /* the loop of an input line will be requested (x86_loop_at_line) */
};

/* Sets k of the loop to the value that the user requested, and stores the source of that value in
 * `a`. Requires the label and the kind of the loop. Returns false and leaves k as it is if the user
 * requested no value for this loop. */
bool loop_set_requested_k(const struct loop_ask *ask, struct arena *a, struct compiled_loop *l);

#endif
