/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory reference traces of cells (K-Trace): what ksr1 --trace writes and klcache reads. */
#ifndef LAB_TRACE_TRACE_H
#define LAB_TRACE_TRACE_H

#include "base/diag.h"

#include <stdint.h>

enum trace_kind {
    TRACE_READ,
    TRACE_WRITE,
    TRACE_PREFETCH,
    TRACE_PREFETCH_EX,
    TRACE_POSTSTORE,
    TRACE_REGION_ENTER,
    TRACE_REGION_EXIT, /* value: region */
    TRACE_BARRIER_IN,
    TRACE_BARRIER_OUT /* value: number of the barrier */
};

struct trace_writer;
/* Makes a trace of that many cells at path. symbols: text that tells which data stand where
 * (klcache names elements by it); kept in the trace. NULL with a message. */
struct trace_writer *trace_create(const char *path, unsigned cells, const char *symbols,
                                  struct diag *d);
/* One reference of a cell, in its order; clocks of a cell never go back. */
void trace_reference(struct trace_writer *w, unsigned cell, enum trace_kind kind, uint64_t address,
                     unsigned bytes, uint64_t clock);
void trace_mark(struct trace_writer *w, unsigned cell, enum trace_kind kind, uint64_t value,
                uint64_t clock);
/* False with a message where not all could be written: then the file is gone. */
bool trace_close(struct trace_writer *w, struct diag *d);

#endif
