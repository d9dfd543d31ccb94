/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An x86-64 instruction, independent of the syntax: its line of the instruction table, its operands
 * with the destination first, the registers that it reads and writes, and its operations as a fact.
 */
#ifndef X86_ASM_INSTRUCTION_H
#define X86_ASM_INSTRUCTION_H

#include "facts/facts.h"
#include "x86-asm/isa.h"

/* A part of the input, not 0-terminated; !at: none. */
struct x86_text {
    const char *at;
    size_t n;
};

struct x86_operand {
    uint16_t kind;          /* enum x86_kind; one bit, possibly with COUNT or ONE */
    uint8_t reg;            /* of a register */
    uint8_t bytes;          /* of the register or access; 0 = unknown, as of an immediate */
    bool high;              /* AH, CH, DH, BH */
    bool indirect;          /* target of a branch through a register or memory */
    bool lost;              /* a memory address that could not be read: base and index are none */
    uint8_t base;           /* of memory; X86_NO_REGISTER = none */
    uint8_t index;          /* general or, of a gather, vector; X86_NO_REGISTER = none */
    uint8_t scale;          /* 1, 2, 4, 8 */
    uint8_t segment;        /* 'f', 'g'; 0 = no segment, or one without effect */
    uint8_t broadcast;      /* elements that one loaded element becomes; 0 = no broadcast */
    uint8_t index_bytes;    /* of the index register */
    int64_t value;          /* immediate, or displacement of memory without its symbol */
    struct x86_text symbol; /* of an immediate, memory, or target: its label */
};

struct x86_instruction {
    const struct x86_opcode *opcode;     /* NULL = the table has no line with these operands */
    struct x86_text mnemonic;            /* as written */
    struct x86_text text;                /* as written, without label and comment */
    struct x86_operand at[X86_OPERANDS]; /* destination first */
    uint8_t n;
    uint8_t bytes;        /* of the general registers or memory that it uses; 0 = unspecified */
    uint8_t vector_bytes; /* of its widest vector register; 0 = it names none */
    uint8_t mask;         /* writing mask K1 to K7; 0 = none */
    bool zeroing;         /* {z} */
    bool lock, rep;
    bool known; /* the table has the mnemonic, possibly with other operands only (!opcode) */
};

/* A register that is read, and its purpose. */
struct x86_use {
    uint8_t reg;
    uint8_t input; /* enum flow_input: FLOW_DATA, FLOW_ADDEND, FLOW_ADDRESS, FLOW_MERGED */
};
/* Elements of a broadcast if its operand does not specify them. */
enum { X86_BROADCAST = 255 };
enum { X86_USES = 16, X86_DEFS = 12 };

/* Returns the number of registers that the instruction reads, and stores them in `use`, once for
 * each input. Includes flags. Excludes the sources of a zeroing idiom. Includes a destination that
 * is written in part (8 and 16 bits of a general register, the lowest element of an SSE
 * destination, elements that a mask preserves). */
int x86_uses(const struct x86_instruction *i, struct x86_use use[X86_USES]);
/* Returns the number of registers that it writes, and stores each once in `reg`. */
int x86_defs(const struct x86_instruction *i, uint8_t reg[X86_DEFS]);
/* Returns whether the instruction writes the register. */
bool x86_writes(const struct x86_instruction *i, uint8_t reg);

/* Returns the memory operand that it accesses; NULL = no explicit one. push and pop access the
 * stack; for string instructions and accesses through RSI and RDI see the opcode. */
const struct x86_operand *x86_memory(const struct x86_instruction *i);
/* Returns the bytes of an index of a gather or scatter; 0 = it is neither. */
int x86_index_element(const struct x86_opcode *o);
/* Returns the number of elements of the data of a vector instruction, or that a gather or scatter
 * accesses; 1 for other instructions. */
int x86_elements(const struct x86_instruction *i);
/* Return true if it reads or writes memory, explicitly or not. */
bool x86_loads(const struct x86_instruction *i);
bool x86_stores(const struct x86_instruction *i);

/* Returns FORM_ZERO or FORM_ONES if the result does not depend on the sources' values, FORM_NOP for
 * an exchange of a register with itself; otherwise FORM_NONE. */
enum form_base x86_idiom(const struct x86_instruction *i);

/* Where control continues after the instruction. */
enum x86_control {
    X86_CONTINUES,
    X86_BRANCHES,       /* conditional, to at[0].symbol */
    X86_JUMPS,          /* to at[0].symbol */
    X86_JUMPS_INDIRECT, /* through a register or table */
    X86_CALLS,
    X86_RETURNS,
    X86_STOPS, /* UD2, HLT */
};
enum x86_control x86_control(const struct x86_instruction *i);

/* Returns true if a conditional branch directly after the first instruction fuses with it into one
 * operation. This is Intel's rule since Sandy Bridge. TEST and AND fuse with every condition; CMP,
 * ADD and SUB not with sign, parity and overflow; INC and DEC also not with carry. An instruction
 * does not fuse if it compares memory with an immediate, uses RIP-relative memory with an
 * immediate, or writes memory. AMD's Zen fuses CMP and TEST with every condition, Zen 3 and 4 also
 * ADD, SUB, AND, OR, XOR, INC and DEC, with the same limits for memory and immediates. The rules
 * differ for a few branches (JS, JO, JP after CMP or SUB; OR and XOR); Intel's is used for both. */
bool x86_fuses(const struct x86_instruction *i, const struct x86_instruction *branch);

/* Fills the instruction's fact: parts, class, elements, bytes. Fields that depend on its position
 * in a loop (lines, area, fused, taken) are 0; area is -1. The text is NULL: the caller copies it.
 */
void x86_to_facts(const struct x86_instruction *i, struct instruction *fact);

/* Returns the mnemonic in lower case and the kinds of the operands, destination first: "vaddpd
 * v,v,m"; in a. */
const char *x86_shape(struct arena *a, const struct x86_instruction *i);

#endif
