/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAC and MACS of a loop body on a machine that schedules while it runs.
 *
 * Bodies with conditional areas: a share says in which part of the passes an area is run. Counts
 * take its instructions by the share. The recurrence and the steady state are no counts: they are
 * found for bodies from which areas are left out one after another, the one with the least share
 * first, and each of these bodies weighs as many passes as lie between two shares. (Two areas of
 * shares 0.5 and 0.2: 0.2 with both, 0.3 with the first, 0.5 with none.) */
#ifndef BOUNDS_STEADY_H
#define BOUNDS_STEADY_H

#include "bounds/body.h"
#include "bounds/terms.h"

/* MAC (eq. 4.10-4.12 for ports of any kind), CPL: the greatest of the exact port bound, issue width
 * in fused operations, and the recurrence of the machine code. ti: ports and issue; td: recurrence;
 * tf and tm: ports of floating-point work, of loads and stores. */
struct bound bound_mac_body(struct arena *a, const struct machine *m,
                            const struct instruction_body *b, struct area_shares shares,
                            struct quantity k);
/* Its terms, each linear in the counts: port sets, "issue", "recurrence". */
struct bound_terms body_terms(struct arena *a, const struct machine *m,
                              const struct instruction_body *b, struct area_shares shares,
                              struct quantity k);
/* The recurrence of the machine code: its cycle of flows with the greatest latency / distance in
 * passes, all areas run. A step is an instruction: what its value takes to the next one. */
struct recurrence body_recurrence(struct arena *a, const struct machine *m,
                                  const struct instruction_body *b);

/* Both of a body that is already taken apart, per pass; shares weigh counts. */
struct recurrence parts_recurrence(struct arena *a, const struct body_parts *p);
struct bound_terms parts_terms(struct arena *a, const struct body_parts *p,
                               struct area_shares shares, struct quantity td);

/* The steady state of the body in its actual order under the machine's limits. */
struct steady {
    struct quantity cycles; /* of a pass */
    const char *limit;      /* which limit it is: "p2|p3", "issue", "recurrence", "fetch", ... */
    double stalled; /* share of the front end's places that stay empty for that; 0 where the limit
                       is a term of MAC */
    double busy[MACHINE_PORTS]; /* of each port and unit, cycles of a pass */
    long period; /* what happens comes back after so many passes; 0: it does not, the rate is that
                    of three equally fast windows of many passes */
};
struct steady steady_state(struct arena *a, const struct machine *m,
                           const struct instruction_body *b, struct area_shares shares);

#endif
