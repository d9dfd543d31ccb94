/* SPDX-License-Identifier: GPL-3.0-or-later */
/* t_d: the loop-carried flow cycle with the greatest latency / distance. */
#ifndef ANALYSIS_RECURRENCE_H
#define ANALYSIS_RECURRENCE_H

#include "frontend/analysis/work.h"
#include "machines/machine.h"

/* How many iterations in a row can do the operation of a value at once, as in struct op_part; by
 * value. */
struct apart {
    long *lanes, *reassociated;
};
struct recurrences {
    struct recurrence ordered;      /* reductions are computed in order */
    struct recurrence reassociated; /* reductions may be reordered */
    struct apart apart;
};

/* Requires work_find. Notes what latency a divide or square root in it has. */
struct recurrences recurrence_find(struct body *b, const struct work_list *w,
                                   const struct machine *m);

#endif
