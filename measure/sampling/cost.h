/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the CPU time that one sample takes from the sampled program. */
#ifndef MEASURE_SAMPLING_COST_H
#define MEASURE_SAMPLING_COST_H

#include "base/quantity.h"

#include <linux/perf_event.h>

/* Samples the calling thread with an event of these attributes for about 10 ms, every `period` of
 * the event's unit. Returns the seconds that a sample takes: the median of the interruptions of a
 * loop that reads the clock. */
struct quantity cost_of_sample(struct perf_event_attr a, double period);

#endif
