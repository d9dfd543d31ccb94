/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counted loops of one block, which can be pipelined. */
#ifndef LAB_SCHEDULE_COUNTED_H
#define LAB_SCHEDULE_COUNTED_H

#include "lab/schedule/schedule.h"

/* The block steps a counter by a constant, compares it with a loop-invariant bound, and branches
 * back until the counter reaches the bound. No other instruction uses the counter or the
 * condition. */
struct counted {
    lab_reg counter;
    const struct lab_inst *count, *test, *branch;
};
/* Fills *c; returns false if the block is not a counted loop. */
bool find_counted_loop(const struct lab_flow_block *b, struct counted *c);
/* Returns the instruction that counts the given number of iterations at once; a negative number
 * undoes them. */
struct lab_inst counted_step(const struct counted *c, int64_t iterations);

#endif
