/* SPDX-License-Identifier: GPL-3.0-or-later */
/* K-Trace: writes the references of simulated cells, with marks where parallel regions and barriers
 * begin and end for a cell. Assumptions: a parallel region is a procedure with $par in its name
 * that lab_fork and the workers call; a barrier is a call of lab_barrier (lab/library/parallel.s).
 * A region within a region is part of the outer one. */
#ifndef LAB_TRACE_TRACER_H
#define LAB_TRACE_TRACER_H

#include "lab/machine/program.h"
#include "lab/trace/trace.h"

/* The value of a region's marks combines its number in the symbols and the number of its fork, from
 * 1. The value of a barrier's marks combines the number of barriers that the cell has passed in the
 * region and the number of the fork. */
enum { TRACE_FORK = 1 << 20 };

struct tracer;
/* Opens a tracer. stack: bytes of a cell's stack. Returns NULL after an error message. */
struct tracer *tracer_open(const char *path, const struct program *p, unsigned cells,
                           uint64_t stack, struct diag *d);
/* Returns the callbacks for the cells' watch. */
struct cell_watch tracer_watch(struct tracer *t);
/* Completes the trace in *out, which the caller commits. Returns false after an error message if
 * writing failed. */
bool tracer_close(struct tracer *t, struct outfile *out, struct diag *d);

#endif
