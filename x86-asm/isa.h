/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instruction set as a table: the effect of each mnemonic on each operand, its form and its
 * class (opcodes.def). */
#ifndef X86_ASM_ISA_H
#define X86_ASM_ISA_H

#include "base/arena.h"
#include "facts/facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Register numbers. A partial register has the number of the whole register, and a width: AL, AX,
 * EAX and RAX are X86_RAX; XMM3, YMM3 and ZMM3 are X86_VECTOR + 3. */
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
    X86_ST = 56,     /* ST(0) to ST(7), counted from the top before the instruction */
    X86_MMX = 64,    /* MM0 to MM7, separate from the x87 registers that contain them */
    X86_FLAGS = 72,  /* the arithmetic flags, except carry */
    X86_CARRY,       /* the carry flag */
    X86_FP_STATUS,   /* condition codes of the x87 */
    X86_RIP,         /* as a base register only */
    X86_SEGMENT,     /* ES, CS, SS, DS, FS, GS; their reads and writes are not recorded */
    X86_SYSTEM = 82, /* control, debug and bound registers, as one register; not recorded */
    X86_REGISTERS,
    X86_NO_REGISTER = 255
};

/* Kinds of operands that an entry accepts, as bits. */
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
    X86_ADDRESS = 8, /* only its address is used: no access of its own */
    X86_MERGE = 16   /* READ of the destination for the elements that are not written */
};

enum {
    X86_OPERANDS = 4,
    X86_IMPLIED = 6, /* registers that an instruction uses implicitly */
};

/* Bytes of a memory operand that is not given as a number. */
enum {
    X86_BYTES_ALL = 0,   /* those of the other operands: the general register, the widest vector
                            register, the element of a scalar instruction */
    X86_BYTES_HALF = -2, /* of the widest vector register */
    X86_BYTES_QUARTER = -4,
    X86_BYTES_EIGHTH = -8,
    X86_BYTES_DOUBLE = -1,
    X86_BYTES_DUP = -3 /* 8 with XMM, otherwise the bytes of the register */
};

struct x86_place {
    uint16_t kinds;
    uint8_t roles;
    int8_t bytes; /* of a memory operand */
};
struct x86_implied {
    uint8_t reg, roles;
};

/* One line of opcodes.def: an instruction with operands of these kinds. */
struct x86_opcode {
    const char *name;                  /* as in Intel's manual, lower case: "jne", "vaddpd" */
    struct x86_place at[X86_OPERANDS]; /* destination first */
    struct x86_implied implied[X86_IMPLIED];
    uint8_t n, n_implied;
    uint8_t work; /* enum form_base; FORM_NONE: it only loads or stores */
    uint8_t
        access;    /* form of its load or store if that is not LOAD or STORE; otherwise FORM_NONE */
    uint8_t class; /* enum op_class of its work; OP_CLASSES = none (nop) */
    uint8_t element;      /* bytes; 0 = irrelevant, as for general registers */
    int8_t loads, stores; /* bytes of implicit accesses (push, call); -1 = from its suffix (movs) */
    uint8_t memory;       /* bytes of a memory operand if nothing else defines them; 0 = unknown */
    uint8_t condition;    /* 1 + number of its condition code; 0 = none */
    int8_t stack;         /* x87 values that it pushes; negative: pops */
    uint8_t idiom;        /* FORM_ZERO or FORM_ONES if its sources are one register */
    bool scalar;          /* operates on the lowest element of vector registers */
    bool floating;        /* its operation is floating point */
    bool floating_access; /* its load or store is floating point */
    bool part;            /* its operation is FORM_MOVE_PART for 8 or 16 bits of a register */
    bool string;          /* with a repeat prefix, it decrements RCX */
    uint16_t line;        /* of the table */
};

/* One interpretation of a mnemonic, selected by its operands. */
struct x86_reading {
    const struct x86_opcode *opcode;
    const struct x86_reading *next;
    uint8_t bytes;   /* from an AT&T suffix; 0 = none */
    bool source;     /* bytes are those of the source only (movzbl) */
    int8_t constant; /* implicit last operand: the predicate in the mnemonic, a shift by 1; -1 =
                        none */
};
enum x86_prefix { X86_NO_PREFIX, X86_PREFIX, X86_PREFIX_LOCK, X86_PREFIX_REP };
/* A word of the instruction table. */
struct x86_word {
    const struct x86_reading *readings; /* NULL = unknown mnemonic */
    enum x86_prefix prefix;
};
struct x86_register {
    uint16_t kind; /* enum x86_kind; X86_NONE = unknown register */
    uint8_t reg, bytes;
    bool high; /* AH to BH */
};

enum x86_syntax { X86_ATT, X86_INTEL };
enum { X86_CONDITIONS = 16 }; /* O NO B AE E NE BE A S NS P NP L GE LE G, by their number */

struct x86_isa;

/* Finds a word, in upper or lower case. */
struct x86_word x86_find(const struct x86_isa *isa, const char *word, size_t n);
struct x86_register x86_find_register(const struct x86_isa *isa, const char *name, size_t n);

#endif
