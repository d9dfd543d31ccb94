/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of data and regions: the symbols of a trace (trace.h). */
#ifndef LAB_TRACE_PLACES_H
#define LAB_TRACE_PLACES_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdint.h>

enum { PLACE_EXTENTS = 7 };
/* Data with a name. */
struct datum {
    const char *name;
    uint64_t address, bytes, element; /* element: bytes of one, at least 1 */
    uint32_t n_extents;
    uint64_t extents[PLACE_EXTENTS];
    uint64_t reach; /* end of whatever begins up to here: for searching */
};
struct places {
    struct datum *data; /* by address */
    size_t n;
    const char **regions; /* by number; NULL = without a name */
    size_t n_regions;
};

/* Reads the symbols; p lives in a. False with messages, located in the symbols' lines. */
bool places_read(struct places *p, struct arena *a, const char *path, const char *symbols,
                 struct diag *d);
/* The shortest datum that holds an address; NULL = none. */
const struct datum *places_find(const struct places *p, uint64_t address);
/* "x(3,1)" of an element's number, from 0; "x" of a scalar. In a. */
const char *places_element(struct arena *a, const struct datum *t, uint64_t element);

#endif
