/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of a procedure's flow: who comes before whom, what is live where, what loops hold.
 * It holds until code changes. */
#ifndef LAB_CODE_FLOW_H
#define LAB_CODE_FLOW_H

#include "base/arena.h"
#include "lab/code/edit.h"

/* Sets of virtual registers, by number, or of blocks, by index: words of 64 bits. */
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
    struct ir_procedure *p; /* its blocks' ids are their indices */
    size_t n_blocks, register_words;
    struct flow_edges {
        struct ir_block **at;
        size_t n;
    } * before; /* of each block: those that go on to it */
    struct flow_registers {
        uint32_t *at;
        size_t n, room;
    } * live_in; /* of each block: numbers of registers, the least first */
    struct flow_dominated {
        uint32_t first, last; /* numbers in the tree: its own, and the last that it dominates */
    } * dominated;            /* of each block; 0 = in a cycle that nothing enters */
};

/* Numbers the blocks, and drops those that nothing reaches, and loops whose head is of such. What a
 * loop names is kept with its head, and so is what follows it. */
void flow_tidy(struct ir_procedure *p);
void flow_new(struct flow *f, struct ir_procedure *p);
/* The same without what is live. */
void flow_edges(struct flow *f, struct ir_procedure *p);
void flow_free(struct flow *f);
/* Ends of a block that go on: 0, 1, 2. */
int flow_next(const struct ir_block *b);
static inline bool flow_dominates(const struct flow *f, const struct ir_block *a,
                                  const struct ir_block *b)
{
    const struct flow_dominated *above = &f->dominated[a->id];
    uint32_t number = f->dominated[b->id].first;

    return number == 0 || (above->first <= number && number <= above->last);
}
/* Finds what is live: flow_new does. */
void flow_find_live(struct flow *f);
/* Whether the register of that number is live into the block numbered so in f. */
bool flow_is_live_at(const struct flow *f, size_t block, size_t number);
bool flow_is_live_in(const struct flow *f, const struct ir_block *b, lab_reg r);
/* Whether the register of that number is live behind b. */
bool flow_is_live_out(const struct flow *f, const struct ir_block *b, size_t number);
/* Adds what is live into b; live has f->register_words words. */
void flow_set_live_in(const struct flow *f, const struct ir_block *b, flow_set live);
/* Makes live what is live before the end of b: behind its last instruction. */
void flow_start_back(const struct flow *f, const struct ir_block *b, flow_set live);
/* Takes what i writes from live, and adds what it reads: from behind it to before it. */
void flow_step_back(flow_set live, const struct ir_inst *i);
/* Registers that the compare at the end of a block reads, added. */
void flow_add_compare(flow_set live, const struct ir_block *b);

/* Whether b is in loop l, or in one within it. */
bool flow_in_loop(const struct ir_procedure *p, const struct ir_block *b, int loop);
/* How often each virtual register is written in the loop (-1: in the procedure); in a. */
uint32_t *flow_writes(struct arena *a, const struct ir_procedure *p, int loop);
/* How often it is read by instructions, compares and places. */
uint32_t *flow_reads(struct arena *a, const struct ir_procedure *p);
/* The only way out of the loop is from its latch to after. */
bool flow_one_exit(const struct ir_procedure *p, int loop);
/* Nothing jumps into the loop but to its head, from before it. */
bool flow_is_entered_once(const struct flow *f, int loop);
/* Registers that each pass of a loop adds one number to, once, in a block that no pass leaves out:
 * by number of the register; block NULL = it is none. In a. */
struct flow_step {
    const struct ir_block *block;
    size_t at; /* the instruction of it */
    int64_t step;
};
struct flow_step *flow_steps(const struct flow *f, struct arena *a, int loop);
/* Whether r is one and the same number whenever the loop begins. */
bool flow_starts_at(const struct flow *f, int loop, lab_reg r, int64_t *value);
/* A block that only the loop's latch goes on to when it is done: after, or one put before it. */
struct ir_block *flow_exit(struct arena *a, struct ir_procedure *p, int loop);
/* Adds a block behind the one given, of that loop; jumps to nowhere yet. */
struct ir_block *flow_block(struct arena *a, struct ir_procedure *p, const struct ir_block *behind,
                            int loop);

#endif
