/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions of one loop with their operands. */
#ifndef KSR_ASM_BODY_H
#define KSR_ASM_BODY_H

#include "ksr-asm/reader.h"

/* Registers of all units by number. */
enum {
    KSR_F0 = 0,           /* %f0-%f63 */
    KSR_I0 = KSR_F0 + 64, /* %i0-%i31 */
    KSR_C0 = KSR_I0 + 32, /* %c0-%c31 */
    KSR_SP = KSR_C0 + 32, /* then %fp, %cp, %rc */
    KSR_CONDITION = KSR_SP + 4,
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
    bool right;    /* its half */
    uint32_t line;
    bool conditional; /* in a forward branch area, or behind a branch that may quash it */
    const char *text;
    struct ksr_operand operand[KSR_OPERANDS];
    int n;
};
struct ksr_body {
    struct ksr_operation *at; /* in order of pairs, left before right; nops left out */
    size_t n;
    struct ksr_pair {
        uint32_t line, source_line;
    } * pairs; /* nops included */
};

/* Operands of an instruction; what is no operand that we know is KSR_OTHER. */
int ksr_operands(struct ksr_text text, struct ksr_operand *to);

/* What the operation reads and writes. */
struct ksr_use {
    int reg;
    bool addend; /* as the addend of a linked triad */
};
int ksr_uses(const struct ksr_operation *o, struct ksr_use *uses); /* up to KSR_WORDS + 2 */
int ksr_defs(const struct ksr_operation *o, int *regs);            /* up to KSR_WORDS */
/* The address operand of a load, store, prefetch or poststore; NULL = none. */
const struct ksr_operand *ksr_address(const struct ksr_operation *o);

/* "%c7", in buf of KSR_NAME bytes. */
enum { KSR_NAME = 16 };
const char *ksr_register_name(int reg, char *buf);

/* ---- address registers ---- */

/* What a register holds: what root held when the pass began, plus so much. */
struct ksr_value {
    int root; /* KSR_NO_REGISTER = not known */
    long plus;
};
struct ksr_addresses {
    struct ksr_value *of;                 /* of the address of operation i */
    struct ksr_value last[KSR_REGISTERS]; /* when the pass is over */
};
struct ksr_addresses ksr_addresses_of(struct arena *a, const struct ksr_body *b);
/* Bytes that a root goes on by in a pass; false = that is not constant. */
bool ksr_advance(const struct ksr_addresses *s, int root, long *bytes);

/* k of the loop from the advances of its base registers, *how says from what;
 * missing with the reason. Texts in a. */
struct quantity ksr_infer_k(struct arena *a, const struct ksr_body *b,
                            const struct ksr_addresses *s, const char **how);

/* The flow cycle with the greatest latency / distance; texts in a. */
struct recurrence ksr_recurrence(struct arena *a, const struct machine *m, const struct ksr_body *b,
                                 const struct ksr_addresses *s);

#endif
