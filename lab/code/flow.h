/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control flow and liveness of a procedure: predecessors, dominators, live registers and loops.
 * The results are valid until the code changes. */
#ifndef LAB_CODE_FLOW_H
#define LAB_CODE_FLOW_H

#include "base/arena.h"
#include "lab/code/edit.h"

/* A bit set of virtual registers, by number, or of blocks, by index. */
typedef uint64_t *flow_set;
static inline bool flow_has(const uint64_t *s, size_t i)
{
    return s[i / 64] >> i % 64 & 1;
}
static inline void flow_add(flow_set s, size_t i)
{
    s[i / 64] |= (uint64_t)1 << i % 64;
}
static inline void flow_remove(flow_set s, size_t i)
{
    s[i / 64] &= ~((uint64_t)1 << i % 64);
}

struct flow {
    struct arena arena;
    struct ir_procedure *p; /* block ids are indices */
    size_t n_blocks, register_words;
    struct flow_edges {
        struct ir_block **at;
        size_t n;
    } * before; /* predecessors of each block */
    struct flow_registers {
        uint32_t *at;
        size_t n, room;
    } * live_in; /* numbers of the registers live into each block, in ascending order */
    struct flow_dominated {
        /* numbers in the dominator tree: its own and the last that it dominates */
        uint32_t first, last;
    } * dominated; /* of each block; 0 = in a cycle that cannot be entered */
};

/* Numbers the blocks. Removes unreachable blocks and loops whose head is unreachable. Keeps the
 * block before and the latch of a remaining loop, and their successors; sets after to NULL where
 * it is unreachable. */
void flow_remove_unreachable(struct ir_procedure *p);
void flow_analyze(struct flow *f, struct ir_procedure *p);
/* Computes the same as flow_analyze except liveness. */
void flow_edges(struct flow *f, struct ir_procedure *p);
void flow_free(struct flow *f);
/* Returns the number of successors of a block: 0, 1 or 2. */
static inline int flow_next(const struct ir_block *b)
{
    return b->end == END_JUMP ? 1 : b->end == END_BRANCH ? 2 : 0;
}
static inline bool flow_dominates(const struct flow *f, const struct ir_block *a,
                                  const struct ir_block *b)
{
    const struct flow_dominated *above = &f->dominated[a->id];
    uint32_t number = f->dominated[b->id].first;

    return number == 0 || (above->first <= number && number <= above->last);
}
/* Computes live registers; flow_analyze calls it. */
void flow_find_live(struct flow *f);
/* Returns whether a register is live into a block; both are given by number. */
bool flow_is_live_at(const struct flow *f, size_t block, size_t number);
bool flow_is_live_in(const struct flow *f, const struct ir_block *b, lab_reg r);
/* Returns whether the register of that number is live at the end of b. */
bool flow_is_live_out(const struct flow *f, const struct ir_block *b, size_t number);
/* Adds the registers that are live into b. live has f->register_words words. */
void flow_set_live_in(const struct flow *f, const struct ir_block *b, flow_set live);
/* Sets live to the registers that are live after the last instruction of b and before its
 * compare. */
void flow_live_at_end(const struct flow *f, const struct ir_block *b, flow_set live);
/* Updates live from after instruction i to before it: removes what i writes and adds what i
 * reads. */
void flow_step_back(flow_set live, const struct ir_inst *i);
/* Adds the registers that the compare at the end of a block reads. */
void flow_add_compare(flow_set live, const struct ir_block *b);

/* Returns whether b is in loop l or in a loop nested in l. */
bool flow_in_loop(const struct ir_procedure *p, const struct ir_block *b, int loop);
/* Counts how often each virtual register is written in a loop (-1: in the procedure). The result
 * is allocated in a. */
uint32_t *flow_writes(struct arena *a, const struct ir_procedure *p, int loop);
/* Counts how often each virtual register is read by instructions, compares and places. */
uint32_t *flow_reads(struct arena *a, const struct ir_procedure *p);
/* Returns whether a loop has exactly one exit, the edge from its latch to after. */
bool flow_one_exit(const struct ir_procedure *p, int loop);
/* Returns whether a loop is entered only at its head, from the block before it. */
bool flow_is_entered_once(const struct flow *f, int loop);
/* Finds the registers that each iteration of a loop increments once by a constant, in a block
 * that every iteration runs. Indexed by register number; block NULL = not such a register.
 * Allocated in a. */
struct flow_step {
    const struct ir_block *block;
    size_t at; /* index of the instruction */
    int64_t step;
};
struct flow_step *flow_steps(const struct flow *f, struct arena *a, int loop);
/* Returns whether r has the same known value whenever the loop begins, and sets *value. */
bool flow_starts_at(const struct flow *f, int loop, lab_reg r, int64_t *value);
/* Returns a block whose only predecessor is the loop's latch: after, or a new block before it.
 * Requires that flow_one_exit returns true. */
struct ir_block *flow_exit(struct arena *a, struct ir_procedure *p, int loop);
/* Adds a block after the one given, in a loop. The caller must set its successor. */
struct ir_block *flow_block(struct arena *a, struct ir_procedure *p,
                            const struct ir_block *previous, int loop);

#endif
