/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations with alternative ports, and how busy the ports must be. */
#ifndef BOUNDS_RESOURCES_H
#define BOUNDS_RESOURCES_H

#include "machines/machine.h"

/* count operations, each of which takes one of ports for a cycle. */
struct port_need {
    double count;
    port_set ports;
};

/* Least possible load of the busiest port, in cycles, over all ways to share
 * each need between its ports: max over port sets S of (count of needs whose
 * alternatives all lie in S) / |S|. *busiest gets a smallest S that gives it
 * (the lowest ports of several; 0 when nothing is needed). */
double resource_load(const struct port_need *needs, size_t n, port_set *busiest);

/* Load of the ports of s: (count of needs whose alternatives all lie in s) / |s|; 0 without ports.
 */
double resource_load_on(const struct port_need *needs, size_t n, port_set s);

/* What MA is made of: counts per source iteration, X and Y per pass, and on a SIMD machine how many
 * iterations may be done at once. */
struct essential {
    struct counts counts;
    struct op_parts parts; /* FA to SFL again; n of some may be less than 0, where others of their
                              kind are more */
    bool reassociate;      /* reductions need not keep their order */
};
/* Of a loop, and less a share of one of its blocks, in a. */
struct essential essential_of(const struct source_loop *l, bool reassociate);
struct essential essential_less(struct arena *a, const struct essential *e, double share,
                                const struct counts *counts, const struct op_parts *parts);

/* How many iterations one operation is for on the machine: 1 = it works on single elements. A
 * vector is as long as its bytes hold elements of that size. Of loads and stores that leave out
 * elements a vector is for those that it can hold at most. */
long part_elements(const struct machine *m, const struct op_part *p, bool reassociate);
/* Whether the size of an element of every part is known, and the reason where one is not. */
bool parts_sizes_known(const struct op_parts *parts);
extern const char parts_size_unknown[];
/* Iterations that a pass of the ideal loop is for: the greater of k and, on a SIMD machine, the
 * elements of a vector, of the smallest that the loop has. */
struct quantity essential_k(const struct machine *m, const struct essential *e, struct quantity k);

/* Operations per source iteration, on single elements and on whole vectors. What would have to be
 * divided by a missing k is missing. */
struct rates {
    struct quantity of[OP_CLASSES], vectors[OP_CLASSES];
};
struct rates essential_rates(const struct machine *m, const struct essential *e, struct quantity k);
/* From counts that are all per pass of a loop unrolled k times. */
struct rates compiled_rates(const struct counts *c, struct quantity k);
/* Classes that a load is made of: t_i has all (eq. 4.6), t_f of eq. 4.4 and t_m of eq. 4.5 some. */
struct class_range {
    enum op_class first, last;
};
extern const struct class_range all_classes, fp_classes, memory_classes;

/* The needs of operations of the range, a row for each class and need. */
enum { RESOURCE_ROWS = 2 * OP_CLASSES * MACHINE_NEEDS };
struct resource_rows {
    struct port_need at[RESOURCE_ROWS];
    enum op_class class[RESOURCE_ROWS]; /* of the same row */
    size_t n;
    const char *why; /* NULL; else what the machine does not say, in a */
};
struct resource_rows resource_rows(struct arena *a, const struct machine *m, const struct rates *r,
                                   struct class_range range);

/* Name of a port set, "left" or "p0|p1", in a or the machine's. */
const char *ports_text(struct arena *a, const struct machine *m, port_set ports);

#endif
