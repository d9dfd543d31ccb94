/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of libmacsgap: what macs_gap points to. */
#ifndef GAPS_ONLINE_INSIDE_H
#define GAPS_ONLINE_INSIDE_H

#include "gaps/online/macs_gap.h"

#include <stdbool.h>

struct mg_term_of {
    enum mg_rung rung;
    char *name;
    double cpl;
};
struct mg_terms {
    struct mg_term_of *at;
    size_t n;
};
struct mg_block_of {
    char *name;
    double tnf, m;         /* that an iteration saves which skips it */
    struct mg_terms saves; /* likewise; names of the loop's terms */
};
/* What a thread has done of a loop; a cache line at least, so that threads do not share one. */
struct mg_done {
    double iterations, cycles;
    double *skipped; /* by block */
    char apart[64 - 3 * sizeof(double)];
};
struct mg_loop_of {
    char *name;
    double tnf, m;
    struct mg_terms terms;
    struct mg_block_of *blocks;
    size_t n_blocks;
    struct mg_done *done; /* by thread */
};
struct macs_gap {
    int threads;
    char *isa; /* of the machine that the bounds are of, as descriptions name it; NULL = not said */
    struct mg_loop_of *loops;
    size_t n;
};

/* The loop of that number; NULL = there is none. */
struct mg_loop_of *mg_loop_at(const macs_gap *g, int loop);

#endif
