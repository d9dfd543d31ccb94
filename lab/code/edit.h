/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands for passes that change IR: instructions made, registers that instructions read and write,
 * code put together. */
#ifndef LAB_CODE_EDIT_H
#define LAB_CODE_EDIT_H

#include "lab/code/ir.h"

typedef ARRAY(struct ir_inst) ir_code;

/* d = op a, b; b = 0: one source. line: of the Fortran source. */
struct ir_inst ir_of_registers(enum lab_opcode op, lab_reg d, lab_reg a, lab_reg b, uint32_t line);
/* d = op with the number imm in source number at, and register r in the other (0 = none). */
struct ir_inst ir_of_number(enum lab_opcode op, lab_reg d, lab_reg r, int at, int64_t imm,
                            uint32_t line);
/* d = mov8_8 s, within a unit. */
struct ir_inst ir_move(lab_reg d, lab_reg s, uint32_t line);
/* Power of two that n is; -1 = none. */
int ir_log2(int64_t n);

/* Makes code that of block, and array_free()s what it had. */
void ir_replace(struct ir_block *b, ir_code *code);
/* Appends code's instructions to another. */
void ir_append(ir_code *to, const struct ir_inst *from, size_t n);
/* Appends to a block's code. */
void ir_append_block(struct ir_block *b, const ir_code *code);
/* It orders memory or may do anything to it: a call, a lock, a prefetch. */
bool ir_is_barrier(const struct ir_inst *i);
/* Puts n instructions before the one numbered at of b. */
void ir_insert(struct ir_block *b, size_t at, const struct ir_inst *from, size_t n);

/* Places of registers that an instruction reads, so that they can be changed: at most
 * IR_READS and its arguments. Not what it reads by its place: ir_place_reads(). */
enum { IR_READS = LAB_SOURCES + 3 };
size_t ir_reads(struct ir_inst *i, lab_reg **at);
/* Calls seen(context, r) for each register that i reads, what it reads by its place too, and the
 * address of an argument in memory that its place is in. */
void ir_each_read(const struct ir_inst *i, void (*seen)(void *context, lab_reg r), void *context);
/* Register that i writes; 0 = none. */
lab_reg ir_written(const struct ir_inst *i);
/* Number of a virtual register from 0 on; -1: none, or a real one. */
static inline int64_t ir_number_of(lab_reg r)
{
    return r != 0 && lab_reg_number(r) >= LAB_VIRTUAL ? (int64_t)lab_reg_number(r) - LAB_VIRTUAL
                                                      : -1;
}
static inline bool ir_is_memory(const struct ir_inst *i)
{
    return i->op == IR_INST && lab_memory_bytes(i->inst.op) > 0;
}

#endif
