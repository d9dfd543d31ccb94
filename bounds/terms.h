/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bound taken apart: it is the greatest of its terms, each of which is linear in the counts. So
 * bounds of average iterations, some of which skip conditional blocks, need terms only: those of
 * the loop less shares of those of its blocks, and then the greatest. */
#ifndef BOUNDS_TERMS_H
#define BOUNDS_TERMS_H

#include "bounds/resources.h"

struct bound_term {
    const char *name; /* "left", "p0|p1", "recurrence" */
    port_set ports;   /* 0 = the recurrence, or issue */
    double cpl;
};
struct bound_terms {
    struct bound_term *at;
    size_t n;            /* 0 where it is missing */
    const char *missing; /* NULL; else why there are no terms */
};

/* Loads of the machine's port sets under these rates, and t_d where it is not 0: MA from essential
 * rates, MAC from compiled ones. Of sets of ports only those are here that can be the greatest: the
 * alternatives of a need, and unions of such sets that overlap; above 256 of them terms are
 * missing. Made in a. */
struct bound_terms bound_terms(struct arena *a, const struct machine *m, const struct rates *r,
                               struct quantity td);
/* What operations at these rates, some of those that of was made from, are of each of its terms;
 * the same names in the same order, the recurrence 0. Made in a. */
struct bound_terms bound_terms_part(struct arena *a, const struct machine *m, const struct rates *r,
                                    const struct bound_terms *of);

enum { MORE_TERMS = 2 }; /* that others may put behind */
/* Loads of port sets under these needs, one of each set that can be the greatest, as above; there
 * is room for more terms. */
struct bound_terms needs_terms(struct arena *a, const struct machine *m,
                               const struct port_need *needs, size_t n);

/* Loads and stores a cycle, of whole vectors where there are such, of the mix of both that goes fastest: a roof for memory operations.
 * Missing where the machine does not say what either takes, or has too many combinations of ports.
 */
struct quantity bound_accesses(struct arena *a, const struct machine *m);

#endif
