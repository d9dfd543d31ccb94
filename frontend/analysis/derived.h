/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived types: their components and the offsets of these. */
#ifndef ANALYSIS_DERIVED_H
#define ANALYSIS_DERIVED_H

#include "frontend/analysis/symbols.h"

struct derived_type {
    const char *name, *extends;        /* interned; extends NULL = no type */
    const struct derived_type *parent; /* NULL = none, or unknown */
    struct symbol **at;                /* components in order */
    size_t n;
    const char *unread; /* position of one that could not be read: "line 3"; NULL = all were read */
    const struct derived_type *origin; /* of another file: the one in the library of modules; NULL =
                                        * not in it */
    uint32_t number;                   /* of one in the library, from 0 */
    bool partial;                      /* a component has an unknown size */
};

/* Returns the type that the TYPE definition t gives to its name y, a symbol of s. */
void derived_declare(struct symbols *s, struct symbol *y, const struct stmt *t);
/* Finds the types of the names that the innermost unit declares. */
void derived_resolve(struct symbols *s);
/* Returns the component of that name, also of the parent type, and its offset in bytes, -1 =
 * unknown. NULL = no known component. */
const struct symbol *derived_find(const struct derived_type *d, const char *name, int64_t *offset);
/* Returns the size of a value in bytes, as in gfortran; 0 = unknown. */
int64_t derived_size(const struct derived_type *d);

/* Returns the unit with each reference to a component replaced by one to a separate variable or
 * array, named by the path t%x, whose subscripts are those of all parts, the last part first.
 * References of unknown type are unchanged. */
const struct unit *components_replace(struct symbols *s, const struct unit *u);

#endif
