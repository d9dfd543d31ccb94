/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions of an innermost loop in the order of its pass, and what follows of them. */
#ifndef X86_ASM_BODY_H
#define X86_ASM_BODY_H

#include "x86-asm/flow.h"

/* ---- values as sums ---- */

/* What a sum is made of: a register as it is when the pass begins; what an operation of the pass
 * leaves; what a register holds where ways of control meet that leave different values; an address
 * by name. */
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
    bool follows;            /* it stands in the text right behind the operation before */
    bool has_address;        /* of a load or store that its operands name */
    struct x86_sum address;
    uint8_t element; /* bytes of what it loads, stores or works on, as its place shows; 0 = not
                        known */
};
struct x86_body {
    const struct x86_flow *flow;
    uint32_t loop;
    struct x86_operation *at;
    size_t n;
    struct x86_body_block {
        uint32_t first, n; /* operations */
    } * blocks;            /* in order */
    uint32_t n_blocks;

    struct x86_sum last[X86_VECTOR]; /* what general registers hold when the pass is over */
    bool *fixed;                     /* of an operation: what it loads is the same in every pass */
    const char **symbols;
    size_t n_symbols, symbols_room;
};
enum { X86_BODY_MOST = 8192 }; /* instructions of a loop that is looked into */

/* The loop's operations, in a; areas: of its fact. */
void x86_body_of(struct arena *a, const struct x86_flow *f, uint32_t loop, const struct area *areas,
                 size_t n_areas, struct x86_body *b);
/* Addresses of its operations, what registers hold behind a pass; called by x86_body_of. */
void x86_find_addresses(struct arena *a, struct x86_body *b);
/* Elements that moves without type are of; likewise. */
void x86_find_elements(struct x86_body *b);

/* Whether a callee may leave anything in the register (System V ABI: it keeps RBX, RSP, RBP, R12 to
 * R15). */
static inline bool x86_lost_in_calls(int reg)
{
    return reg != X86_RBX && reg != X86_RSP && reg != X86_RBP && !(reg >= 12 && reg < X86_VECTOR);
}
/* The blocks that control goes to from a block of the body in the same pass, into to, which has
 * room for all of its edges. Returns their number. */
uint32_t x86_blocks_behind(const struct x86_body *b, uint32_t block, uint32_t *to);
/* Whether control may go back to the start of the loop from the block. */
bool x86_leads_back(const struct x86_body *b, uint32_t block);
/* The most edges that a block has. */
uint32_t x86_most_edges(const struct x86_body *b);

/* What a sum goes on by in a pass: a number, or where known is false a sum of what stays the same.
 * False: it is neither. */
bool x86_advance(const struct x86_body *b, const struct x86_sum *s, struct x86_sum *by);
/* Whether they are the same but for a number, that is a - b. */
bool x86_apart(const struct x86_sum *a, const struct x86_sum *b, int64_t *bytes);
/* Bytes of an address when the loop is entered, from what is not known: where its array begins, as
 * far as that can be guessed. */
int64_t x86_begins_at(const struct x86_body *b, const struct x86_sum *address);
/* A register's name, "%rax"; in buf of X86_NAME bytes. */
enum { X86_NAME = 8 };
const char *x86_register_name(int reg, char *buf);

/* ---- k ---- */

/* k of a loop as far as its own instructions show; texts in a. */
struct x86_unrolled {
    struct quantity k;
    const char *how;
    bool unit_stride; /* it holds for a stride of 1 */
    long element;     /* bytes of the elements that it counts; 0 = not of elements, or of several
                         kinds */
    int width;        /* elements of its widest operation */
};
struct x86_unrolled x86_find_k(struct arena *a, const struct x86_body *b);

/* ---- as facts ---- */

/* The body with its value flows, in a. */
struct instruction_body *x86_body_facts(struct arena *a, const struct x86_body *b);
/* Counts where a packed operation counts its elements. */
struct counts x86_element_counts(const struct x86_body *b);

/* Value flows between its operations, in a. */
void x86_find_flows(struct arena *a, const struct x86_body *b, struct instruction_body *to);

#endif
