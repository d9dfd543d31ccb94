/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of distinct lines that references with common strides access: a lower limit for every
 * alignment, or the mean. */
#ifndef BOUNDS_FOOTPRINT_H
#define BOUNDS_FOOTPRINT_H

#include "base/arena.h"

#include <stddef.h>

/* Bytes from low to high, without high. Every line that contains one of them is accessed. */
struct span {
    double low, high;
};
/* A loop around the spans: in iteration i from 0 they are i * stride bytes farther. */
struct repetition {
    double stride, trip;
};

/* Returns the bytes that lie in accessed lines of `line` bytes (1 = only the accessed bytes), at
 * least. A span in lines of its own counts as one line if it is shorter. Sorts r and merges spans;
 * scratch in a. */
double footprint_bytes(struct arena *a, struct span *spans, size_t n, struct repetition *r,
                       size_t repetitions, double line);
/* Returns the same if there is one row of bytes, and for several rows, which are at least a line
 * apart, the mean over all positions that are multiples of `element` bytes from the begin of a
 * line. */
double footprint_expected_bytes(struct arena *a, struct span *spans, size_t n, struct repetition *r,
                                size_t repetitions, double line, double element);

#endif
