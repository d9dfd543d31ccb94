/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bound as the maximum of its terms, each of which is linear in the counts. If some iterations
 * skip conditional blocks, the bound of an average iteration follows from the terms: those of the
 * loop minus a share of those of the blocks, then the maximum. */
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
    size_t n;            /* 0 if missing */
    const char *missing; /* NULL; otherwise the reason why there are no terms */
};

/* Returns the loads of the machine's port sets for these rates, and t_d if it is not 0: MA from
 * essential rates, MAC from compiled ones. Contains only sets that can be the maximum: the
 * alternatives of a need, and unions of such sets that overlap. With more than 256 of them, terms
 * are missing. In a. */
struct bound_terms bound_terms(struct arena *a, const struct machine *m, const struct rates *r,
                               struct quantity td);
/* Returns the part of each term of `of` that is caused by operations at these rates, a subset of
 * those of `of`; same names, same order; the recurrence is 0. In a. */
struct bound_terms bound_terms_part(struct arena *a, const struct machine *m, const struct rates *r,
                                    const struct bound_terms *of);

enum { MORE_TERMS = 2 }; /* that a caller may append */
/* Returns the loads of the port sets for these needs, one for each set that can be the maximum, as
 * above, with space for more terms. */
struct bound_terms needs_terms(struct arena *a, const struct machine *m,
                               const struct port_need *needs, size_t n);

/* Returns loads and stores per cycle, with whole vectors if available, for the fastest ratio of
 * both: a roofline for memory operations. Missing if the machine lacks the cost of either, or has
 * too many combinations of ports. */
struct quantity bound_accesses(struct arena *a, const struct machine *m);

#endif
