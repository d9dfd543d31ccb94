/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of one block that count down: what can be pipelined. */
#ifndef LAB_SCHEDULE_COUNTED_H
#define LAB_SCHEDULE_COUNTED_H

#include "lab/schedule/schedule.h"

/* The block runs ceil(counter / step) times, once at least: its last instructions take step from
 * the counter, test whether it is > 0, and branch back. Nothing else has to do with the counter or
 * the condition. */
struct counted {
    lab_reg counter;
    int64_t step;
    const struct lab_inst *count, *test, *branch;
};
/* False: the block is no such loop. */
bool counted_loop(const struct lab_flow_block *b, struct counted *c);

#endif
