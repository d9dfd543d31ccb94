/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flow during scheduling: the blocks that already have pairs, and what they require of the
 * blocks that do not. For any two blocks with a dependence, the block that is scheduled later
 * respects it. */
#ifndef LAB_SCHEDULE_FLOW_H
#define LAB_SCHEDULE_FLOW_H

#include "base/arena.h"
#include "lab/schedule/pipeline.h"
#include "lab/schedule/schedule.h"

enum { DELAY_PAIRS = 2 };

/* The schedule of a block. Its pairs end with the branch and its delay pairs, if it has one. */
struct block_schedule {
    ARRAY(struct lab_pair) pairs;
    bool done;
    bool leaves; /* by a jump or call out of the flow, or past its end: all pending results must be
                    complete there */
    bool preset; /* a kernel */
    const char *inner[DELAY_PAIRS]; /* labels after the first pair, the second; NULL = none */
    bool called;                    /* continues after the call, with no pending results */
    size_t next[2];                 /* successors */
    int n_next;
    size_t *before; /* predecessors */
    size_t n_before;
};
struct flow_schedule {
    struct arena *arena;
    const struct lab_flow *flow;
    const struct machine *m;
    int window; /* longest distance between two dependent instructions, in pairs */
    struct block_schedule *blocks;
    size_t n;
};

/* An instruction outside of a block and its distance in pairs: before the block, from it to the
 * block's first pair; after the block, from the pair after the block to it. */
struct neighbour {
    const struct lab_inst *inst; /* after: NULL = all results must be complete */
    int pairs;
};
typedef ARRAY(struct neighbour) neighbours;

struct flow_schedule flow_schedule_create(struct arena *a, const struct lab_flow *f,
                                          const struct machine *m);
void flow_schedule_free(struct flow_schedule *s);
/* Sets the pairs of a block to those of the preset. */
void flow_schedule_preset(struct flow_schedule *s, const struct preset *p);
/* Collect the instructions of scheduled blocks that may be pending when block b begins, or that are
 * within the window after its end. */
void find_instructions_before(const struct flow_schedule *s, size_t b, neighbours *out);
void find_instructions_after(const struct flow_schedule *s, size_t b, neighbours *out);

/* Returns the pairs between the end of block b and its own begin if it may follow itself, through
 * scheduled blocks or directly (0); -1 = it does not, or too late for its results to matter. */
int pairs_around_cycle(const struct flow_schedule *s, size_t b);
/* Collects the pairs of block b that can follow b itself, if b is its own successor. */
void find_own_instructions_after(const struct flow_schedule *s, size_t b, neighbours *out);

void flow_release(struct lab_flow *f);
/* Returns the branch, jump or call at the end of a block; NULL = none. */
const struct lab_inst *block_branch(const struct lab_flow_block *b);
struct lab_pair nop_pair(void);
/* Stores an instruction in its half of a pair. */
void put_instruction(struct lab_pair *p, const struct lab_inst *i);

/* Schedules a block in order, one instruction a pair. */
void schedule_in_order(struct flow_schedule *s, size_t b);
/* Schedules a block into both halves and fills delay pairs from the block. */
void schedule_list(struct flow_schedule *s, size_t b);
/* Fills empty delay pairs from branch targets. Requires that all blocks are scheduled. */
void fill_delays(struct flow_schedule *s);

#endif
