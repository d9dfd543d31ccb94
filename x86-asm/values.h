/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of registers before a loop are sums of factors times origins: registers at the start
 * of the routine, loaded values, results of calls and of other operations. Rounding is ignored: n
 * >> 3 is n / 8, n & -8 is n. */
#ifndef X86_ASM_VALUES_H
#define X86_ASM_VALUES_H

#include "x86-asm/body.h"

enum {
    X86_VALUE_TERMS = 8, /* maximum number of origins of a value */
    X86_VALUE_DEPTH = 48 /* maximum number of operations between a value and its origins */
};

struct x86_register_set {
    uint64_t bits[(X86_REGISTERS + 63) / 64];
};
/* Edges of a routine's blocks in reverse. */
struct x86_back_edges {
    uint32_t *first; /* of a block: index of its first predecessor; the next block's is its end */
    uint32_t *from;
    struct x86_register_set *defined; /* by block: registers that its instructions write */
};
/* Finds the predecessors of all blocks, and the registers that they write, in a. */
struct x86_back_edges x86_back_edges_of(struct arena *a, const struct x86_flow *f);

/* A value, by the step that defines it; X86_ENTRY + register: at the start of the routine. With
 * X86_UNSURE: the result of an operation that cannot be evaluated, which need not be a count. */
enum { X86_ENTRY = 1 << 30, X86_UNSURE = 1 << 29 };

struct x86_value_origin {
    uint32_t at;      /* its step, or X86_ENTRY + register */
    uint32_t rounded; /* 1 + the step that rounds it; 0 = none */
    double factor;
};
struct x86_value {
    bool known;
    bool exact; /* it is the constant `mask` */
    int64_t mask;
    double plus;
    int n;
    struct x86_value_origin of[X86_VALUE_TERMS];
};

/* The evaluation of values in a routine. */
struct x86_history {
    const struct x86_flow *f;
    const struct x86_back_edges *back;
    struct arena *a; /* for texts */
    int budget; /* instructions and blocks that may still be searched; 0 = values are unknown */
    int depth;
    uint32_t evaluated[X86_VALUE_DEPTH]; /* the steps whose values are being evaluated */
    uint8_t *visited;                    /* blocks, in the present search */
    uint32_t *queue;
};
/* Begins an evaluation for one loop; its tables are in scratch. */
struct x86_history x86_history_of(struct arena *a, struct arena *scratch, const struct x86_body *b,
                                  const struct x86_back_edges *back);

struct x86_value x86_constant_value(double n);
struct x86_value x86_value_of_origin(uint32_t at);
struct x86_value x86_unknown_value(void);
/* Adds factor * v to s, which becomes unknown if it has too many origins. */
void x86_add_value(struct x86_value *s, const struct x86_value *v, double factor);
bool x86_is_constant(const struct x86_value *v);

/* Returns whether X86_UNSURE is set. */
bool x86_is_unsure(uint32_t at);
/* Returns the origin with the greatest factor that is known to be a value of its own; NULL = none.
 */
const struct x86_value_origin *x86_greatest_origin(const struct x86_value *v);
/* Returns true for a multiplication whose result has twice the width: a part of a division by a
 * constant. */
bool x86_is_wide_product(const struct x86_instruction *i);

/* Returns the value of the register where control enters the loop. */
struct x86_value x86_value_at_entry(struct x86_history *h, uint32_t loop, uint8_t reg);
/* Returns the value that a step loads from memory. */
struct x86_value x86_value_of_memory(struct x86_history *h, uint32_t step,
                                     const struct x86_operand *m);

#endif
