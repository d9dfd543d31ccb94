/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions of one loop with their operands. A pass is one iteration of the compiled loop.
 */
#ifndef KSR_ASM_BODY_H
#define KSR_ASM_BODY_H

#include "ksr-asm/reader.h"

/* Register numbers, for the registers of all units. */
enum {
    KSR_F0 = 0,
    KSR_I0 = KSR_F0 + KSR_FPU_REGISTERS,
    KSR_C0 = KSR_I0 + KSR_IPU_REGISTERS, /* %c0-%c31, %sp, %fp, %cp, %rc */
    KSR_CONDITION = KSR_C0 + KSR_CEU_REGISTERS,
    KSR_REGISTERS,
    KSR_NO_REGISTER = -1,
};
static inline bool ksr_is_address_register(int reg)
{
    return reg >= KSR_C0 && reg < KSR_CONDITION;
}

enum ksr_operand_kind { KSR_REGISTER, KSR_NUMBER, KSR_MEMORY, KSR_OTHER };
struct ksr_operand {
    enum ksr_operand_kind kind;
    int reg;    /* KSR_REGISTER; base of KSR_MEMORY */
    long value; /* KSR_NUMBER; displacement of KSR_MEMORY, bytes */
};

enum { KSR_OPERANDS = 4, KSR_WORDS = 8 };
struct ksr_operation {
    const struct ksr_opcode *opcode;
    enum op_class class;
    uint32_t step; /* pair of the loop, from 0 */
    bool right;    /* right half of the pair */
    uint32_t line;
    bool conditional; /* in a forward branch area, or after a branch that can quash it */
    const char *text;
    struct ksr_operand operand[KSR_OPERANDS];
    int n;
};
struct ksr_body {
    struct ksr_operation *at; /* in order of pairs, left before right; without nops */
    size_t n;
    struct ksr_pair {
        uint32_t line, source_line;
    } * pairs; /* including nops */
};

/* Reads the operands of an instruction. Unknown operands become KSR_OTHER. Returns their number. */
int ksr_operands(struct ksr_text text, struct ksr_operand *to);

/* A register that an operation reads. */
struct ksr_use {
    int reg;
    bool addend; /* as the addend of a linked triad */
};
int ksr_uses(const struct ksr_operation *o, struct ksr_use *uses); /* up to KSR_WORDS + 2 */
int ksr_defs(const struct ksr_operation *o, int *regs);            /* up to KSR_WORDS */
/* Returns the address operand of a load, store, prefetch or poststore; NULL = none. */
const struct ksr_operand *ksr_address(const struct ksr_operation *o);

/* Writes a register's name, "%c7", to buf of KSR_NAME bytes. */
const char *ksr_register_name(int reg, char *buf);

/* ---- address registers ---- */

/* The value of a register: the value of `root` at the start of the pass, plus a constant. */
struct ksr_value {
    int root; /* KSR_NO_REGISTER = unknown */
    long plus;
};
struct ksr_addresses {
    struct ksr_value *of;                 /* of the address of operation i */
    struct ksr_value last[KSR_REGISTERS]; /* values at the end of the pass */
};
struct ksr_addresses ksr_addresses_of(struct arena *a, const struct ksr_body *b);
/* Computes the increment of a root in one pass, in bytes. Returns false if it is not a constant. */
bool ksr_advance(const struct ksr_addresses *s, int root, long *bytes);

/* Returns k of the loop, derived from the increments of its base registers; *how describes the
 * derivation. Missing, with the reason, if k is unknown. Texts in a. */
struct quantity ksr_infer_k(struct arena *a, const struct ksr_body *b,
                            const struct ksr_addresses *s, const char **how);

/* Returns the flow cycle with the greatest latency / distance; texts in a. */
struct recurrence ksr_recurrence(struct arena *a, const struct machine *m, const struct ksr_body *b,
                                 const struct ksr_addresses *s);

#endif
