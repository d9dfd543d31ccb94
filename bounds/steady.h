/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAC and MACS of a loop body on a machine with dynamic scheduling, of the passes of a model.
 * Without frequencies they are the least ones of all paths. With frequencies, counts of instructions
 * are weighted by them; the recurrence and the steady state are means over drawn passes. */
#ifndef BOUNDS_STEADY_H
#define BOUNDS_STEADY_H

#include "bounds/pass-model.h"
#include "bounds/terms.h"

/* Returns MAC (eq. 4.10-4.12 for ports of any kind) in CPL: the maximum of the exact port bound,
 * the issue width in fused operations, and the recurrence of the machine code. ti: ports and issue;
 * td: recurrence; tf and tm: ports of floating-point work, of loads and stores. With more paths
 * than can be compared, cpl is at most the MAC of any path. */
struct bound bound_mac_body(struct arena *a, const struct pass_model *p, struct quantity k);
/* Returns its terms, each linear in the counts: port sets, "issue", "recurrence". */
struct bound_terms body_terms(struct arena *a, const struct pass_model *p, struct quantity k);
/* Returns the recurrence of the machine code: the cycle of flows with the greatest latency /
 * distance in passes. A step is an instruction, with the latency of its value to the next one. With
 * frequencies, it is that of the longest drawn sequence, per pass. */
struct recurrence body_recurrence(struct arena *a, const struct pass_model *p);

/* Returns the share of a recurrence that consecutive executions of the loop cannot overlap, from
 * the counted passes of an execution: 1 if they are unknown or many. A pass needs at most that
 * number of slots. MAC includes this share. */
double exposed_recurrence_share(const struct pass_model *p, double most_slots);

/* Return the recurrence and the terms of parts that were already built, per pass. */
struct recurrence parts_recurrence(struct arena *a, const struct body_parts *p);
struct bound_terms parts_terms(struct arena *a, const struct body_parts *p, const double *weight,
                               struct quantity td);

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
/* With frequencies, cycles are at least those of MAC, which are exact. Without, the path of a pass
 * is unknown: the result is that of the simulated path with the least cycles, which need not be the
 * one with the least MAC. */
struct steady steady_state(struct arena *a, const struct pass_model *p);

#endif
