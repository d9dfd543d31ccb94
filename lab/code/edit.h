/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tools for passes that change the IR: they create instructions, find the registers that an
 * instruction reads and writes, and insert code. */
#ifndef LAB_CODE_EDIT_H
#define LAB_CODE_EDIT_H

#include "lab/code/ir.h"

typedef ARRAY(struct ir_inst) ir_code;

/* Returns d = op a, b. b = 0: the operation has one source. line is the line of the Fortran
 * source. */
struct ir_inst ir_of_registers(enum lab_opcode op, lab_reg d, lab_reg a, lab_reg b, uint32_t line);
/* Returns d = op with the immediate imm as source number at and register r as the other source
 * (0 = none). */
struct ir_inst ir_of_number(enum lab_opcode op, lab_reg d, lab_reg r, int at, int64_t imm,
                            uint32_t line);
/* Returns d = mov8_8 s, within a unit. */
struct ir_inst ir_move(lab_reg d, lab_reg s, uint32_t line);
/* Returns the base-2 logarithm of n; -1 = n is no power of two. */
int ir_log2(int64_t n);

/* Replaces a block's code by code and frees the old array. The block owns the new one. */
void ir_replace(struct ir_block *b, ir_code *code);
/* Appends n instructions to code. */
void ir_append(ir_code *to, const struct ir_inst *from, size_t n);
/* Appends code to a block's code. */
void ir_append_block(struct ir_block *b, const ir_code *code);
/* Returns whether an instruction orders memory accesses or may access any memory: a call, a lock
 * or a prefetch. */
bool ir_is_barrier(const struct ir_inst *i);
/* Inserts n instructions before instruction at of b. */
void ir_insert(struct ir_block *b, size_t at, const struct ir_inst *from, size_t n);

/* Sets at to pointers to the register operands that an instruction reads, so that they can be
 * changed, and returns their number. Call arguments are not included, nor are the registers of
 * its place. */
enum { IR_READS = LAB_SOURCES + 3 };
size_t ir_reads(struct ir_inst *i, lab_reg **at);
/* Calls seen(context, r) for each register that i reads: operands, call arguments, the index
 * registers of its place and the address of the argument that the place is in. */
void ir_each_read(const struct ir_inst *i, void (*seen)(void *context, lab_reg r), void *context);
/* Returns whether i reads a register that is written: writes counts the writes of each virtual
 * register, by number. */
bool ir_reads_written(const struct ir_inst *i, const uint32_t *writes);
/* Returns p with other index registers, as name(context, r) returns them: p itself if none
 * changes, else a copy in a. */
const struct ir_place *ir_rename_place(struct arena *a, const struct ir_place *p,
                                       lab_reg (*name)(void *context, lab_reg r), void *context);
/* Returns the register that i writes; 0 = none. */
lab_reg ir_written(const struct ir_inst *i);
/* Returns the number of a virtual register, counted from 0; -1 = no register, or a real one. */
static inline int64_t ir_virtual_number(lab_reg r)
{
    return r != 0 && lab_reg_number(r) >= LAB_VIRTUAL ? (int64_t)lab_reg_number(r) - LAB_VIRTUAL
                                                      : -1;
}
static inline bool ir_is_memory(const struct ir_inst *i)
{
    return i->op == IR_INST && lab_memory_bytes(i->inst.op) > 0;
}

#endif
