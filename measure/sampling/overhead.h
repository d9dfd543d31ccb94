/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the CPU time that the events of the sampler take when the kernel switches or starts a
 * thread. */
#ifndef MEASURE_SAMPLING_OVERHEAD_H
#define MEASURE_SAMPLING_OVERHEAD_H

#include "base/quantity.h"
#include "measure/sampling/events.h"

struct overhead {
    struct quantity of_switch, of_start; /* seconds; missing with the reason */
};
/* Runs short processes with and without events such as those of e. Takes about 0.2 s. The caller
 * must have no other child processes that end meanwhile. */
struct overhead overhead_measure(const struct events *e);

#endif
