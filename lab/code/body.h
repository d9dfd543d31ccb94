/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions shared by the passes over innermost loops of one block. */
#ifndef LAB_CODE_BODY_H
#define LAB_CODE_BODY_H

#include "lab/code/passes.h"

/* Renames the registers that an instruction reads. A place or argument list that changes is
 * copied to arena a first. */
void body_rename_reads(struct arena *a, struct ir_inst *i,
                       lab_reg (*name)(void *context, lab_reg r), void *context);
/* Returns whether a loop is an innermost counted loop of one block with one entry and one exit,
 * and without calls or barriers. */
bool body_is_simple(const struct flow *f, int loop);
/* Returns the number of the block's instructions in one half of the instruction pair: LAB_RIGHT
 * (loads, stores and CEU) or LAB_LEFT (FPU and IPU). */
unsigned body_size(const struct ir_block *b, int half);

#endif
