/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flow on its way to pairs: blocks that have theirs already, and what they ask of those that
 * have none yet. Each pair of blocks between which something flows is seen to by the one that is
 * scheduled later. */
#ifndef LAB_SCHEDULE_FLOW_H
#define LAB_SCHEDULE_FLOW_H

#include "base/arena.h"
#include "lab/schedule/pipeline.h"
#include "lab/schedule/schedule.h"

enum { DELAY_PAIRS = 2 };

/* A block: its pairs end with the branch and its delay pairs, where it has one. */
struct shaped {
    ARRAY(struct lab_pair) pairs;
    bool done;
    bool leaves; /* by a jump or call to what is not in the flow, or by running off its end: all
                    that is under way has to be there then */
    bool preset; /* a kernel */
    const char *inner[DELAY_PAIRS]; /* labels behind the first pair, the second; NULL = none */
    bool called;                    /* comes back behind the call, with nothing under way */
    size_t next[2];                 /* blocks that may follow */
    int n_next;
    size_t *before; /* blocks that it may follow */
    size_t n_before;
};
struct shape {
    struct arena *arena;
    const struct lab_flow *flow;
    const struct machine *m;
    int window; /* nothing reaches further, in pairs */
    struct shaped *blocks;
    size_t n;
};

/* An instruction outside of a block, and how far: pairs from it to the block's first pair (those
 * before it), or from the pair behind the block to it (those behind it). */
struct neighbour {
    const struct lab_inst *inst; /* behind: NULL = whoever comes needs all */
    int pairs;
};
typedef ARRAY(struct neighbour) neighbours;

struct shape shape_of(struct arena *a, const struct lab_flow *f, const struct machine *m);
void shape_free(struct shape *s);
/* The pairs of a block that has them already. */
void shape_preset(struct shape *s, const struct preset *p);
/* Instructions of blocks that are done which are under way when block b begins, or stand within
 * the window behind its end. */
void shape_before(const struct shape *s, size_t b, neighbours *out);
void shape_behind(const struct shape *s, size_t b, neighbours *out);

/* Pairs between the end of block b and its begin, where it may follow itself, by way of blocks that
 * have theirs already or at once (0); -1 = it does not, or too late for its results to matter. */
int shape_around(const struct shape *s, size_t b);
/* Block b's own pairs so far, where it may follow itself, as they stand behind it. */
void shape_behind_itself(const struct shape *s, size_t b, neighbours *out);

void flow_release(struct lab_flow *f);
/* The branch, jump or call that a block ends in; NULL = none. */
const struct lab_inst *block_branch(const struct lab_flow_block *b);
struct lab_pair nop_pair(void);
/* Puts an instruction into its half of a pair. */
void pair_put(struct lab_pair *p, const struct lab_inst *i);

/* In order, one instruction a pair. */
void schedule_in_order(struct shape *s, size_t b);
/* Both halves, delay pairs from the block. */
void schedule_list(struct shape *s, size_t b);
/* All blocks are done: fills delay pairs that are empty from where the branch leads. */
void fill_delays(struct shape *s);

#endif
