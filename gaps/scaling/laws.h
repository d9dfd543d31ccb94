/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/scaling: fits of the laws of speed-up. */
#ifndef GAPS_SCALING_LAWS_H
#define GAPS_SCALING_LAWS_H

#include "gaps/scaling/scaling.h"

/* Fits a law to the points with a known speed-up and p > 1. Texts and residuals are allocated in a.
 */
struct gap_fit fit_law(struct arena *a, enum gap_law law, const struct gap_point *points, size_t n);

/* Returns the largest p, a real number, for which the efficiency S/p of the law is at least
 * efficiency; missing if it is at least that for every p. */
struct quantity law_trade_off(const struct gap_fit *f, double efficiency);

#endif
