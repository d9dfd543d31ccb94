/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the core clock while a command runs, by a chain of dependent additions. Each addition
 * takes one cycle on x86-64 and 64-bit Arm processors. */
#ifndef MEASURE_SAMPLING_CLOCK_H
#define MEASURE_SAMPLING_CLOCK_H

#include "base/array.h"
#include "base/quantity.h"

struct core_clock {
    ARRAY(double) hz; /* measured values */
};
/* Moves the calling thread to the processor and adds a measured value, which takes about 30
 * microseconds. Does nothing if the thread may not run there. */
void core_clock_measure(struct core_clock *c, int cpu);
/* Returns the given quantile (0 to 1) of the measured clocks. */
struct quantity core_clock_quantile(struct core_clock *c, double quantile);
void core_clock_free(struct core_clock *c);

#endif
