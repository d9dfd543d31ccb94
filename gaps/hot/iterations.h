/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: source loops of the rows of a sampled run. Iterations are k x passes; with
 * them the bounds and the measured time of a row are per iteration of its source loop. */
#ifndef GAPS_ITERATIONS_H
#define GAPS_ITERATIONS_H

#include "gaps/read.h"

/* For each sampled run: joins its rows with source loops, and adds a row for each of these loops to
 * gap_run.loops, the sum of the versions of its machine code. Values per iteration are missing if k
 * is unknown, or if the iterations differ from those that a measured run of the same build counted.
 * Requires all runs of the table. */
void iterations_set(struct gaps *g, struct arena *a);

/* Returns the part of a measured time of a number of samples by which a bound may exceed it. */
double time_error(double samples);

#endif
