/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: names of code that a process generated, from the file perf-PID.map that
 * its run-time system wrote ("START SIZE NAME" in hexadecimal digits; node --perf-basic-prof, java
 * with perf-map-agent, LuaJIT). */
#ifndef HOTSPOTS_GENERATED_H
#define HOTSPOTS_GENERATED_H

#include "base/arena.h"
#include "base/array.h"

#include <stdint.h>

struct generated_code {
    uint64_t begin, end;
    const char *name;
    size_t order; /* of its line */
};
struct generated_codes {
    struct generated_code *at; /* by address; of several with one address the last of the file */
    size_t n;
};

/* Reads the map of a process from the directory, in a. It is empty if the file does not exist or
 * belongs to another user. */
struct generated_codes generated_read(struct arena *a, const char *directory, int pid);
/* Returns the index of the code that contains the address; SIZE_MAX = none. */
size_t generated_find(const struct generated_codes *g, uint64_t address);

#endif
