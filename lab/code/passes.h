/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes that kfc_optimize puts together. Each takes a procedure and leaves one that means the
 * same; none needs another to have run. a: as long as the IR. */
#ifndef LAB_CODE_PASSES_H
#define LAB_CODE_PASSES_H

#include "lab/code/code.h"
#include "lab/code/flow.h"

/* Within blocks, and on into blocks with one way in: each value computed once, copies and constants
 * used where they are read, stored values taken from registers, stores that are stored over at once
 * left out; places as sums of the fewest registers (values.c). */
void optimize_values(struct arena *a, struct ir_procedure *p);
/* What nothing needs goes (dead.c). */
void optimize_dead(struct ir_procedure *p);
/* Copies whose two registers may be one (coalesce.c). */
void optimize_copies(struct arena *a, struct ir_procedure *p);
/* Invariant instructions go before their loops (invariant.c). */
void optimize_invariants(struct ir_procedure *p);
/* Invariant elements that loops read and write are in registers there; one_cell: there are no
 * parallel regions in the program (promote.c). */
void optimize_elements(struct arena *a, struct ir_procedure *p, bool one_cell);
/* Each register that the one block of an innermost loop writes and reads in the next pass is
 * written once, at its end (localize.c). */
void optimize_local(struct arena *a, struct ir_procedure *p);
/* Elements that an earlier pass of an innermost loop of one block had are kept; independent: only
 * in loops that a directive says it of (carry.c). */
void optimize_carried(struct arena *a, struct ir_procedure *p, bool independent);
/* A multiply and the add that alone uses it become a triad (triads.c). */
void optimize_triads(struct ir_procedure *p);
/* Copies become loads where loops have more to do in the left half (balance.c). */
void optimize_balance(struct ir_procedure *p);
/* Integers that a loop only steps are computed behind it (counters.c). */
void optimize_counters(struct arena *a, struct ir_procedure *p);
/* Innermost counted loops of one block, times o->unroll or what the body's size lets (unroll.c). */
void optimize_unroll(struct arena *a, struct ir_procedure *p, const struct kfc_options *o);

#endif
