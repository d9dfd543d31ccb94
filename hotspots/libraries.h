/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Libraries whose functions are rows of their own, independent of their loops. */
#ifndef HOTSPOTS_LIBRARIES_H
#define HOTSPOTS_LIBRARIES_H

#include "base/arena.h"

#include <stdbool.h>

struct library {
    const char *prefix, *name; /* begin of the file name; name in rows */
    bool waits;                /* its code runs only while a thread waits */
};
/* Returns the library of a path, from libraries.def; NULL = its code is that of the program. */
const struct library *library_of(const char *path);
/* Returns the name that users know for a function of a C library: "__memcpy_avx_unaligned_erms" is
 * memcpy, "__exp_fma" is exp. Mangled names are
 * kept. In a. */
const char *library_function(struct arena *a, const char *symbol);

#endif
