/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data bound: the least cycles per iteration in which the data of a loop move into the core
 * (doc/data-guide.md, equations D.1 to D.3). */
#ifndef BOUNDS_DATA_H
#define BOUNDS_DATA_H

#include "facts/facts.h"
#include "machines/machine.h"

#include <stdio.h>

/* The data that come from a level of the machine. */
struct data_level {
    const char *name;
    double nearer;          /* capacity of the nearer levels together, bytes */
    struct quantity set;    /* bytes that a sweep accesses and that come from a level at all */
    struct quantity bytes;  /* per iteration from this level or farther, at least (eq. D.3) */
    int sweep;              /* the sweep: all iterations of the loops of the nest from this one
                               inward */
    double iterations;      /* of the sweep */
    struct quantity rate;   /* bytes per cycle, the greatest of any mix */
    struct quantity cycles; /* per iteration: bytes / rate */
};
struct data_bound {
    struct data_level at[MACHINE_LEVELS]; /* that have a bound, nearest first */
    int n;
    struct quantity
        cycles;          /* the greatest of the levels; 0: the data may stay in the first cache */
    int limiting;        /* the level with the greatest cycles; -1 = none: cycles is 0 */
    const char *windows; /* those that fit into the levels nearer than that one, or do not; NULL =
                            none */
    const char *first;   /* name of the first cache */
    const char *limit;   /* data_limit_text() for an iteration; NULL if cycles is missing */
};

/* Returns true if the description has the rate of a level. */
bool machine_has_rates(const struct machine *m);
/* Returns the capacity of the caches nearer than level i together, in bytes: at most this much data
 * can be in them. Of a cache with a measured effective size at most twice this size counts. */
double data_capacity(const struct machine *m, int level);
/* Computes the data bound of one core that runs the loop alone. Requires l->movement. The results
 * are in a. Nothing is known about the contents of the caches at the start. */
struct data_bound data_bound_find(struct arena *a, const struct machine *m,
                                  const struct source_loop *l);
/* The same of recorded references (facts/data.h), per pass, as the mean over all passes of the
 * loop. The list may be incomplete: the data of other references are not in the bound. A reference
 * whose stride is unknown in a loop is not in the sweeps of that loop and of those around it. If
 * `varies` is set for a loop, its executions had different numbers of passes, or may have had, and
 * `trip` is their mean; loops around it are then in no sweep. Texts name no arrays. */
struct data_bound data_bound_recorded(struct arena *a, const struct machine *m,
                                      const struct movement *recorded);
/* Returns a text about what limits a bound: the level with the greatest cycles, its bytes divided
 * by k, its rate, and the windows. per: what has these bytes, "an iteration" or "a pass". NULL if
 * the bound is missing. */
const char *data_limit_text(struct arena *a, const struct data_bound *d, double k, const char *per);
/* Returns the reason why sizes of the sweeps are unknown; NULL = they are known. A loop with an
 * unknown trip count matters if the data change in it, or in a loop around it. */
const char *data_unknown_size(const struct movement *m);
/* Returns eq. D.1 for a bound without data, such as MA or MACS: the greater of the two. */
struct quantity bound_with_data(struct quantity bound, const struct data_bound *d);

/* Prints eq. D.3 of each level with its numbers, a line for each. iterations: "iterations" or
 * "passes". */
void data_levels_print(FILE *out, const struct data_bound *d, const char *iterations);

#endif
