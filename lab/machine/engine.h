/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs cells concurrently: the cell with the least clock continues; memory requests are processed
 * in clock order. Assumption: a cell may run ahead of the others by the parameter run-ahead while
 * its subcaches hit, so other cells see its writes earlier by at most that time. All cells see one
 * order of all accesses: the order in which they are simulated. */
#ifndef LAB_MACHINE_ENGINE_H
#define LAB_MACHINE_ENGINE_H

#include "lab/machine/allcache.h"

enum engine_end {
    ENGINE_ENDED,   /* the program ended in that cell, with its status */
    ENGINE_FAULT,   /* that cell cannot continue: its fault */
    ENGINE_STOPPED, /* the progress callback ended the run */
    ENGINE_REFUSED  /* an impossible request of that cell, or a deadlock of all: message */
};
struct engine_result {
    enum engine_end end;
    unsigned cell;
    const char *message;
};

/* A callback every so many clocks of the slowest cell; it returns false to end the run. */
struct engine_progress {
    bool (*report)(void *to, uint64_t clock); /* NULL = none */
    void *to;
    uint64_t every; /* clocks */
};

/* Runs n cells until the program ends. */
struct engine_result engine_run(struct cell *cells, unsigned n, struct allcache *a,
                                const struct parameters *p, const struct engine_progress *progress);

#endif
