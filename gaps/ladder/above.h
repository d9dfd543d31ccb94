/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: the rule for MUF above 1. MACS is a lower bound of the measured time, so MUF =
 * MACS / measured is at most 1. A row in which it is greater has a note with the cause, or no
 * MUF. */
#ifndef GAPS_ABOVE_H
#define GAPS_ABOVE_H

#include "gaps/ladder/model.h"

/* How a row was measured. */
struct measuring {
    double error;       /* part of measured by which a bound may exceed it */
    double samples;     /* 0 = it was measured by marks */
    const char *cpu;    /* as hot_profile.cpu; NULL = unknown */
    const char *limit;  /* resource that limits MACS; NULL = unknown */
    double callees;     /* cycles per iteration or call in functions that its code calls, and in the
                           code that calls it, which are no part of measured; 0 = none is known */
    const char *callee; /* one of them */
    bool maybe;         /* the callers of these functions are unknown */
    const char *neighbour; /* a row whose samples cannot be separated from those of this one,
                              because executions of the inner loop of both are short; NULL = none */
    double execution;      /* passes of such an execution */
    double together;       /* measured cycles of these rows divided by their MACS */
};

/* A bound above the measured time. */
struct excess {
    const char *machine; /* name of the machine file of the bound */
    double bound, measured;
};

/* Returns the name of the CPU that executed a loop if the machine file describes another one; NULL
 * = it does not, or the CPU is unknown. */
const char *other_cpu(struct arena *a, const char *machine, const char *cpu);

/* Returns the cause of an excess that is beyond the error, in a; NULL = none is known. l: its
 * source loop and code; NULL = unknown. */
const char *cause_of_excess(struct arena *a, const struct model_loop *l, const struct excess *e,
                            const struct measuring *of);

/* Returns what to check if no cause is known; m: the bound M. In a. */
const char *hint_of_excess(struct arena *a, const struct model_loop *l, struct quantity m,
                           const struct excess *e);
/* Returns the explanation of an excess within the error, in a. */
const char *error_exceeds(struct arena *a, const char *machine, const struct measuring *of);

/* Returns whether MUF is above 1, by more than rounding errors. */
bool muf_is_above(struct quantity muf);

/* Makes each MUF above 1 of the table missing whose row has no cause (gap_loop.above), with the
 * reason; so also that of a program with such a loop. */
void refuse_unexplained(struct arena *a, struct gap_table *t);
/* The same of the threads of a loop: a cause within the error of the time of the loop does not hold
 * for a thread whose MUF is above 1 by more. */
void refuse_threads(const struct gap_loop *loop, struct gap_thread *threads, size_t n);

#endif
