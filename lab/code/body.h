/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Innermost loops of one block: what the passes on them share. */
#ifndef LAB_CODE_BODY_H
#define LAB_CODE_BODY_H

#include "lab/code/passes.h"

/* Puts new names on what an instruction reads; a place that changes is a new one, in a, and so are
 * a call's arguments. */
void body_rename_reads(struct arena *a, struct ir_inst *i,
                       lab_reg (*name)(void *context, lab_reg r), void *context);
/* An innermost counted loop of one block with a way in and a way out, that calls nobody. */
bool body_is_simple(const struct flow *f, int loop);
/* Instructions of a unit's half that the block has: loads, stores and CEU; else FPU and IPU. */
unsigned body_size(const struct ir_block *b, int half);

#endif
