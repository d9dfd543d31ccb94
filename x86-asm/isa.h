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
    X86_COUNT = 512,  /* CL: together with X86_GENERAL */
    X86_ONE = 1024    /* the constant 1: together with X86_IMMEDIATE */
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

/* Bytes of a memory operand of an instruction with vector registers: of the widest vector
 * register, or of the element of a scalar instruction, by this; else a number of bytes. */
enum { X86_BYTES_WHOLE = 0, X86_BYTES_HALF = -2, X86_BYTES_QUARTER = -4, X86_BYTES_EIGHTH = -8 };

struct x86_place {
    uint16_t kinds;
    uint8_t roles;
    int16_t bytes; /* if it may be memory */
};
struct x86_implied {
    uint8_t reg, roles;
};

/* A line of opcodes.def, for one mnemonic: operands of these kinds. */
struct x86_opcode {
    const char *name;                  /* as in Intel's manual, lower case: "jne", "vaddpd" */
    struct x86_place at[X86_OPERANDS]; /* destination first */
    uint8_t n;
    uint8_t n_implied;
    struct x86_implied implied[X86_IMPLIED];
    uint8_t work;    /* enum form_base; FORM_NONE: it only loads or stores */
    uint8_t access;  /* form of its load or store where that is not LOAD or STORE; else FORM_NONE */
    uint8_t class;   /* enum op_class of its work; OP_CLASSES = none (nop) */
    uint8_t element; /* bytes; 0 = it makes no difference, as for general registers */
    uint8_t access_bytes; /* of memory that no operand names (push, call, movs); 0 = none */
    uint8_t access_roles; /* READ, WRITE */
    int8_t stack;         /* x87 values that it pushes; less than 0: pops */
    uint8_t condition;    /* 1 + number of its condition code; 0 = none */
    bool scalar;          /* works on the lowest element of vector registers */
    bool floating;        /* its data is floating point: a load is LFL */
    uint8_t idiom;        /* FORM_ZERO or FORM_ONES where its sources are one register */
    const struct x86_opcode *next; /* the same name with other operands; NULL */
};

struct x86_isa;
/* The table, in a. */
const struct x86_isa *x86_isa_new(struct arena *a);

/* What a word says in front of its operands. */
struct x86_mnemonic {
    const struct x86_opcode *opcodes; /* by operands; NULL = no such mnemonic */
    uint8_t bytes;                    /* that an AT&T suffix tells; 0 = none */
};
enum x86_syntax { X86_ATT, X86_INTEL };
/* Letters in either case. A suffix (addq) is known in both syntaxes, but a word that differs
 * (movsd without operands, movsl) is read by that syntax. */
struct x86_mnemonic x86_find(const struct x86_isa *isa, enum x86_syntax syntax, const char *word,
                             size_t n);

#endif
