/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers that are read later on. */
#ifndef LAB_SCHEDULE_LIVENESS_H
#define LAB_SCHEDULE_LIVENESS_H

#include "lab/schedule/effects.h"
#include "lab/schedule/flow.h"

enum { ROW_WORDS = (ROW_LENGTH + 63) / 64 };
/* A set of the row's registers. */
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

/* What may be read when each block begins, before it is written; in the shape's arena. Behind the
 * flow's end: what it says, or all; by a call: what is not the callee's to overwrite. */
struct rows *live_at_begin(const struct shape *s);
/* What may be read behind block b. */
struct rows live_behind(const struct shape *s, const struct rows *begin, size_t b);

#endif
