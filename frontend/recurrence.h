/* SPDX-License-Identifier: GPL-3.0-or-later */
/* t_d: the loop-carried flow cycle with the greatest latency / distance. */
#ifndef FRONTEND_RECURRENCE_H
#define FRONTEND_RECURRENCE_H

#include "frontend/work.h"
#include "machines/machine.h"

/* Requires work_find. */
struct recurrence recurrence_find(const struct body *b, const struct work_list *w,
                                  const struct machine *m);

#endif
