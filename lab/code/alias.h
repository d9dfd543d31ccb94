/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memory may be the same. Fortran's rules: a dummy argument overlaps with nothing else, what
 * EQUIVALENCE and COMMON put together overlaps as declared, subscripts stay within their array. */
#ifndef LAB_CODE_ALIAS_H
#define LAB_CODE_ALIAS_H

#include "lab/code/edit.h"

/* Memory as a sum: object + offset + terms. What a term is of is a name: equal names, equal values.
 */
enum { MEMORY_TERMS = 8 };
struct memory {
    const struct object *object; /* NULL = any */
    int64_t offset;              /* bytes */
    unsigned bytes;
    int n;
    struct memory_term {
        uint32_t of;
        int64_t scale;     /* bytes; not 0 */
    } terms[MEMORY_TERMS]; /* by what they are of; each once */
};

/* Adds a term; false where there is no room. */
bool ir_memory_add(struct memory *m, uint32_t of, int64_t scale);
/* Memory of a place whose terms are named by their registers. */
struct memory ir_memory_of(const struct place *p);
/* Memory of a load or store: any where its place is not known, or no longer a sum of registers. */
struct memory ir_memory_of_inst(const struct ir_inst *i);
/* Objects whose bytes have addresses at constant distances: *at and *bt get those of their first
 * bytes from a common one. */
bool ir_memory_one_base(const struct object *a, const struct object *b, int64_t *at, int64_t *bt);
/* Whether no element of the one is in the other, as they are declared. */
bool ir_objects_apart(const struct object *a, const struct object *b);
/* Whether both are sums of the same terms from a common base; *distance: b - a, bytes. */
bool ir_memory_distance(const struct memory *a, const struct memory *b, int64_t *distance);
bool ir_memory_same(const struct memory *a, const struct memory *b);
/* Whether they may overlap. */
bool ir_memory_may_meet(const struct memory *a, const struct memory *b);
/* Whether a call, or another cell, may read or write it. */
bool ir_memory_escapes(const struct memory *m);

#endif
