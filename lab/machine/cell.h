/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of the simulated KSR1: registers, the pair under way, its subcaches, its counts; and how
 * it meets the memory. Assumed: one pair a clock, plus the clocks that a memory access stalls it.
 */
#ifndef LAB_MACHINE_CELL_H
#define LAB_MACHINE_CELL_H

#include "lab/isa/isa.h"

/* What a cell asks of the memory system where its subcache does not answer. */
enum request_kind {
    REQUEST_READ,
    REQUEST_READ_EX, /* a load that takes exclusive state */
    REQUEST_WRITE,
    REQUEST_FETCH, /* of instructions */
    REQUEST_PREFETCH,
    REQUEST_PREFETCH_EX,
    REQUEST_PREFETCH_BLOCKING,
    REQUEST_PREFETCH_BLOCKING_EX,
    REQUEST_POSTSTORE,
    REQUEST_LOCK,
    REQUEST_TRY_LOCK,
    REQUEST_UNLOCK,
};
struct request {
    enum request_kind kind;
    uint64_t address, clock; /* the cell's clock when it asks */
};

enum cell_counter {
    CELL_PAIRS,
    CELL_CLOCKS,
    CELL_STALLS,
    CELL_SUBCACHE_MISSES,
    CELL_BLOCK_MISSES /* no block allocated */,
    CELL_INSTRUCTION_MISSES,
    CELL_LOCAL_MISSES,
    CELL_RING_REQUESTS,
    CELL_RING_WAITS /* clocks waited for a slot */,
    CELL_INVALIDATED,
    CELL_UPDATED,
    CELL_PREFETCHES,
    CELL_POSTSTORES,
    CELL_LOCK_WAITS,
    CELL_EVICTED /* pages */,
    CELL_DISK,
    CELL_COUNTERS
};

/* Data subcache: 64 sets x 2 ways x 2 KB blocks of 32 subblocks of 64 bytes. A set bit says that
 * the subblock is there; writable: that the local cache owns the subpage exclusively. */
enum { SUBCACHE_SETS = 64, SUBCACHE_WAYS = 2, SUBCACHE_BLOCK = 2048, SUBCACHE_SUBBLOCK = 64 };
struct subcache_block {
    uint64_t tag;                      /* address / SUBCACHE_BLOCK; ~0 = none */
    uint32_t present, writable, dirty; /* a bit a subblock */
};
struct subcache {
    struct subcache_block at[SUBCACHE_SETS][SUBCACHE_WAYS];
    uint64_t random; /* state of the replacement's generator: from the seed and the cell */
};

enum cell_state { CELL_READY, CELL_ASKS /* request */, CELL_ENDED, CELL_FAULTED };

#endif
