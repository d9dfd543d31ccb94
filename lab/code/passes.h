/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of kfc_optimize. Each keeps the meaning of a procedure, and none requires that
 * another has run. Arena a must live as long as the IR. */
#ifndef LAB_CODE_PASSES_H
#define LAB_CODE_PASSES_H

#include "lab/code/code.h"
#include "lab/code/flow.h"

/* Value numbering within blocks, and into blocks with one predecessor: computes each value once,
 * propagates copies and constants, forwards stored values to loads, removes stores that are
 * overwritten, and reduces places to the fewest registers (values.c). */
void optimize_values(struct arena *a, struct ir_procedure *p);
/* Removes dead code (dead.c). */
void optimize_dead(struct ir_procedure *p);
/* Merges the two registers of a copy where possible (coalesce.c). */
void optimize_copies(struct arena *a, struct ir_procedure *p);
/* Moves invariant instructions before their loops (invariant.c). */
void optimize_invariants(struct ir_procedure *p);
/* Keeps invariant elements that a loop reads and writes in registers. one_cell: the program has
 * no parallel regions (promote.c). */
void optimize_elements(struct arena *a, struct ir_procedure *p, bool one_cell);
/* In innermost loops of one block, moves the write of each register that carries a value to the
 * next iteration to the end of the block (localize.c). */
void optimize_local(struct arena *a, struct ir_procedure *p);
/* Keeps elements that an earlier iteration of an innermost loop of one block loaded or stored in
 * registers. independent: only in loops that a directive declares independent (carry.c). */
void optimize_carried(struct arena *a, struct ir_procedure *p, bool independent);
/* Combines a multiply and an add that is its only use to a triad (triads.c). */
void optimize_triads(struct ir_procedure *p);
/* Replaces copies by loads in loops whose left half has more instructions (balance.c). */
void optimize_balance(struct ir_procedure *p);
/* Computes integers that a loop only increments after the loop (counters.c). */
void optimize_counters(struct arena *a, struct ir_procedure *p);
/* Unrolls innermost counted loops of one block by o->unroll, or by a degree that depends on the
 * size of the body (unroll.c). */
void optimize_unroll(struct arena *a, struct ir_procedure *p, const struct kfc_options *o);

#endif
