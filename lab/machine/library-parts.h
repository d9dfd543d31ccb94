/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the parts of the library: a run's state, and its routines. */
#ifndef LAB_MACHINE_LIBRARY_PARTS_H
#define LAB_MACHINE_LIBRARY_PARTS_H

#include "lab/machine/library.h"

#include "base/array.h"

#include <string.h>

/* A growing text. */
typedef ARRAY(char) line;

/* A cell's counts of its loops. */
struct loop_sum {
    uint64_t instances, iterations;
};
struct block_sum {
    uint64_t key; /* region << 32 | block, as in MKPAST */
    int64_t n;
};
struct loop_counts {
    ARRAY(struct loop_sum) loops; /* by region */
    ARRAY(struct block_sum) blocks;
    size_t last; /* the block counted last */
};
void loop_counts_free(struct loop_counts *c);

struct transfer; /* lab/machine/transfer.h */
struct library {
    FILE *in, *out;
    int argc;
    char *const *argv;
    unsigned cells;
    struct transfer *transfers; /* by cell */
    struct loop_counts *counts; /* by cell */
    double inside, pair;        /* clocks of MKBEGIN and MKEND; pair 0 = unknown */
};

/* Returns argument i of a call, from 0. */
static inline uint64_t host_argument(const struct host_call *c, int i)
{
    return c->ipu[2 + i];
}
/* Makes the call fail with a reason, without a final dot. */
void host_fault(struct host_call *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Load and store, or fail with a fault. */
bool host_load(struct host_call *c, uint64_t address, void *to, size_t bytes);
bool host_store(struct host_call *c, uint64_t address, const void *from, size_t bytes);

#define LIBRARY_DOUBLE(symbol, clocks) void library_##symbol(struct host_call *c);
#define LIBRARY_DOUBLE2(symbol, clocks) void library_##symbol(struct host_call *c);
#define LIBRARY_SINGLE(symbol, clocks) void library_##symbol(struct host_call *c);
#define LIBRARY_SINGLE2(symbol, clocks) void library_##symbol(struct host_call *c);
#define LIBRARY_HOST(symbol, clocks) void library_##symbol(struct host_call *c);
#define LIBRARY_TEXT(file)
#include "lab/machine/library.def"
#include "base/bits.h"
#undef LIBRARY_DOUBLE
#undef LIBRARY_DOUBLE2
#undef LIBRARY_SINGLE
#undef LIBRARY_SINGLE2
#undef LIBRARY_HOST
#undef LIBRARY_TEXT

#endif
