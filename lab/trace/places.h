/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of data and regions: the symbols of a trace (trace.h). */
#ifndef LAB_TRACE_PLACES_H
#define LAB_TRACE_PLACES_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdint.h>

enum { PLACE_EXTENTS = 7 };
/* A named object in memory. */
struct datum {
    const char *name;
    uint64_t address, bytes, element; /* element: bytes of one element, at least 1 */
    uint32_t n_extents;
    uint64_t extents[PLACE_EXTENTS];
    uint64_t reach; /* greatest end address of this datum and those before it, for searching */
};
struct places {
    struct datum *data; /* by address */
    size_t n;
    const char **regions; /* by number; NULL = no name */
    size_t n_regions;
};

/* Reads the symbols; the memory of p belongs to a. Returns false after error messages. */
bool places_read(struct places *p, struct arena *a, const char *path, const char *symbols,
                 struct diag *d);
/* Returns the smallest datum that contains the address; NULL = none. */
const struct datum *places_find(const struct places *p, uint64_t address);
/* Returns "x(3,1)" for an element's number from 0, or "x" for a scalar. The text belongs to a. */
const char *places_element(struct arena *a, const struct datum *t, uint64_t element);

#endif
