/* SPDX-License-Identifier: GPL-3.0-or-later */
/* KSR1 mnemonics: the fixed ones of opcodes.def and those of the machine file. */
#ifndef KSR_ASM_OPCODES_H
#define KSR_ASM_OPCODES_H

#include "machines/machine.h"

enum ksr_half { KSR_LEFT = 1, KSR_RIGHT = 2, KSR_BOTH = 3 };

/* What an instruction does with its operands. By default, the last one is written and the others
 * are read. */
enum ksr_kind {
    KSR_PLAIN,
    KSR_NOP,
    KSR_TRIAD,        /* a, b, d: d is the addend and is written */
    KSR_ADD,          /* a, b, d: d = a + b */
    KSR_SUB,          /* a, b, d: d = a - b */
    KSR_SCALED_ADD,   /* n, a, b, d: d = a + b where n is 0 */
    KSR_SCALED_SUB,   /* n, a, b, d: d = a - b where n is 0 */
    KSR_MOVE,         /* s, d */
    KSR_MOVE_BETWEEN, /* s, d: from another unit; reads the result of the left half */
    KSR_MOVE_IN,      /* d: receives the value that movout8 of the same pair reads */
    KSR_MOVE_OUT,     /* s: written by movin8 of the same pair */
    KSR_TEST,         /* a, b: writes the condition */
    KSR_SELECT,       /* a, b, d: also reads the condition */
    KSR_LOAD,         /* address, register */
    KSR_STORE,        /* register, address */
    KSR_ADDRESS,      /* address: prefetch, poststore */
    KSR_BRANCH,       /* ..., label */
    KSR_CALL,         /* register for the address of the call, target */
};

struct ksr_opcode {
    const char *name;
    size_t name_n;
    enum ksr_half half;
    enum ksr_kind kind;
    enum op_class class; /* OP_CLASSES: that of its half; for loads and stores, that of their
                            register */
    int bytes;           /* loads, stores */
    int delay;           /* branches: delay steps, which also run if it is taken */
    bool quash;          /* branches: the delay steps run only if it is taken */
    bool trap;           /* accepts .tr or .ntr; those names are in the table, too */
};

struct ksr_opcodes {
    struct ksr_opcode *at;
    size_t n;
    uint32_t *slots; /* by hash: 0 = free, else index + 1 */
    size_t n_slots;  /* a power of two */
};

/* Creates the table for a machine, in a. If m is NULL, it has the fixed mnemonics only. */
struct ksr_opcodes ksr_opcodes_make(struct arena *a, const struct machine *m);

/* Returns the opcode of a mnemonic; NULL = unknown. */
const struct ksr_opcode *ksr_opcode_find(const struct ksr_opcodes *t, const char *name, size_t n);
/* Returns the opcode as which an unknown mnemonic in that half is counted: a branch if its name
 * ends like one; floating-point if it is in the left half and begins with f. */
const struct ksr_opcode *ksr_opcode_guess(enum ksr_half half, const char *name, size_t n);
/* Returns the known mnemonic most similar to an unknown one; NULL = none is similar. */
const char *ksr_opcode_nearest(const struct ksr_opcodes *t, const char *name, size_t n);

#endif
