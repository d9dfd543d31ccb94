/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived types: their components and the offsets of these. */
#ifndef ANALYSIS_DERIVED_H
#define ANALYSIS_DERIVED_H

#include "frontend/analysis/symbols.h"

struct derived_type {
    const char *name, *extends;        /* interned; extends NULL = no type */
    const struct derived_type *parent; /* NULL = none, or it is not known */
    struct symbol **at;                /* components in order */
    size_t n;
    const char *unread; /* where one of them could not be read: "line 3"; NULL = all were read */
    const struct derived_type *origin; /* of another file: the one in the library of modules; NULL =
                                        * it is not there */
    uint32_t number;                   /* of one in the library, from 0 */
    bool partial;                      /* something in it has a size that is not known here */
};

/* The type that the TYPE definition t gives to its name y, which s knows. */
void derived_declare(struct symbols *s, struct symbol *y, const struct stmt *t);
/* Finds the types of what the innermost unit declares. */
void derived_resolve(struct symbols *s);
/* The component of that name, its parent's too, and its offset in bytes, -1 = unknown; NULL = it
 * has none that is known. */
const struct symbol *derived_find(const struct derived_type *d, const char *name, int64_t *offset);
/* Bytes of a value of the type, as gfortran lays it out; 0 = unknown. */
int64_t derived_size(const struct derived_type *d);

/* The unit with each reference to a component as one to a variable or an array of its own, named by
 * the path, t%x, whose subscripts are those of all its parts, the last part first. What has a type
 * that is not known stays as it is. */
const struct unit *components_replace(struct symbols *s, const struct unit *u);

#endif
