/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memory instructions of a block mean: what may be the same memory, what surely is not. */
#ifndef LAB_SCHEDULE_MEMORY_H
#define LAB_SCHEDULE_MEMORY_H

#include "base/arena.h"
#include "lab/code/ir.h"
#include "lab/schedule/schedule.h"

enum memory_kind {
    MEMORY_NONE,
    MEMORY_LOAD,  /* reads, or sends on what stands there: poststore */
    MEMORY_STORE, /* writes */
    MEMORY_ORDER, /* locks: keeps its place among all of them */
};
/* Where an instruction goes: what register `root` held at a point of the block, plus offset. */
struct memory_use {
    enum memory_kind kind;
    uint32_t root;  /* 0 to 35: a CEU register when the block begins; else a value of its own */
    int64_t offset; /* from there */
    int64_t bytes;  /* 0 = unknown */
    const struct place *place;
};

/* Uses of a block's instructions, in a. steps: where not NULL, how far each CEU register (36) goes
 * on in one pass of the block; MEMORY_NO_STEP = not by a constant. */
enum { MEMORY_NO_STEP = INT32_MIN };
struct memory_use *memory_of_block(struct arena *a, const struct lab_flow_block *b, int64_t *steps);
/* Whether the two may mean common memory at the same time. */
bool memory_may_meet(const struct memory_use *a, const struct memory_use *b);
/* Whether the order of the two has to stay. */
bool memory_keeps_order(const struct memory_use *a, const struct memory_use *b);

#endif
