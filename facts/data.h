/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data accesses of a hot loop, recorded while the counted program ran. An iteration is a pass
 * of the machine code. Passive data: hotspots/ creates it, runs/ stores it, bounds/ and gaps/
 * compute from it. */
#ifndef FACTS_DATA_H
#define FACTS_DATA_H

#include "facts/facts.h"

/* Accesses of lines whose reuse distance is in a range. */
struct reuse_part {
    double distance; /* upper end of the range: bytes in distinct lines that the thread accessed
                        since its previous access of the line; the range begins at that of the part
                        before it, or at 0. INFINITY: the previous access was not recorded */
    double loads, stores; /* recorded accesses per pass, estimated from the sampled lines */
    double written;       /* stores per pass by another distance: the largest one of the accesses of
                             their line since the store before it. A cache that keeps less wrote the
                             line back since then */
};
/* Reuse distances of the accesses of a loop. */
struct reuse {
    double line;           /* bytes */
    double passes;         /* recorded passes; 0 = nothing was recorded */
    double window;         /* bytes in distinct lines of the longest recorded interval: no longer
                              distance is known */
    double error;          /* standard error of the sum of all parts, as a share of it */
    struct reuse_part *at; /* by distance */
    size_t n;
    bool no_written; /* the database was written by a version that did not record `written` */
};
struct hot_data {
    struct movement movement; /* recorded references, for data_bound_recorded(); `ref` is a position
                                 in the loop's code: line of the listing. Trips are mean numbers of
                                 passes. A reference that is not affine has missing strides.
                                 movement.missing: references that the list lacks */
    struct reuse reuse;
    const char *missing; /* why nothing is known; NULL = something is */
};

/* Checks the invariants: groups and storage of the references, finite numbers that are not below 0,
 * distances in ascending order. Returns NULL, or a description of an internal error. */
const char *hot_data_check(const struct hot_data *d);

#endif
