/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Live registers of a flow. */
#ifndef LAB_SCHEDULE_LIVENESS_H
#define LAB_SCHEDULE_LIVENESS_H

#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"

enum { ROW_WORDS = (ROW_LENGTH + 63) / 64 };
/* A set of registers of the row. */
struct rows {
    uint64_t bits[ROW_WORDS];
};
static inline bool rows_has(const struct rows *s, int row)
{
    return s->bits[row / 64] >> row % 64 & 1;
}
static inline void rows_add(struct rows *s, int row)
{
    s->bits[row / 64] |= 1ull << row % 64;
}

/* Returns the live registers at the begin of each block, in the flow schedule's arena. At the
 * flow's end, live_out or all registers are live; at a call, those that the callee must not
 * overwrite. */
struct rows *live_at_begin(const struct flow_schedule *s);
/* Returns the live registers after block b. */
struct rows live_after(const struct flow_schedule *s, const struct rows *begin, size_t b);

#endif
