/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dependences of a block's instructions through memory. */
#ifndef LAB_SCHEDULE_MEMORY_H
#define LAB_SCHEDULE_MEMORY_H

#include "base/arena.h"
#include "lab/code/ir.h"
#include "lab/schedule/schedule.h"

enum memory_kind {
    MEMORY_NONE,
    MEMORY_LOAD,  /* reads, or sends a copy: poststore */
    MEMORY_STORE, /* writes */
    MEMORY_ORDER, /* locks: ordered with all other accesses */
};
/* An address: the value of register `root` at a point of the block, plus offset. */
struct memory_use {
    enum memory_kind kind;
    uint32_t root;  /* 0 to 35: a CEU register at the start of the block; else a separate value */
    int64_t offset; /* from root */
    int64_t bytes;  /* 0 = unknown */
    const struct ir_place *place;
};

/* Returns the accesses of a block's instructions, in a. steps: if not NULL, receives the bytes by
 * which each CEU register (36) advances per iteration of the block; MEMORY_NO_STEP = not a
 * constant. */
enum { MEMORY_NO_STEP = INT32_MIN };
struct memory_use *memory_of_block(struct arena *a, const struct lab_flow_block *b, int64_t *steps);
/* Returns whether the byte ranges of two accesses may overlap. */
bool memory_may_overlap(const struct memory_use *a, const struct memory_use *b);
/* Returns whether two accesses must stay in program order. */
bool memory_must_stay_in_order(const struct memory_use *a, const struct memory_use *b);

#endif
