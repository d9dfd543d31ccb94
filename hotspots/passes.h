/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: how often the loops of a profile were executed. */
#ifndef HOTSPOTS_PASSES_H
#define HOTSPOTS_PASSES_H

#include "facts/facts.h"
#include "measure/sampling/profile.h"

/* Returns the number of passes of a loop: its executed instructions, divided by the instructions of
 * a pass. sampled: the instructions of its samples. All samples of p are scaled to the number of
 * instructions that were counted. Missing, with the reason: without an instruction counter, in an
 * outer loop, in a loop whose passes do not all execute the same instructions. */
struct quantity loop_passes(const struct profile *p, const struct compiled_loop *c, double sampled);

#endif
