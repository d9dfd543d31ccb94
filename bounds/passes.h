/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of a compiled loop in cycles per pass, with all areas executed. */
#ifndef BOUNDS_PASSES_H
#define BOUNDS_PASSES_H

#include "facts/facts.h"
#include "machines/machine.h"

/* Sets recurrence, mac and macs of a loop with a body, for a machine with dynamic scheduling. Does
 * nothing without a body. An inconsistent fact is an internal error. */
void bound_passes(struct arena *a, const struct machine *m, struct compiled_loop *c);

#endif
