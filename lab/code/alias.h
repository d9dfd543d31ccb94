/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alias analysis, by Fortran's rules: a dummy argument overlaps with no other object, objects of
 * EQUIVALENCE and COMMON overlap as declared, and subscripts stay within the bounds of their
 * array. */
#ifndef LAB_CODE_ALIAS_H
#define LAB_CODE_ALIAS_H

#include "lab/code/edit.h"

/* A range of memory: object + offset + sum of terms. A term has a name; equal names mean equal
 * values. */
enum { MEMORY_TERMS = 8 };
/* A term of a linear combination. */
struct linear_term {
    uint32_t of;
    int64_t scale; /* not 0 */
};
struct memory {
    const struct object *object; /* NULL = any */
    int64_t offset;              /* bytes */
    unsigned bytes;
    int n;
    struct linear_term terms[MEMORY_TERMS]; /* sorted by name; each name once; scale in bytes */
};

/* Adds a term to n terms, sorted by name, of an array of length most, and changes n. The sum of
 * two scales wraps around. Returns false if the array is full. */
bool linear_terms_add(struct linear_term *terms, int *n, int most, struct linear_term term);
/* Adds a term. Returns false if the array of terms is full. */
bool ir_memory_add(struct memory *m, uint32_t of, int64_t scale);
/* Returns the memory of a place. The names of its terms are their registers. */
struct memory ir_memory_of(const struct ir_place *p);
/* Returns the memory of a load or store. The object is NULL if the place is unknown, or if its
 * terms no longer describe the address. */
struct memory ir_memory_of_inst(const struct ir_inst *i);
/* Returns whether the distance between two objects is constant. Sets *at and *bt to the offsets
 * of their first bytes from a common base. */
bool ir_memory_common_base(const struct object *a, const struct object *b, int64_t *at,
                           int64_t *bt);
/* Returns whether two objects have no byte in common, as they are declared. */
bool ir_objects_disjoint(const struct object *a, const struct object *b);
/* Returns whether both ranges have the same terms and a common base. Sets *distance to b - a, in
 * bytes. */
bool ir_memory_distance(const struct memory *a, const struct memory *b, int64_t *distance);
bool ir_memory_same(const struct memory *a, const struct memory *b);
/* Returns whether the two ranges may overlap. */
bool ir_memory_may_overlap(const struct memory *a, const struct memory *b);
/* Returns whether a call or another cell may read or write the memory. */
bool ir_memory_escapes(const struct memory *m);

#endif
