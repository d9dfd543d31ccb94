/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAC and MACS of a loop body on a machine with dynamic scheduling.
 *
 * Conditional areas: a share is the part of the passes that run an area. Counts of its instructions
 * are multiplied by the share. The recurrence and the steady state are not counts. They are
 * computed for bodies from which areas are removed one after another, in ascending order of their
 * shares; each body is weighted by the passes that run it. (Two areas of shares 0.5 and 0.2: 0.2
 * with both, 0.3 with the first, 0.5 with none.) */
#ifndef BOUNDS_STEADY_H
#define BOUNDS_STEADY_H

#include "bounds/body.h"
#include "bounds/terms.h"

/* Returns MAC (eq. 4.10-4.12 for ports of any kind) in CPL: the maximum of the exact port bound,
 * the issue width in fused operations, and the recurrence of the machine code. ti: ports and issue;
 * td: recurrence; tf and tm: ports of floating-point work, of loads and stores. */
struct bound bound_mac_body(struct arena *a, const struct machine *m,
                            const struct instruction_body *b, struct area_shares shares,
                            struct quantity k);
/* Returns its terms, each linear in the counts: port sets, "issue", "recurrence". */
struct bound_terms body_terms(struct arena *a, const struct machine *m,
                              const struct instruction_body *b, struct area_shares shares,
                              struct quantity k);
/* Returns the recurrence of the machine code with all areas: the cycle of flows with the greatest
 * latency / distance in passes. A step is an instruction, with the latency of its value to the next
 * one. */
struct recurrence body_recurrence(struct arena *a, const struct machine *m,
                                  const struct instruction_body *b);

/* Return the recurrence and the terms of parts that were already built, per pass; counts are
 * multiplied by shares. */
struct recurrence parts_recurrence(struct arena *a, const struct body_parts *p);
struct bound_terms parts_terms(struct arena *a, const struct body_parts *p,
                               struct area_shares shares, struct quantity td);

/* The steady state of the body in program order, within the machine's limits. */
struct steady {
    struct quantity cycles; /* per pass */
    const char *limit; /* the limiting resource: "p2|p3", "issue", "recurrence", "fetch", ... */
    double stalled;    /* share of front-end slots that it leaves empty; 0 if the limit is a term of
                          MAC */
    double busy[MACHINE_PORTS]; /* of each port and unit, cycles per pass */
    long period; /* passes after which the schedule repeats; 0: it does not; the rate is that of
                    three windows of many passes with equal rates */
};
struct steady steady_state(struct arena *a, const struct machine *m,
                           const struct instruction_body *b, struct area_shares shares);

#endif
