/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instruction set as a table: what each mnemonic does to each operand, and of which form and
 * class it is (opcodes.def). */
#ifndef X86_ASM_ISA_H
#define X86_ASM_ISA_H

#include "base/arena.h"
#include "facts/facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers by number. A partial register is its whole one with a width: AL, AX, EAX and RAX are
 * X86_RAX; XMM3, YMM3 and ZMM3 are X86_VECTOR + 3. */
enum {
    X86_RAX,
    X86_RCX,
    X86_RDX,
    X86_RBX,
    X86_RSP,
    X86_RBP,
    X86_RSI,
    X86_RDI, /* R8 to R15 follow */
    X86_VECTOR = 16,
    X86_MASK = 48,   /* K0 to K7 */
    X86_ST = 56,     /* ST(0) to ST(7), as counted from the top when the instruction begins */
    X86_MMX = 64,    /* MM0 to MM7, kept apart from the x87 registers that hold them */
    X86_FLAGS = 72,  /* the arithmetic flags, but for carry */
    X86_CARRY,       /* the carry flag */
    X86_FP_STATUS,   /* condition codes of the x87 */
    X86_RIP,         /* as a base register only */
    X86_SEGMENT,     /* ES, CS, SS, DS, FS, GS; no reads or writes of these are told */
    X86_SYSTEM = 82, /* control, debug and bound registers, all in one; likewise */
    X86_REGISTERS,
    X86_NO_REGISTER = 255
};

/* Kinds of operands, as bits: what a place of an entry takes. */
enum x86_kind {
    X86_NONE,
    X86_GENERAL = 1,
    X86_VECTOR_REGISTER = 2,
    X86_MASK_REGISTER = 4,
    X86_X87 = 8,
    X86_MMX_REGISTER = 16,
    X86_OTHER_REGISTER = 32, /* segment, control, debug */
    X86_MEMORY = 64,
    X86_IMMEDIATE = 128,
    X86_TARGET = 256, /* of a direct branch */
    X86_COUNT = 512   /* CL: together with X86_GENERAL */
};

/* What an instruction does to an operand, as bits. */
enum x86_role {
    X86_READ = 1,
    X86_WRITE = 2,
    X86_ADDEND = 4,  /* with READ: it is the addend of a multiply-add */
    X86_ADDRESS = 8, /* its address is taken, or fetched: no access of its own */
    X86_MERGE = 16   /* a READ of the destination only for the elements that are not written */
};

enum {
    X86_OPERANDS = 4,
    X86_IMPLIED = 6, /* registers that an instruction uses without naming them */
};

/* Bytes of a memory operand, where its place tells no number. */
enum {
    X86_BYTES_ALL = 0,   /* what the other operands have: the general register, the widest vector
                            register, the element of a scalar instruction */
    X86_BYTES_HALF = -2, /* of the widest vector register */
    X86_BYTES_QUARTER = -4,
    X86_BYTES_EIGHTH = -8,
    X86_BYTES_DOUBLE = -1,
    X86_BYTES_DUP = -3 /* 8 beside XMM, else as many as the register has */
};

struct x86_place {
    uint16_t kinds;
    uint8_t roles;
    int8_t bytes; /* if it may be memory */
};
struct x86_implied {
    uint8_t reg, roles;
};

/* What a line of opcodes.def says of one instruction: operands of these kinds. */
struct x86_opcode {
    const char *name;                  /* as in Intel's manual, lower case: "jne", "vaddpd" */
    struct x86_place at[X86_OPERANDS]; /* destination first */
    struct x86_implied implied[X86_IMPLIED];
    uint8_t n, n_implied;
    uint8_t work;    /* enum form_base; FORM_NONE: it only loads or stores */
    uint8_t access;  /* form of its load or store where that is not LOAD or STORE; else FORM_NONE */
    uint8_t class;   /* enum op_class of its work; OP_CLASSES = none (nop) */
    uint8_t element; /* bytes; 0 = it makes no difference, as for general registers */
    int8_t loads, stores; /* bytes that no operand names (push, call); -1 = of its suffix (movs) */
    uint8_t memory;       /* bytes of a memory operand where nothing tells; 0 = not known */
    uint8_t condition;    /* 1 + number of its condition code; 0 = none */
    int8_t stack;         /* x87 values that it pushes; less than 0: pops */
    uint8_t idiom;        /* FORM_ZERO or FORM_ONES where its sources are one register */
    bool scalar;          /* works on the lowest element of vector registers */
    bool floating;        /* its work is on floating point */
    bool floating_access; /* and what it loads or stores is */
    bool part;            /* into 8 or 16 bits of a register its work is FORM_MOVE_PART */
    bool string;          /* repeated, it counts RCX down */
    uint16_t line;        /* of the table */
};

/* One way to read a word, by the operands behind it. */
struct x86_reading {
    const struct x86_opcode *opcode;
    const struct x86_reading *next;
    uint8_t bytes;   /* that an AT&T suffix tells; 0 = none */
    bool source;     /* they are those of the source alone (movzbl) */
    int8_t constant; /* constant that is the last operand without being written as one: the
                        predicate in the word, a shift by 1; -1 = none */
};
enum x86_prefix { X86_NO_PREFIX, X86_PREFIX, X86_PREFIX_LOCK, X86_PREFIX_REP };
/* A word in front of operands. */
struct x86_word {
    const struct x86_reading *readings; /* NULL = no such mnemonic */
    enum x86_prefix prefix;
};
struct x86_register {
    uint16_t kind; /* enum x86_kind; X86_NONE = no such register */
    uint8_t reg, bytes;
    bool high; /* AH to BH */
};

enum x86_syntax { X86_ATT, X86_INTEL };
enum { X86_CONDITIONS = 16 }; /* O NO B AE E NE BE A S NS P NP L GE LE G, by their number */

struct x86_isa;

/* Letters in either case. */
struct x86_word x86_find(const struct x86_isa *isa, const char *word, size_t n);
struct x86_register x86_find_register(const struct x86_isa *isa, const char *name, size_t n);

#endif
