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

/* Operations per source iteration: from counts whose X and Y are per pass of a
 * loop unrolled k times (essential), or from counts that all are (compiled).
 * What would have to be divided by a missing k is missing. */
struct rates {
    struct quantity of[OP_CLASSES];
};
struct rates essential_rates(const struct counts *c, struct quantity k);
struct rates compiled_rates(const struct counts *c, struct quantity k);
/* Classes that a load is made of: t_i has all (eq. 4.6), t_f of eq. 4.4 and t_m of eq. 4.5 some. */
struct class_range {
    enum op_class first, last;
};
extern const struct class_range all_classes, fp_classes, memory_classes;

/* The needs of operations of the range, a row for each class and need. */
enum { RESOURCE_ROWS = OP_CLASSES * MACHINE_NEEDS };
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
