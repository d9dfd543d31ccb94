/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions of a loop in the order of one iteration, and facts derived from them. A pass is
 * one iteration of the compiled loop. The body of an outer loop is its own code, without that of
 * its inner loops; the body of a routine is its code outside loops, from entry to exit, and a pass
 * is a call. An inner loop is a block without operations: nothing is known of the values that it
 * writes. */
#ifndef X86_ASM_BODY_H
#define X86_ASM_BODY_H

#include "x86-asm/flow.h"

/* ---- values as sums ---- */

/* Root of a term: a register's value at the start of the pass; the result of an operation of the
 * pass; a register's value where paths with different values join; the address of a symbol. */
enum { X86_ROOT_RESULT = 256, X86_ROOT_JOIN = 1 << 20, X86_ROOT_SYMBOL = 1 << 24, X86_TERMS = 4 };

/* plus + the sum of factor * root. */
struct x86_sum {
    int64_t plus;
    int n; /* of terms, by root */
    struct x86_term {
        uint32_t root;
        int64_t factor;
    } term[X86_TERMS];
};

struct x86_operation {
    const struct x86_step *step;
    struct instruction fact; /* texts in the step */
    uint32_t block;          /* in order, of the body */
    int area;                /* -1 = every pass runs it */
    bool follows;            /* it directly follows the previous operation in the text */
    bool has_address;        /* of a load or store, from its operands */
    struct x86_sum address;
    uint8_t element; /* bytes of an element that it loads, stores or computes, derived from the
                        neighbouring operations; 0 = unknown */
};
/* A transfer of control from a block of a body. */
struct x86_body_edge {
    uint32_t to; /* a later block of the same pass, X86_NEXT_PASS or X86_LEAVES */
    bool taken;  /* by a jump or return; otherwise control falls through */
};
#define X86_NEXT_PASS (X86_NO_INDEX - 1) /* the loop's start, or the return from the routine */
#define X86_LEAVES X86_NO_INDEX /* out of the loop; in a routine: to code that does not return */

/* The operands of a comparison before a conditional branch. */
struct x86_comparison {
    size_t op;                        /* the operation that sets the flags */
    struct x86_sum difference;        /* of its operands; of one that is compared with 0: itself */
    const struct x86_operand *memory; /* subtracted from the difference; NULL = none */
};
struct x86_body {
    const struct x86_flow *flow;
    uint32_t loop; /* X86_NO_INDEX = the routine's code outside loops */
    struct x86_operation *at;
    size_t n;
    struct x86_body_block {
        uint32_t first, n; /* operations */
        uint32_t id;       /* block of the flow; of an inner loop: its start */
        uint32_t inner;    /* X86_NO_INDEX, or the inner loop that control passes through */
        struct x86_body_edge *edges; /* different from each other */
        uint32_t n_edges;
        bool leads_back;    /* an edge leads to the loop's start, or leaves the routine */
        const bool *writes; /* of an inner loop: the registers that it writes */
    } * blocks;             /* in order */
    uint32_t n_blocks;
    struct x86_inner_store {
        struct x86_sum address; /* valid if has_address */
        bool has_address;
        int bytes;
    } * inner_stores; /* of inner loops, in order */
    size_t n_inner_stores;

    struct x86_sum last[X86_VECTOR]; /* values of general registers at the end of the pass */
    bool *fixed;                     /* of an operation: it loads the same value in every pass */
    const char **symbols;
    size_t n_symbols, symbols_room;
    struct x86_comparison *compared; /* of integers, before conditional branches */
    size_t n_compared;
};
enum { X86_BODY_MOST = 8192 }; /* maximum number of instructions in an analysed loop */

/* Builds the operations of a loop, in a; areas: those of its fact. loop X86_NO_INDEX: of the
 * routine's code outside loops, after x86_order_routine; it has no block if control never leaves
 * the routine. */
void x86_body_of(struct arena *a, const struct x86_flow *f, uint32_t loop, const struct area *areas,
                 size_t n_areas, struct x86_body *b);
/* Sets the blocks, without operations; called by x86_body_of. */
void x86_find_blocks(struct arena *a, struct x86_body *b);
/* Returns the number of instructions of the routine's code outside loops. Requires
 * x86_order_routine. */
size_t x86_routine_length(const struct x86_flow *f);
/* Computes addresses of operations and register values at the end of a pass; called by x86_body_of.
 */
void x86_find_addresses(struct arena *a, struct x86_body *b);
/* Returns the bytes of an element that a conversion reads or, if made, writes: "vcvtps2pd" reads 4
 * and writes 8. 0 = not a conversion. */
uint8_t x86_converted_bytes(const char *name, bool made);
/* Derives the element types of untyped moves; called by x86_body_of. */
void x86_find_elements(struct x86_body *b);

/* Returns true if a callee may change the register (System V ABI: it preserves RBX, RSP, RBP, R12
 * to R15). */
static inline bool x86_clobbered_by_calls(int reg)
{
    return reg != X86_RBX && reg != X86_RSP && reg != X86_RBP && !(reg >= 12 && reg < X86_VECTOR);
}
/* Returns true if a store of an inner loop may change the bytes of the operation's load. */
bool x86_inner_loop_stores(const struct x86_body *b, const struct x86_operation *load);

/* Computes the change of a sum in one pass: a number, or, where known is false, a sum of
 * loop-invariant values. Returns false if it is neither. */
bool x86_advance(const struct x86_body *b, const struct x86_sum *s, struct x86_sum *by);
/* Returns true if a - b is a constant, and stores it in *bytes. */
bool x86_difference(const struct x86_sum *a, const struct x86_sum *b, int64_t *bytes);
/* Returns true if the operation accesses memory at the same address in every pass. */
bool x86_is_fixed_address(const struct x86_body *b, const struct x86_operation *o);
/* Returns the byte offset of an address on entry to the loop from an unknown value, which is
 * assumed to be the start of its array. */
int64_t x86_entry_offset(const struct x86_body *b, const struct x86_sum *address);
/* Writes a register's name, "%rax", to buf of X86_NAME bytes. */
enum { X86_NAME = 8 };
const char *x86_register_name(int reg, char *buf);

/* ---- k ---- */

/* k of a loop, derived from its instructions; texts in a. */
struct x86_unrolled {
    struct quantity k;
    const char *how;
    bool unit_stride; /* valid for a stride of 1 */
    long element; /* bytes of the elements that k counts; 0 = not from elements, or several kinds */
    int width;    /* elements of the widest operation */
};
/* Returns an operation of the source loop that a pass has once, as a text: such a loop is not
 * unrolled. NULL = none was found. Requires that no address advances by a constant. counts: a
 * register counts iterations, so one exit can serve several iterations. */
const char *x86_once_in_a_pass(const struct x86_body *b, bool counts);
struct x86_back_edges;
/* Returns k. back: the edges of the routine. */
struct x86_unrolled x86_find_k(struct arena *a, const struct x86_body *b,
                               const struct x86_back_edges *back);

/* ---- as facts ---- */

/* Returns the body with its value flows, in a. */
struct instruction_body *x86_body_facts(struct arena *a, const struct x86_body *b);
/* Counts operations; a packed operation counts once for each of its elements. */
struct counts x86_element_counts(const struct x86_body *b);
/* Counts operations, a packed one once. */
struct counts x86_operation_counts(const struct x86_body *b);

/* Adds the blocks of the body and their edges, in a. Blocks that always run one after the other are
 * one block. */
void x86_add_blocks(struct arena *a, const struct x86_body *b, struct instruction_body *to);

/* Finds the value flows between operations, in a. */
void x86_find_flows(struct arena *a, const struct x86_body *b, struct instruction_body *to);

#endif
