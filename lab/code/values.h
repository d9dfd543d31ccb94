/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value numbering within a block: types and functions that the parts of optimize_values share. */
#ifndef LAB_CODE_VALUES_H
#define LAB_CODE_VALUES_H

#include "lab/code/alias.h"
#include "lab/code/passes.h"

#include <string.h>

typedef uint32_t value_number; /* 0 = none */

/* An integer as a linear combination of others: c + sum of scale * root. */
enum { SUM_ROOTS = 4 };
struct sum {
    int64_t c;
    int n;
    struct linear_term roots[SUM_ROOTS]; /* sorted by value number */
};
/* The facts about a value. */
struct value_facts {
    struct sum sum; /* IPU; the value itself if nothing else is known */
    bool single;    /* FPU: it is representable in single precision */
    int32_t first;  /* first of its registers, an index into holders; -1 = none */
    int32_t last;
};
struct register_holder {
    lab_reg reg;
    int32_t next; /* -1 = none */
};
/* An operation and its result. */
struct computed {
    uint32_t what; /* opcode, and unit of the result */
    uint8_t scale;
    bool number; /* a source is the immediate imm */
    value_number s[LAB_SOURCES + 1];
    int64_t imm;
    const char *symbol;
    value_number value;
};
/* A value in memory. */
struct memory_value {
    struct memory at;
    enum lab_unit unit;
    bool floating;
    value_number value;
    /* index in the block's new code of the store that wrote it and has not been read since; -1 =
     * none */
    int64_t store;
};
/* The time of a block grows with its length times these limits, not with the square of its length.
 * Beyond them the oldest entries are removed or not searched: values are computed again. */
enum { VALUES_MEMORY = 1024, VALUES_COMPUTED = 1024, VALUES_KNOWN = 4096 };
/* Cleared tables by register: those of finished blocks, for reuse. */
struct values_pool {
    ARRAY(value_number *) clean;
};
struct values {
    struct arena *arena;
    struct ir_procedure *p;
    struct values_pool *pool;
    value_number *of; /* by register; each register with a nonzero entry is in holders */
    ARRAY(struct value_facts) known; /* by value number */
    ARRAY(struct register_holder) holders;
    ARRAY(struct computed) computed;
    ARRAY(struct memory_value) memory;
    value_number condition; /* the condition flag that @citst tests; 0 = unknown */
    ir_code code;           /* the block's new code; an IR_INST of op LAB_OPCODES is removed */
};

void vn_start(struct values *v, struct arena *a, struct ir_procedure *p, struct values_pool *pool);
/* Copies the state for another block. */
void vn_copy(struct values *to, const struct values *from);
/* Moves the state instead of copying it: from is empty afterwards. */
void vn_move(struct values *to, struct values *from);
void vn_free(struct values *v);
void vn_free_pool(struct values_pool *pool);
value_number vn_new(struct values *v);
value_number vn_of(struct values *v, lab_reg r);
/* Records that r holds value n. */
void vn_set(struct values *v, lab_reg r, value_number n);
/* Records that r holds value n, and makes r the preferred register of that value. */
void vn_prefer(struct values *v, lab_reg r, value_number n);
/* Removes the older half of a list if it has `most` entries. Returns the new length. */
static inline size_t vn_halve(void *list, size_t size, size_t n, size_t most)
{
    size_t old = most / 2;
    if (n < most)
        return n;
    memmove(list, (char *)list + old * size, (n - old) * size);
    return n - old;
}
/* Returns a register that holds the value; 0 = none. */
lab_reg vn_holder(const struct values *v, value_number n);
/* Returns the value number of a sum: an existing one, or a new one. */
value_number vn_sum(struct values *v, const struct sum *s);
bool sum_add(struct sum *to, const struct sum *s, int64_t times);
static inline bool sum_constant(const struct sum *s)
{
    return s->n == 0;
}
/* Returns a register that represents s together with an addend *more, if s has a single root; 0
 * = none. */
lab_reg vn_root(struct values *v, value_number root, int64_t *more);
/* Returns the value of an operation if it has been computed before. Otherwise enters it with a
 * new value. *found: whether it has been computed before. */
value_number vn_computed(struct values *v, const struct computed *c, bool *found);

/* values-memory.c: loads, stores and places. They append the instruction if it is still needed. */
void vn_place(struct values *v, struct ir_inst *i, struct memory *m);
void vn_load(struct values *v, struct ir_inst i);
void vn_store(struct values *v, struct ir_inst i);
/* Invalidates the memory that other code may have read or written. */
void vn_barrier(struct values *v);

#endif
