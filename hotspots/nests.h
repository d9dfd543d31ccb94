/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strides of recorded references. A nest is a loop of machine code and the loops around it, from
 * level 0, the outermost, to n_levels - 1, the analysed one. From the executions of the parts of
 * its code, in their order, follow the addresses of each reference in consecutive passes of each
 * loop. */
#ifndef HOTSPOTS_NESTS_H
#define HOTSPOTS_NESTS_H

#include "base/arena.h"
#include "facts/facts.h"

struct nest_loop {
    long line;              /* source; 0 = unknown */
    double passes, entries; /* counted passes and executions of the loop; 0 = unknown */
};
struct nest_part {
    int level;         /* of the innermost loop of the nest that contains it; -1 = none */
    uint32_t begins;   /* bit k: a pass of the loop of level k begins with it */
    uint32_t first, n; /* references of the analysed loop; n = 0 in loops around and inside it */
};
/* An instruction that accesses memory. */
struct nest_reference {
    int line, bytes; /* of the listing; accessed bytes */
    bool loads, stores;
    bool masked;      /* a mask can suppress the access or a part of it */
    bool nontemporal; /* it stores past the caches */
};
struct nest_code {
    const struct nest_loop *loops;
    int n_levels; /* 1 to MOVEMENT_LEVELS */
    const struct nest_part *parts;
    size_t n_parts;
    const struct nest_reference *refs;
    size_t n_refs;
    const char *incomplete; /* which accesses are not recorded; NULL = all are */
};

struct nest_record;

/* Begins to record; in a, as long as which c must exist. */
struct nest_record *nest_begin(struct arena *a, const struct nest_code *c);
/* Begins another process: its addresses are not comparable with those before. */
void nest_process(struct nest_record *r);
/* Begins a segment: events before and after it are not consecutive. */
void nest_segment(struct nest_record *r);
/* Adds an execution of a part; addresses: of its references, STREAM_NO_ADDRESS = not accessed.
 * Parts of other functions are not added. */
void nest_event(struct nest_record *r, uint32_t part, const uint64_t *addresses);
/* Returns the passes of the analysed loop whose addresses were recorded. */
double nest_passes(const struct nest_record *r);

/* Sets *to to the recorded references (facts/data.h), in a.
 *
 * A stride is known if the difference was the same in all recorded passes. Control can leave the
 * outermost loop and enter it again without an event between: if all addresses that advance differ
 * at once, and not more often than the loop was entered according to the counts, the loop was
 * entered.
 *
 * References with equal strides are in one group if their distance was the same in all recorded
 * executions of the loop and shorter than what one of them accesses in the nest. Two references are
 * in different storage if, according to their strides and numbers of passes, the addresses that
 * they access in an execution of the nest were separate at each recorded position, or overlap by at
 * most 1/32 of the shorter range.
 *
 * If executions of the analysed loop have different numbers of passes, but references continue in
 * each where they ended in the one before, as the elements of a sparse matrix do, this loop and the
 * one around it are one level: all passes in an execution of the outer loop. */
void nest_movement(struct arena *a, const struct nest_record *r, struct movement *to);

#endif
