/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data estimate: cycles per iteration that the data of a loop are expected to need on a machine
 * whose caches keep the lines that were used last (doc/data-guide.md, equations D.4 and D.5). It is
 * no bound. */
#ifndef BOUNDS_ESTIMATE_H
#define BOUNDS_ESTIMATE_H

#include "facts/data.h"
#include "machines/machine.h"

/* What a loop does with an array. */
enum data_use { USE_LOADED, USE_STORED, USE_BOTH, DATA_USES };
/* The data that come from one level, per iteration. */
struct estimate_level {
    const char *name;
    double holds;            /* bytes that the nearer caches keep */
    double bytes[DATA_USES]; /* by use; each byte once */
    struct quantity cycles;  /* at the median rates of the mixes */
    double own;              /* of them, for the loads and stores of the mixes in the first cache */
};
struct data_estimate {
    struct estimate_level at[MACHINE_LEVELS]; /* beyond the first cache, nearest first */
    int n;
    double pages;                  /* per iteration that are in no TLB, beyond those of streams */
    struct quantity translation;   /* cycles per iteration of these misses */
    struct quantity transfer;      /* eq. D.4: the sum of all cycles */
    double own;                    /* sum of the levels */
    struct quantity overlap;       /* share of other work that transfers hide, from 0 to 1 */
    struct quantity overlap_loads; /* the same of loads and stores in the first cache */
    double crossings[2];           /* per iteration: loads, stores that cross a line */
    double crossing_cycles;        /* of them; 0 if the machine file gives no cycles */
    bool by_reuse;                 /* the bytes are those of recorded reuse distances: they have */
    double error;                  /* this standard error, a share of them; `translation` is 0 */
};

/* Computes the estimate for one core that runs the nest of the loop repeatedly and alone. Requires
 * l->movement. vector: bytes of the vectors in which adjacent elements are accessed; 0: each
 * reference of the list is an access of its own. */
struct data_estimate data_estimate_find(const struct machine *m, const struct source_loop *l,
                                        double vector);
/* Computes the estimate of recorded accesses, per pass: of their nest if its sizes and strides are
 * known, otherwise of their reuse distances. */
struct data_estimate data_estimate_recorded(struct arena *a, const struct machine *m,
                                            const struct hot_data *d);
/* Computes the estimate of reuse distances. A store whose line was replaced reads the line, and
 * it is written back if it was modified since. Misses of the TLBs are unknown, and not in it. */
struct data_estimate data_estimate_of_reuse(struct arena *a, const struct machine *m,
                                            const struct reuse *r);
/* Returns eq. D.5: the cycles with work of that many cycles, such as MA or MACS, of which the loads
 * and stores alone need `accesses`. */
struct quantity estimate_with_work(struct quantity work, struct quantity accesses,
                                   const struct data_estimate *e);

#endif
