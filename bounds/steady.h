/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAC and MACS of a loop body on a machine that schedules while it runs. */
#ifndef BOUNDS_STEADY_H
#define BOUNDS_STEADY_H

#include "bounds/terms.h"

/* Which passes run each area of a body: shares from 0 to 1, by index of the area. NULL = all do. */
struct area_shares {
    const double *at;
    size_t n;
};

/* MAC (eq. 4.10-4.12 for ports of any kind), CPL: the greatest of the exact port bound, issue width
 * in fused operations, and the recurrence of the machine code. ti: ports and issue; td: recurrence.
 */
struct bound bound_mac_body(struct arena *a, const struct machine *m,
                            const struct instruction_body *b, struct area_shares shares,
                            struct quantity k);
/* Its terms, each linear in the counts: port sets, "issue", "recurrence". */
struct bound_terms body_terms(struct arena *a, const struct machine *m,
                              const struct instruction_body *b, struct area_shares shares,
                              struct quantity k);
/* The recurrence of the machine code: its cycle of flows with the greatest latency / distance in
 * passes. */
struct recurrence body_recurrence(struct arena *a, const struct machine *m,
                                  const struct instruction_body *b);

/* The steady state of the body in its actual order under the machine's limits. */
struct steady {
    struct quantity cycles; /* of a pass */
    const char *limit;      /* which limit it is: "ports p2|p3", "issue", "recurrence", ... */
};
struct steady steady_state(struct arena *a, const struct machine *m,
                           const struct instruction_body *b, struct area_shares shares);

#endif
