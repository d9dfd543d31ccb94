/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory reference traces of cells (K-Trace): what ksr1 --trace writes and klcache reads. */
#ifndef LAB_TRACE_TRACE_H
#define LAB_TRACE_TRACE_H

#include "base/outfile.h"

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
    TRACE_BARRIER_OUT, /* value: number of the barrier */
    TRACE_KINDS
};
/* Kinds from this one on are marks. */
enum { TRACE_FIRST_MARK = TRACE_REGION_ENTER };

struct trace_writer;
/* Makes a trace of that many cells at path. symbols: text that tells which data stand where
 * (klcache names elements by it), lines in any order, of words
 *     data NAME ADDRESS BYTES ELEMENT [EXTENT...]
 *     region NUMBER NAME
 * ADDRESS is 0x and hexadecimal digits, ELEMENT the bytes of an element, EXTENTs those of an
 * array's dimensions, first index fastest; where data overlap, the shorter name it. The text is
 * kept in the trace. NULL with a message. */
struct trace_writer *trace_create(const char *path, unsigned cells, const char *symbols,
                                  struct diag *d);
/* One reference of a cell, in its order; clocks of a cell never go back. bytes: 1, 4, 8, 64
 * or 128. */
void trace_reference(struct trace_writer *w, unsigned cell, enum trace_kind kind, uint64_t address,
                     unsigned bytes, uint64_t clock);
void trace_mark(struct trace_writer *w, unsigned cell, enum trace_kind kind, uint64_t value,
                uint64_t clock);
/* False with a message where not all could be written: then the file is gone. */
bool trace_close(struct trace_writer *w, struct diag *d);
/* The same, but the file is whole in *out, and is still to be committed. */
bool trace_finish(struct trace_writer *w, struct outfile *out, struct diag *d);

struct trace_event {
    uint64_t address; /* a mark's value */
    uint64_t clock;
    uint8_t kind, bytes; /* bytes: 0 for marks */
};

struct trace_reader;
/* Opens a trace and looks through its blocks: one that was cut off, or is none, is an error. NULL
 * with a message. */
struct trace_reader *trace_open(const char *path, struct diag *d);
/* The same of bytes that outlast it. */
struct trace_reader *trace_open_bytes(const char *path, const uint8_t *bytes, size_t n,
                                      struct diag *d);
unsigned trace_cells(const struct trace_reader *r);
const char *trace_symbols(const struct trace_reader *r);
/* References and marks of all cells. */
uint64_t trace_events(const struct trace_reader *r);
/* The next events of a cell, in its order; they hold until the next call for that cell. 0 = the
 * end, or, with a message in d, where the trace is damaged. */
size_t trace_next(struct trace_reader *r, unsigned cell, const struct trace_event **events,
                  struct diag *d);
/* The next event of all cells in the order of clocks, cells in order where they are equal. False
 * at the end, or with a message where the trace is damaged. */
bool trace_merged(struct trace_reader *r, unsigned *cell, struct trace_event *e, struct diag *d);
/* From the start again. */
void trace_rewind(struct trace_reader *r);
void trace_reader_free(struct trace_reader *r);

#endif
