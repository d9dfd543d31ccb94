/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to libmacsgap: the definition of macs_gap. */
#ifndef GAPS_ONLINE_INTERNAL_H
#define GAPS_ONLINE_INTERNAL_H

#include "gaps/online/macs_gap.h"

#include <stdbool.h>

struct mg_term_entry {
    enum mg_rung rung;
    char *name;
    double cpl;
};
struct mg_terms {
    struct mg_term_entry *at;
    size_t n;
};
struct mg_block_entry {
    char *name;
    double tnf, m;         /* savings of an iteration that skips the block */
    struct mg_terms saves; /* likewise, of terms of the loop */
};
/* The counts of a thread for a loop. The size is a cache line, so that threads do not share one. */
struct mg_thread_counts {
    double iterations, cycles;
    double *skipped; /* by block */
    char padding[64 - 3 * sizeof(double)];
};
struct mg_loop_entry {
    char *name;
    double tnf, m;
    struct mg_terms terms;
    struct mg_block_entry *blocks;
    size_t n_blocks;
    struct mg_thread_counts *counts; /* by thread */
};
struct macs_gap {
    int threads;
    char *
        isa; /* instruction set of the machine of the bounds, as in machine files; NULL = unknown */
    struct mg_loop_entry *loops;
    size_t n;
};

/* Returns the loop with that number; NULL = none. */
struct mg_loop_entry *mg_loop_entry_at(const macs_gap *g, int loop);

#endif
