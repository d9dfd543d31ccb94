/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations with alternative ports, and the load of the ports. */
#ifndef BOUNDS_RESOURCES_H
#define BOUNDS_RESOURCES_H

#include "machines/machine.h"

/* `count` operations, each of which occupies one of `ports` for a cycle. */
struct port_need {
    double count;
    port_set ports;
};

/* Returns the smallest possible load of the busiest port, in cycles, over all distributions of the
 * needs to their ports: max over port sets S of (count of needs whose alternatives are all in S) /
 * |S|. Stores in *busiest a smallest S with that load (the one with the lowest ports of several; 0
 * if there are no needs). */
double resource_load(const struct port_need *needs, size_t n, port_set *busiest);

/* Returns the load of the ports of s: (count of needs whose alternatives are all in s) / |s|; 0
 * without ports. */
double resource_load_on(const struct port_need *needs, size_t n, port_set s);

/* The operations that determine MA: counts per source iteration, X and Y per pass, and for a SIMD
 * machine the number of iterations that can be done at once. */
struct essential {
    struct counts counts;
    struct op_parts
        parts; /* FA to SFL by part; n can be negative if other parts of the same class have more */
    bool reassociate; /* reductions may be reordered */
};
/* Returns the essential operations of a loop, or of the loop minus a share of one block, in a. */
struct essential essential_of(const struct source_loop *l, bool reassociate);
struct essential essential_less(struct arena *a, const struct essential *e, double share,
                                const struct counts *counts, const struct op_parts *parts);

/* Returns the number of iterations that one operation performs on the machine: 1 = single elements.
 * A vector has as many elements of that size as fit its bytes. For loads and stores that skip
 * elements, it is the maximum number of useful elements in a vector. */
long part_elements(const struct machine *m, const struct op_part *p, bool reassociate);
/* Returns true if the element size of each part is known; otherwise the reason. */
bool parts_sizes_known(const struct op_parts *parts);
extern const char parts_size_unknown[];
/* Returns the iterations in one pass of the ideal loop: the greater of k and, on a SIMD machine,
 * the elements of a vector of the smallest size in the loop. */
struct quantity essential_k(const struct machine *m, const struct essential *e, struct quantity k);

/* Operations per source iteration, on single elements and on whole vectors. Values that a missing k
 * divides are missing. */
struct rates {
    struct quantity of[OP_CLASSES], vectors[OP_CLASSES];
};
struct rates essential_rates(const struct machine *m, const struct essential *e, struct quantity k);
/* Returns the rates of a loop unrolled k times from its counts per pass. */
struct rates compiled_rates(const struct counts *c, struct quantity k);
/* Classes in a load: t_i has all (eq. 4.6), t_f (eq. 4.4) and t_m (eq. 4.5) have some. */
struct class_range {
    enum op_class first, last;
};
extern const struct class_range all_classes, fp_classes, memory_classes;

/* Computes the needs of the operations in the range, a row for each class and need. */
enum { RESOURCE_ROWS = 2 * OP_CLASSES * MACHINE_NEEDS };
struct resource_rows {
    struct port_need at[RESOURCE_ROWS];
    enum op_class class[RESOURCE_ROWS]; /* of the same row */
    size_t n;
    const char *why; /* NULL; otherwise the reason: the machine lacks a number; in a */
};
struct resource_rows resource_rows(struct arena *a, const struct machine *m, const struct rates *r,
                                   struct class_range range);

/* Returns the name of a port set, "left" or "p0|p1", in a or owned by the machine. */
const char *ports_text(struct arena *a, const struct machine *m, port_set ports);

#endif
