/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of a compiled loop in cycles per pass. */
#ifndef BOUNDS_PASSES_H
#define BOUNDS_PASSES_H

#include "facts/facts.h"
#include "machines/machine.h"

/* Sets recurrence, mac and macs of a loop with a body, for a machine with dynamic scheduling: those
 * of its shortest path, or of its counted passes if c->frequencies is set; in paths those of its
 * shortest and longest path. Does nothing without a body. An
 * inconsistent fact, or bounds in descending order, are internal errors. */
void bound_passes(struct arena *a, const struct machine *m, struct compiled_loop *c);

#endif
