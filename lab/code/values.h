/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of values within a block: what the parts of optimize_values share. */
#ifndef LAB_CODE_VALUES_H
#define LAB_CODE_VALUES_H

#include "lab/code/alias.h"
#include "lab/code/passes.h"

typedef uint32_t value_number; /* 0 = none */

/* An integer as a sum of others: c + sum of k * root. */
enum { SUM_ROOTS = 4 };
struct sum {
    int64_t c;
    int n;
    struct sum_root {
        value_number of;
        int64_t k;      /* not 0 */
    } roots[SUM_ROOTS]; /* by number */
};
/* What is known of a value. */
struct known {
    struct sum sum; /* IPU; of itself alone where nothing is known */
    bool single;    /* FPU: it is a single-precision number */
    int32_t first;  /* of its registers, index into holds; -1 = none */
    int32_t last;
};
struct hold {
    lab_reg reg;
    int32_t next; /* -1 = none */
};
/* What was computed. */
struct computed {
    uint32_t what; /* opcode and unit of the result */
    uint8_t scale;
    bool number; /* a source is the number imm */
    value_number s[LAB_SOURCES + 1];
    int64_t imm;
    const char *symbol;
    value_number value;
};
/* What memory holds. */
struct held {
    struct memory at;
    enum lab_unit unit;
    bool floating;
    value_number value;
    int64_t store; /* index of the block's new code: the store of it, not read since; -1 = none */
};
/* Tables by register that are all 0: of blocks that are done, for those to come. */
struct values_pool {
    ARRAY(value_number *) clean;
};
struct values {
    struct arena *arena;
    struct ir_procedure *p;
    struct values_pool *pool;
    value_number *of;          /* by register; what is not 0 is of one in holds */
    ARRAY(struct known) known; /* by number */
    ARRAY(struct hold) holds;
    ARRAY(struct computed) computed;
    ARRAY(struct held) memory;
    value_number condition; /* that @citst says; 0 = unknown */
    ir_code code;           /* of the block under way; IR_INST of op LAB_OPCODES: left out */
};

void vn_start(struct values *v, struct arena *a, struct ir_procedure *p, struct values_pool *pool);
/* A copy for another block. */
void vn_copy(struct values *to, const struct values *from);
/* The same without a copy: from has nothing after that. */
void vn_move(struct values *to, struct values *from);
void vn_free(struct values *v);
void vn_free_pool(struct values_pool *pool);
value_number vn_new(struct values *v);
value_number vn_of(struct values *v, lab_reg r);
/* r has that value now. */
void vn_set(struct values *v, lab_reg r, value_number n);
/* The same; from now on it is the first to be read for that value. */
void vn_prefer(struct values *v, lab_reg r, value_number n);
/* A register that has it; 0 = none. */
lab_reg vn_holder(const struct values *v, value_number n);
/* The value of a sum: one known, or a new one. */
value_number vn_sum(struct values *v, const struct sum *s);
bool sum_add(struct sum *to, const struct sum *s, int64_t times);
static inline bool sum_constant(const struct sum *s)
{
    return s->n == 0;
}
/* Registers that s can be said by: its only root's, and what is then to be added. 0 = none. */
lab_reg vn_root(struct values *v, value_number root, int64_t *more);
/* What d = op ... is, of those computed; else it is put there with a new value. *found: it was. */
value_number vn_computed(struct values *v, const struct computed *c, bool *found);

/* values-memory.c: loads, stores, places; they append the instruction, if it is still needed. */
void vn_place(struct values *v, struct ir_inst *i, struct memory *m);
void vn_load(struct values *v, struct ir_inst i);
void vn_store(struct values *v, struct ir_inst i);
/* Something else may have read and written what it can reach. */
void vn_barrier(struct values *v);

#endif
