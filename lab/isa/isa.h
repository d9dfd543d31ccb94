/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program for the KSR1 as the lab's parts hand it on: instructions, pairs, labels, data. kfc
 * makes one, the schedulers change it, a checker looks at it, ksr1 runs what the reader makes of
 * text. Facts of the assembly text: spec of the KSR1, which README names. */
#ifndef LAB_ISA_ISA_H
#define LAB_ISA_ISA_H

#include "base/array.h"
#include "base/diag.h"
#include "base/names.h"
#include "machines/machine.h"

#include <stdint.h>
#include <stdio.h>

enum lab_unit { LAB_NO_UNIT, LAB_FPU, LAB_IPU, LAB_CEU, LAB_XIU };
enum { LAB_FPU_REGISTERS = 64, LAB_IPU_REGISTERS = 32, LAB_CEU_REGISTERS = 36 };
/* CEU registers with names behind %c31. */
enum { LAB_SP = 32, LAB_FP, LAB_CP, LAB_RC };

/* A register: unit and number; 0 = none. Numbers from LAB_VIRTUAL on are virtual ones, of code that
 * has no registers assigned yet. */
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
#define LAB_OP(NAME, mnemonic, half, operands, class, work) LAB_##NAME,
#include "lab/isa/opcodes.def"
#undef LAB_OP
    LAB_OPCODES
};

struct ir_place; /* what kfc knows of the memory that is meant: lab/code/ir.h */

enum { LAB_SOURCES = 3 };
/* An instruction. Which fields count is said by the letters of its opcode (opcodes.def): sources in
 * the order of the text, the register that is written apart; G and H read d, too. */
struct lab_inst {
    enum lab_opcode op : 16;
    bool immediate[LAB_SOURCES]; /* source i is the number imm (one at most) */
    lab_reg d;                   /* written */
    lab_reg s[LAB_SOURCES];      /* read; a store's data is s[0] */
    int64_t imm;                 /* the immediate: of a source, or n */
    uint8_t scale;               /* x: sadd8, ssub8 */
    lab_reg base;                /* memory: off(base) */
    int64_t offset;              /* bytes */
    const char *target;          /* label, interned; NULL = none */
    const char *symbol;        /* imm or offset is that of this symbol, plus itself; NULL = none */
    const struct ir_place *place; /* NULL = not known: may be any memory */
    uint32_t line;             /* of the Fortran source; 0 = unknown */
};

/* Left half: FPU or IPU, right half: CEU or XIU. */
struct lab_pair {
    struct lab_inst left, right;
    uint32_t line;      /* of the Fortran source; 0 = unknown */
    uint32_t text_line; /* of the assembly text; 0 = it was not read from one */
};
struct lab_label {
    const char *name; /* interned */
    uint32_t pair;    /* index of the pair it stands before; the number of pairs = at the end */
    bool global;
    uint32_t text_line;
};

/* A datum: a run of equal cells, or room. */
struct lab_datum {
    uint32_t bytes; /* 8 (.word), 4 (.half), 1; 0 = room of repeat bytes */
    uint64_t repeat;
    uint64_t bits;
    const char *symbol; /* its address plus bits; NULL = bits alone */
};
/* What stands behind labels in .data, one after another. */
struct lab_block {
    const char *name; /* interned; of its first byte; NULL = goes on behind the one before */
    uint32_t align;   /* bytes, a power of two */
    bool global;
    bool common; /* blocks of one name in several files are one, the longest */
    ARRAY(struct lab_datum) data;
};

/* What the source calls some bytes of data: COMMON variables, arrays. Debuggers' facts (.def). */
struct lab_variable {
    const char *name;   /* interned: BLOCK.NAME */
    const char *symbol; /* interned; it begins at symbol + at */
    int64_t at, bytes;
    uint32_t n_extents; /* 0 = a scalar; the first index runs fastest */
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
    struct names names; /* of a text that was read */
};

struct lab_operation {
    const char *mnemonic;
    uint8_t half; /* LAB_LEFT, LAB_RIGHT or both */
    const char *operands;
};
enum { LAB_LEFT = 1, LAB_RIGHT = 2, LAB_EITHER = 3 };
/* Facts of an opcode. */
const struct lab_operation *lab_operation(enum lab_opcode op);
/* The opcode of a mnemonic, with .tr or .ntr or without; LAB_OPCODES = unknown. */
enum lab_opcode lab_opcode_named(const char *mnemonic, size_t n);

static inline bool lab_is_nop(const struct lab_inst *i)
{
    return i->op == LAB_FINOP || i->op == LAB_CXNOP;
}
/* The half it stands in: LAB_LEFT or LAB_RIGHT; movi8 and mov8_8 by the unit they write. */
int lab_half(const struct lab_inst *i);
bool lab_is_load(enum lab_opcode op);
bool lab_is_store(enum lab_opcode op);
bool lab_is_branch(enum lab_opcode op); /* jumps and calls, too */
bool lab_is_advice(enum lab_opcode op); /* prefetches and poststores: no value changes by them */
/* Bytes that a load or store moves; 0 = it is none. */
unsigned lab_memory_bytes(enum lab_opcode op);
/* Whether d is read, too. */
bool lab_reads_destination(enum lab_opcode op);
bool lab_reads_condition(enum lab_opcode op);
bool lab_writes_condition(enum lab_opcode op);

/* Reads assembly text (lab/isa/read.c): all that ksr-asm takes and more, for it is to be run:
 * unknown mnemonics and operands are located errors. t lives in a. False after an error. */
bool lab_text_read(struct arena *a, const char *path, struct diag *d, struct lab_text *t);
bool lab_text_read_bytes(struct arena *a, const char *path, const char *bytes, size_t n,
                         struct diag *d, struct lab_text *t);
/* Writes it in the syntax of the real compiler, with .ln lines (absolute: no .bf); what is read
 * back is the same. Ours, not seen in real code: numbers may be SYMBOL, SYMBOL+N and SYMBOL-N;
 * .space BYTES; .fill TIMES, BYTES, VALUE; .byte; .comm NAME, before the label of a common block.
 */
void lab_text_print(const struct lab_text *t, FILE *out);
/* One pair, one instruction, as in the text, without a line end. */
void lab_pair_print(const struct lab_pair *p, FILE *out);
void lab_inst_print(const struct lab_inst *i, FILE *out);
void lab_text_free(struct lab_text *t);

/* Least pairs from a producer to a consumer of its result by that machine (lab/isa/distances.c): 1
 * = the next pair, 0 = the same pair will do. source: index into the consumer's s, LAB_READS_D for
 * d that is read, LAB_READS_BASE for an address, LAB_READS_CONDITION. The machine's word is final:
 * the table of least distances is in its file. */
enum { LAB_READS_D = LAB_SOURCES, LAB_READS_BASE, LAB_READS_CONDITION, LAB_READS };
enum { LAB_WRITES = LAB_READS }; /* in a hazard: the consumer writes over the result too early */
int lab_distance(const struct machine *m, const struct lab_inst *producer,
                 const struct lab_inst *consumer, int source);
/* The same to a consumer of which nothing is known; 0 of a store. */
int lab_latency(const struct machine *m, const struct lab_inst *producer);
/* The greatest to any consumer, ports too: behind that the result is there for all. */
int lab_reach(const struct machine *m, const struct lab_inst *producer);
/* Whether lab_port_distance() may be more than 0 with it as the first. */
bool lab_uses_port(const struct lab_inst *first);
/* The greatest of all, for windows to look back. */
int lab_longest_distance(const struct machine *m);
/* Least pairs from a triad to a floating-point store behind it, because both want FPU{C}: 2 =
 * neither in its pair nor in the next one (0 = any, or first and second are no such two). */
int lab_port_distance(const struct machine *m, const struct lab_inst *first,
                      const struct lab_inst *second);
/* Why the lab can't compile for that machine, or run its code: what its file lacks. NULL = it
 * can; the functions above are for such machines only. */
const char *lab_machine_lacks(const struct machine *m);

#endif
