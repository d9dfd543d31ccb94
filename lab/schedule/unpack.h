/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs back to instructions in order. */
#ifndef LAB_SCHEDULE_UNPACK_H
#define LAB_SCHEDULE_UNPACK_H

#include "base/arena.h"
#include "lab/schedule/schedule.h"

/* A procedure of a text: its pairs, from a label NAME$TXT to the next one. */
struct stretch {
    const char *name;
    uint32_t first, end;
};

/* The flow of these pairs, in a; flow_release() it. NULL and a flow: done. Else why it stays as it
 * is: a clause; *pair is where. */
const char *unpack(struct arena *a, const struct lab_text *t, struct stretch s,
                   struct lab_flow *out, uint32_t *pair);

#endif
