/* SPDX-License-Identifier: GPL-3.0-or-later */
/* K-Trace: writes what simulated cells refer to, with marks where parallel regions and barriers
 * begin and end for a cell. Assumed: a parallel region is a procedure with $par in its name, called
 * by lab_fork and by the workers; a barrier is a call of lab_barrier (lab/library/parallel.s).
 * A region within a region is part of the outer one. */
#ifndef LAB_TRACE_TRACER_H
#define LAB_TRACE_TRACER_H

#include "lab/machine/program.h"
#include "lab/trace/trace.h"

/* The value of a region's marks: its number in the symbols, and which of the forks it was in, from
 * 1; of a barrier's: how many the cell has passed in the region, and the fork. */
enum { TRACE_FORK = 1 << 20 };

struct tracer;
/* stack: bytes of a cell's stack. NULL with a message. */
struct tracer *tracer_open(const char *path, const struct program *p, unsigned cells,
                           uint64_t stack, struct diag *d);
/* For the cells' watch. */
struct cell_watch tracer_watch(struct tracer *t);
/* The trace is whole in *out, and is to be committed. False with a message where not all could be
 * written. */
bool tracer_close(struct tracer *t, struct outfile *out, struct diag *d);

#endif
