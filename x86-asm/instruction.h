/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An x86-64 instruction, the same whatever syntax it was written in: its line of the table, its
 * operands with the destination first, and what follows of both: registers that it reads and
 * writes, and its parts as a fact. */
#ifndef X86_ASM_INSTRUCTION_H
#define X86_ASM_INSTRUCTION_H

#include "facts/facts.h"
#include "x86-asm/isa.h"

/* A piece of the input, not 0-terminated; at NULL = none. */
struct x86_text {
    const char *at;
    size_t n;
};

struct x86_operand {
    uint16_t kind;       /* enum x86_kind; one bit, or with COUNT or ONE */
    uint8_t reg;         /* of a register */
    uint8_t bytes;       /* of the register or access; 0 = not known, as of an immediate */
    bool high;           /* AH, CH, DH, BH */
    bool indirect;       /* target of a branch through a register or memory */
    bool lost;           /* an address of memory that was not understood: base and index are none */
    uint8_t base;        /* of memory; X86_NO_REGISTER = none */
    uint8_t index;       /* general or, of a gather, vector; X86_NO_REGISTER = none */
    uint8_t scale;       /* 1, 2, 4, 8 */
    uint8_t segment;     /* 'f', 'g'; 0 = none that makes a difference */
    uint8_t broadcast;   /* elements that one loaded element becomes; 0 = no broadcast */
    uint8_t index_bytes; /* of the index register */
    int64_t value;       /* immediate, or displacement of memory beside its symbol */
    struct x86_text symbol; /* of an immediate, memory, or target: its label */
};

struct x86_instruction {
    const struct x86_opcode *opcode;     /* NULL = it is not in the table, with those operands */
    struct x86_text mnemonic;            /* as written */
    struct x86_text text;                /* as written, without label and comment */
    struct x86_operand at[X86_OPERANDS]; /* destination first */
    uint8_t n;
    uint8_t bytes;        /* of what general registers or memory it works on; 0 = not said */
    uint8_t vector_bytes; /* of its widest vector register; 0 = it names none */
    uint8_t mask;         /* writing mask K1 to K7; 0 = none */
    bool zeroing;         /* {z} */
    bool lock, rep;
    bool known; /* the mnemonic is in the table (with other operands where opcode is NULL) */
};

/* What a register is read for. */
struct x86_use {
    uint8_t reg;
    uint8_t input; /* enum flow_input: FLOW_DATA, FLOW_ADDEND, FLOW_ADDRESS */
};
/* Elements of a broadcast, while its operand does not say how many they are. */
enum { X86_BROADCAST = 255 };
enum { X86_USES = 16, X86_DEFS = 12 };

/* Registers that it reads: each once for each input. What a zeroing idiom names is not read; what
 * a write of a part leaves is (8 and 16 bits of a general register, the lowest element of an SSE
 * destination, elements that a mask leaves). Flags where it reads them. Returns their number. */
int x86_uses(const struct x86_instruction *i, struct x86_use use[X86_USES]);
/* Registers that it writes, each once. */
int x86_defs(const struct x86_instruction *i, uint8_t reg[X86_DEFS]);

/* The memory operand that it accesses, NULL = none that is named (push and pop access the stack;
 * of string instructions and those through RSI and RDI, see the opcode). */
const struct x86_operand *x86_memory(const struct x86_instruction *i);
/* Whether it reads or writes memory, named or not. */
bool x86_loads(const struct x86_instruction *i);
bool x86_stores(const struct x86_instruction *i);

/* FORM_ZERO or FORM_ONES: it makes its destination so without the old value; else FORM_NONE. */
enum form_base x86_idiom(const struct x86_instruction *i);

/* Where control goes behind it. */
enum x86_control {
    X86_GOES_ON,
    X86_BRANCHES,      /* conditional, to at[0].symbol */
    X86_JUMPS,         /* to at[0].symbol */
    X86_JUMPS_THROUGH, /* a register or table */
    X86_CALLS,
    X86_RETURNS,
    X86_STOPS, /* UD2, HLT */
};
enum x86_control x86_control(const struct x86_instruction *i);

/* Whether the second one, a conditional branch right behind the first, fuses with it into one
 * operation: Intel's rule since Sandy Bridge. TEST and AND fuse with every condition; CMP, ADD and
 * SUB not with those of sign, parity and overflow; INC and DEC nor with those of carry; none does
 * that compares memory with an immediate, reads through RIP with an immediate, or writes memory.
 * AMD's Zen fuses CMP and TEST with every condition, Zen 3 and 4 ADD, SUB, AND, OR, XOR, INC and
 * DEC as well, with the same limits of memory and immediate; that differs by a few branches (JS,
 * JO, JP behind CMP or SUB; OR and XOR), and is not told apart here. */
bool x86_fuses(const struct x86_instruction *i, const struct x86_instruction *branch);

/* As a fact: parts, class, elements, bytes. What only its place in a loop tells (lines, area,
 * fused, taken) is left 0; area is -1. The text is NULL: whoever keeps the fact copies it. */
void x86_to_facts(const struct x86_instruction *i, struct instruction *fact);

/* Mnemonic in lower case and kinds of the operands, destination first: "vaddpd v,v,m"; in a. */
const char *x86_shape(struct arena *a, const struct x86_instruction *i);

#endif
