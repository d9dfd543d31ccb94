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
/* Kinds from this one on are marks, not references. */
enum { TRACE_FIRST_MARK = TRACE_REGION_ENTER };

struct trace_writer;
/* Creates a trace of that many cells at path. symbols: text that names data by address; klcache
 * names elements with it. Its lines, in any order, have the words
 *     data NAME ADDRESS BYTES ELEMENT [EXTENT...]
 *     region NUMBER NAME
 * ADDRESS is 0x and hexadecimal digits. ELEMENT is the size of an element in bytes. EXTENTs are
 * those of an array's dimensions, first index fastest. Where data overlap, the smallest datum names
 * the element. The trace contains the text. Returns NULL after an error message. */
struct trace_writer *trace_create(const char *path, unsigned cells, const char *symbols,
                                  struct diag *d);
/* Appends one reference of a cell. Clocks of a cell never decrease. bytes: 1, 4, 8, 64 or 128. */
void trace_reference(struct trace_writer *w, unsigned cell, enum trace_kind kind, uint64_t address,
                     unsigned bytes, uint64_t clock);
void trace_mark(struct trace_writer *w, unsigned cell, enum trace_kind kind, uint64_t value,
                uint64_t clock);
/* Returns false after an error message if writing failed; the file is then removed. */
bool trace_close(struct trace_writer *w, struct diag *d);
/* Like trace_close(), but leaves the complete file in *out for the caller to commit. */
bool trace_finish(struct trace_writer *w, struct outfile *out, struct diag *d);

struct trace_event {
    uint64_t address; /* a mark's value */
    uint64_t clock;
    uint8_t kind, bytes; /* bytes: 0 for marks */
};

struct trace_reader;
/* Opens a trace and checks its blocks. Returns NULL after an error message if the file is truncated
 * or not a trace. */
struct trace_reader *trace_open(const char *path, struct diag *d);
/* Like trace_open(), but reads bytes that outlive the reader. */
struct trace_reader *trace_open_bytes(const char *path, const uint8_t *bytes, size_t n,
                                      struct diag *d);
unsigned trace_cells(const struct trace_reader *r);
const char *trace_symbols(const struct trace_reader *r);
/* Returns the number of references and marks of all cells. */
uint64_t trace_events(const struct trace_reader *r);
/* Returns the next events of a cell in order; they are valid until the next call for that cell. 0:
 * the end, or damage with a message in d. */
size_t trace_next(struct trace_reader *r, unsigned cell, const struct trace_event **events,
                  struct diag *d);
/* Returns the next event of all cells in clock order; at equal clocks, in cell order. False: the
 * end, or damage with a message. */
bool trace_merged(struct trace_reader *r, unsigned *cell, struct trace_event *e, struct diag *d);
/* Starts reading from the beginning again. */
void trace_rewind(struct trace_reader *r);
void trace_reader_free(struct trace_reader *r);

#endif
