/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of one block that count: what can be pipelined. */
#ifndef LAB_SCHEDULE_COUNTED_H
#define LAB_SCHEDULE_COUNTED_H

#include "lab/schedule/schedule.h"

/* The block steps a counter by a constant, tests it against what does not change, and goes back as
 * long as it has not come there. Nothing else has to do with the counter or the condition. */
struct counted {
    lab_reg counter;
    const struct lab_inst *count, *test, *branch;
};
/* False: the block is no such loop. */
bool counted_loop(const struct lab_flow_block *b, struct counted *c);
/* The count of so many passes at once; of less than none: takes them back. */
struct lab_inst counted_by(const struct counted *c, int64_t passes);

#endif
