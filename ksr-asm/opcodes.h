/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instruction set of the KSR1: the table opcodes.def, and the mnemonics of a machine file. */
#ifndef KSR_ASM_OPCODES_H
#define KSR_ASM_OPCODES_H

#include "machines/machine.h"

enum ksr_half { KSR_LEFT = 1, KSR_RIGHT = 2, KSR_BOTH = 3 };

/* The use of an instruction's operands, and the class of its latency. By default, the last operand
 * is written and the others are read. */
enum ksr_kind {
    KSR_PLAIN, /* integer operation: the class of its half */
    KSR_NOP,
    KSR_FA,           /* floating-point: the class of this name */
    KSR_FM,           /* the same */
    KSR_FMISC,        /* the same */
    KSR_DIVIDE,       /* floating-point: class FM, latency.divide */
    KSR_SQRT,         /* class FMISC, latency.sqrt */
    KSR_TRIAD,        /* a, b, d: d is an operand and is written; class FMA */
    KSR_MULTIPLY,     /* integer: latency.multiply-integer */
    KSR_QUOTIENT,     /* integer: latency.divide-integer */
    KSR_SCALED_ADD,   /* n, a, b, d: d = a + b if n is 0 */
    KSR_SCALED_SUB,   /* n, a, b, d: d = a - b if n is 0 */
    KSR_MOVE,         /* s, d: within a unit */
    KSR_MOVE_BETWEEN, /* s, d: from another unit; reads the result of the left half */
    KSR_MOVE_IN,      /* d: receives the value that movout8 of the same pair reads */
    KSR_MOVE_OUT,     /* s: written by movin8 of the same pair */
    KSR_TEST,         /* a, b: writes the condition */
    KSR_SELECT,       /* a, b, d: also reads the condition */
    KSR_LOAD,         /* address, register */
    KSR_STORE,        /* register, address */
    KSR_HINT,         /* address: prefetch, poststore */
    KSR_LOCK,         /* address: locks or unlocks a subpage */
    KSR_BRANCH,       /* ..., label */
    KSR_CALL,         /* register for the address of the call, target */
};

/* A line of opcodes.def. */
struct ksr_instruction_row {
    const char *name;     /* without .tr and .ntr */
    const char *mnemonic; /* as kfc writes it */
    bool trap;            /* may end in .tr or .ntr */
    uint8_t half, kind;   /* enum ksr_half, enum ksr_kind */
    uint8_t n;            /* loads, stores: bytes; branches: delay pairs */
    const char *operands; /* a letter each */
};
enum {
#define OPCODE(NAME, name, ending, half, kind, n, operands, work) +1
    KSR_INSTRUCTIONS = 0
#include "ksr-asm/opcodes.def"
#undef OPCODE
};
/* Returns line i of opcodes.def, from 0. */
const struct ksr_instruction_row *ksr_instruction_row(int i);
/* Returns the operation class of an instruction; OP_CLASSES = that of its half, or for loads,
 * stores and moves that of its register. */
enum op_class ksr_row_class(const struct ksr_instruction_row *r);

/* A mnemonic of a machine's table. */
struct ksr_opcode {
    const char *name;
    size_t name_n;
    enum ksr_half half;
    enum ksr_kind kind;
    enum op_class class; /* OP_CLASSES: that of its half; for loads and stores, that of their
                            register */
    int row;             /* in opcodes.def; -1 = only in the machine file */
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

/* Creates the table for a machine, in a: the mnemonics of its file, then the others of opcodes.def.
 * If m is NULL, it has those of opcodes.def only. */
struct ksr_opcodes ksr_opcodes_build(struct arena *a, const struct machine *m);

/* Returns the opcode of a mnemonic; NULL = unknown. */
const struct ksr_opcode *ksr_opcode_find(const struct ksr_opcodes *t, const char *name, size_t n);
/* Returns the opcode as which an unknown mnemonic in that half is counted: a branch if its name
 * ends like one; floating-point if it is in the left half and begins with f. */
const struct ksr_opcode *ksr_opcode_guess(enum ksr_half half, const char *name, size_t n);
/* Returns the known mnemonic most similar to an unknown one, one of that half if possible; NULL =
 * none is similar. */
const char *ksr_opcode_nearest(const struct ksr_opcodes *t, enum ksr_half half, const char *name,
                               size_t n);

#endif
