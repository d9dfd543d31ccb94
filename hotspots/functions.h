/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of the program in which a profile has samples. */
#ifndef HOTSPOTS_FUNCTIONS_H
#define HOTSPOTS_FUNCTIONS_H

#include "measure/sampling/profile.h"

/* Stores the symbols of functions that have samples, without those of known libraries, in a, sorted
 * and different from each other: all symbols at the begin of a function. Returns their number; 0 =
 * none, or a sampled function of the program has no symbol. */
size_t hot_functions(struct arena *a, const struct profile *p, const char ***names);

#endif
