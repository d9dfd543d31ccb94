/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program for the KSR1 as the lab's modules exchange it: instructions, pairs, labels, data. kfc
 * generates it, the schedulers transform it, a checker verifies it, and ksr1 runs what the reader
 * builds from text. The assembly syntax follows the KSR1 specification that README names. */
#ifndef LAB_ISA_ISA_H
#define LAB_ISA_ISA_H

#include "base/array.h"
#include "base/diag.h"
#include "base/names.h"
#include "ksr-asm/opcodes.h"
#include "ksr-asm/text.h"
#include "machines/machine.h"

#include <stdint.h>
#include <stdio.h>

enum lab_unit {
    LAB_NO_UNIT = KSR_NO_UNIT,
    LAB_FPU = KSR_FPU,
    LAB_IPU = KSR_IPU,
    LAB_CEU = KSR_CEU,
    LAB_XIU = KSR_XIU
};
enum {
    LAB_FPU_REGISTERS = KSR_FPU_REGISTERS,
    LAB_IPU_REGISTERS = KSR_IPU_REGISTERS,
    LAB_CEU_REGISTERS = KSR_CEU_REGISTERS
};
/* CEU registers with names, numbered after %c31. */
enum { LAB_SP = KSR_C_REGISTERS, LAB_FP, LAB_CP, LAB_RC };

/* A register: unit and number; 0 = none. Numbers from LAB_VIRTUAL on are virtual registers, of code
 * before register allocation. */
typedef uint32_t lab_reg;
enum { LAB_VIRTUAL = 256, LAB_UNIT_AT = 24 };
static inline lab_reg lab_register(enum lab_unit unit, uint32_t number)
{
    return (lab_reg)unit << LAB_UNIT_AT | number;
}
static inline enum lab_unit lab_reg_unit(lab_reg r)
{
    return (enum lab_unit)(r >> LAB_UNIT_AT);
}
static inline uint32_t lab_reg_number(lab_reg r)
{
    return r & ((1u << LAB_UNIT_AT) - 1);
}

enum lab_opcode {
#define OPCODE(NAME, name, ending, half, kind, n, operands, work) LAB_##NAME,
#include "ksr-asm/opcodes.def"
#undef OPCODE
    LAB_OPCODES
};

struct ir_place; /* kfc's description of the memory operand: lab/code/ir.h */

enum { LAB_SOURCES = 3 };
/* An instruction. The letters of its opcode (ksr-asm/opcodes.def) determine which fields are valid.
 * Sources have the order of the text, without the register that is written; G and H also read d. */
struct lab_inst {
    enum lab_opcode op : 16;
    bool immediate[LAB_SOURCES];  /* source i is the number imm (one at most) */
    lab_reg d;                    /* written */
    lab_reg s[LAB_SOURCES];       /* read; a store's data is s[0] */
    int64_t imm;                  /* the immediate: a source, or n */
    uint8_t scale;                /* x: sadd8, ssub8 */
    lab_reg base;                 /* memory: off(base) */
    int64_t offset;               /* bytes */
    const char *target;           /* label, interned; NULL = none */
    const char *symbol;           /* its address is added to imm or offset; NULL = none */
    const struct ir_place *place; /* NULL = unknown: any memory */
    uint32_t line;                /* of the Fortran source; 0 = unknown */
};

/* Left half: FPU or IPU, right half: CEU or XIU. */
struct lab_pair {
    struct lab_inst left, right;
    uint32_t line;      /* of the Fortran source; 0 = unknown */
    uint32_t text_line; /* of the assembly text; 0 = not read from a text */
};
struct lab_label {
    const char *name; /* interned */
    uint32_t pair;    /* index of the pair after it; the number of pairs = at the end */
    bool global;
    uint32_t text_line;
};

/* A datum: repeated equal elements, or space. */
struct lab_datum {
    uint32_t bytes; /* 8 (.word), 4 (.half), 1; 0 = space of repeat bytes */
    uint64_t repeat;
    uint64_t bits;
    const char *symbol; /* its address is added to bits; NULL = none */
};
/* The data between two labels in .data. */
struct lab_block {
    const char *name; /* interned; of its first byte; NULL = continues the previous block */
    uint32_t align;   /* bytes, a power of two */
    bool global;
    bool common; /* blocks with this name in several files are one block, the longest */
    ARRAY(struct lab_datum) data;
};

/* The source name of a range of data: a COMMON variable or an array. Debug information (.def). */
struct lab_variable {
    const char *name;   /* interned: BLOCK.NAME */
    const char *symbol; /* interned; the variable begins at symbol + at */
    int64_t at, bytes;
    uint32_t n_extents; /* 0 = a scalar; the first index varies fastest */
    int64_t extents[7];
};

/* An assembly file. */
struct lab_text {
    const char *path;   /* in messages */
    const char *source; /* .file; NULL = unknown */
    ARRAY(struct lab_pair) pairs;
    ARRAY(struct lab_label) labels; /* by pair */
    ARRAY(struct lab_block) blocks;
    ARRAY(struct lab_variable) variables;
    struct names names; /* of a text read from a file */
};

enum { LAB_LEFT = KSR_LEFT, LAB_RIGHT = KSR_RIGHT, LAB_EITHER = KSR_BOTH };
/* Returns the line of opcodes.def. */
static inline const struct ksr_instruction_row *lab_operation(enum lab_opcode op)
{
    return ksr_instruction_row((int)op);
}
static inline bool lab_is_nop(const struct lab_inst *i)
{
    return i->op == LAB_FINOP || i->op == LAB_CXNOP;
}
/* Returns its half, LAB_LEFT or LAB_RIGHT; for movi8 and mov8_8 from the unit they write. */
int lab_half(const struct lab_inst *i);
bool lab_is_load(enum lab_opcode op);
bool lab_is_store(enum lab_opcode op);
bool lab_is_branch(enum lab_opcode op); /* including jumps and calls */
bool lab_is_hint(enum lab_opcode op);   /* prefetches and poststores: they change no value */
/* Returns the bytes that a load or store moves; 0 = neither. */
unsigned lab_memory_bytes(enum lab_opcode op);
/* Returns whether d is also read. */
bool lab_reads_destination(enum lab_opcode op);
bool lab_reads_condition(enum lab_opcode op);
bool lab_writes_condition(enum lab_opcode op);

/* Reads assembly text with the strict reader of ksr-asm: unknown instructions and operands are
 * located errors, because the program is to be run. The memory of t belongs to a. Returns false
 * after an error. */
bool lab_text_read(struct arena *a, const char *path, struct diag *d, struct lab_text *t);
bool lab_text_read_bytes(struct arena *a, const char *path, const char *bytes, size_t n,
                         struct diag *d, struct lab_text *t);
/* Prints it in the syntax of the real compiler, with .ln lines (absolute: no .bf); reading it back
 * gives the same program. Extensions of the lab, not seen in real code: numbers may be SYMBOL,
 * SYMBOL+N and SYMBOL-N; .space BYTES; .fill TIMES, BYTES, VALUE; .byte; .comm NAME, before the
 * label of a common block. */
void lab_text_print(const struct lab_text *t, FILE *out);
/* Print one pair, one instruction, as in the text, without a newline. */
void lab_pair_print(const struct lab_pair *p, FILE *out);
void lab_inst_print(const struct lab_inst *i, FILE *out);
void lab_text_free(struct lab_text *t);

/* Returns the least number of pairs from a producer to a consumer of its result on that machine
 * (lab/isa/distances.c): 1 = the next pair, 0 = the same pair is allowed. source: index into the
 * consumer's s, LAB_READS_D for a d that is read, LAB_READS_BASE for an address,
 * LAB_READS_CONDITION. All distances come from the machine file. */
enum { LAB_READS_D = LAB_SOURCES, LAB_READS_BASE, LAB_READS_CONDITION, LAB_READS };
enum { LAB_WRITES = LAB_READS }; /* in a hazard: the consumer overwrites the result too early */
int lab_distance(const struct machine *m, const struct lab_inst *producer,
                 const struct lab_inst *consumer, int source);
/* The same for an unknown consumer; 0 for a store. */
int lab_latency(const struct machine *m, const struct lab_inst *producer);
/* Returns the greatest distance to any consumer, including ports. */
int lab_reach(const struct machine *m, const struct lab_inst *producer);
/* Returns whether lab_port_distance() may be greater than 0 with this as the first instruction. */
bool lab_uses_port(const struct lab_inst *first);
/* Returns the greatest of all distances. */
int lab_longest_distance(const struct machine *m);
/* Returns the least number of pairs from a triad to a later floating-point store, because both use
 * the port FPU{C}: 2 = neither in its pair nor in the next one (0 = any; also for other
 * instructions). */
int lab_port_distance(const struct machine *m, const struct lab_inst *first,
                      const struct lab_inst *second);
/* Returns what the machine's file lacks for the lab to compile for it and run its code; NULL =
 * nothing. The functions above require such a machine. */
const char *lab_machine_lacks(const struct machine *m);

#endif
