/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: laws of speed-up, fitted. */
#ifndef GAPS_SCALING_LAWS_H
#define GAPS_SCALING_LAWS_H

#include "gaps/scaling/scaling.h"

/* Fits law to the points whose speed-up is known and p is above 1. Texts and
 * residuals are made in a. */
struct gap_fit fit_law(struct arena *a, enum gap_law law, const struct gap_point *points, size_t n);

/* The greatest p, a real number, at which the law's efficiency S/p is at least
 * efficiency; missing where all are. */
struct quantity law_trade_off(const struct gap_fit *f, double efficiency);

#endif
