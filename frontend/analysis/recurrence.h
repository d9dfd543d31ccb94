/* SPDX-License-Identifier: GPL-3.0-or-later */
/* t_d: the loop-carried flow cycle with the greatest latency / distance. */
#ifndef ANALYSIS_RECURRENCE_H
#define ANALYSIS_RECURRENCE_H

#include "frontend/analysis/work.h"
#include "machines/machine.h"

/* Requires work_find. Notes what latency a divide or square root in it has. */
struct recurrence recurrence_find(struct body *b, const struct work_list *w,
                                  const struct machine *m);

#endif
