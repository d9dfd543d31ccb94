/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs cells side by side: the one whose clock is least goes on, and what it asks of the memory is
 * answered in the order of clocks. Assumed: a cell may run ahead of the others by the parameter
 * run-ahead as long as its subcaches answer it; what it writes meanwhile the others see that much
 * too early at most. All cells see one order of all accesses: that in which they are simulated. */
#ifndef LAB_MACHINE_ENGINE_H
#define LAB_MACHINE_ENGINE_H

#include "lab/machine/allcache.h"

enum engine_end {
    ENGINE_ENDED,   /* the program ended: in that cell, with its status */
    ENGINE_FAULT,   /* that cell can't go on: its fault */
    ENGINE_STOPPED, /* whoever is told of its progress wants no more */
    ENGINE_REFUSED  /* that cell asked for what can't be, or all wait for each other: message */
};
struct engine_result {
    enum engine_end end;
    unsigned cell;
    const char *message;
};

/* What is told every so many clocks of the slowest cell; false ends the run. */
struct engine_progress {
    bool (*tell)(void *to, uint64_t clock); /* NULL = nobody is told */
    void *to;
    uint64_t every; /* clocks */
};

/* Runs n cells to their end. */
struct engine_result engine_run(struct cell *cells, unsigned n, struct allcache *a,
                                const struct parameters *p, const struct engine_progress *progress);

#endif
