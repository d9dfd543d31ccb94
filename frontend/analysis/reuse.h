/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides which references load and store (rules 5-7), and which values are kept in registers from
 * one iteration to the next. */
#ifndef ANALYSIS_REUSE_H
#define ANALYSIS_REUSE_H

#include "frontend/analysis/body.h"

/* Sets use, why, source and distance of every access. registers: those of the
 * machine for floating-point values. */
void reuse_find(struct body *b, long registers);

/* Whether a load of the access is an operation of the loop. */
bool access_loads(const struct access *a);

#endif
