/* SPDX-License-Identifier: GPL-3.0-or-later */
/* t_d: the loop-carried flow cycle with the greatest latency / distance. */
#ifndef ANALYSIS_RECURRENCE_H
#define ANALYSIS_RECURRENCE_H

#include "frontend/analysis/work.h"
#include "machines/machine.h"

/* For each value: how many consecutive iterations can execute its operation together, as in struct
 * op_part. */
struct apart {
    long *lanes, *reassociated;
};
struct recurrences {
    struct recurrence ordered;      /* reductions are computed in order */
    struct recurrence reassociated; /* reductions may be reordered */
    struct apart apart;
};

/* Finds t_d. Requires work_find. Adds a note with the latency of a divide or square root in it. */
struct recurrences recurrence_find(struct body *b, const struct work_list *w,
                                   const struct machine *m);

#endif
