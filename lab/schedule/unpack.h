/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts pairs back to instructions in order. */
#ifndef LAB_SCHEDULE_UNPACK_H
#define LAB_SCHEDULE_UNPACK_H

#include "base/arena.h"
#include "lab/schedule/schedule.h"

/* A procedure of a text: the pairs from a label NAME$TXT to the next one. */
struct procedure_range {
    const char *name;
    uint32_t first, end;
};

/* Builds the flow of these pairs, in a; release it with flow_release(). Returns NULL on success.
 * Otherwise returns the reason as a clause, and *pair is its position. */
const char *unpack(struct arena *a, const struct lab_text *t, struct procedure_range s,
                   struct lab_flow *out, uint32_t *pair);

#endif
