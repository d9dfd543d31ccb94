/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine file with replaced lines (--set) changes in stored loops. */
#ifndef GAPS_LADDER_REPLACED_H
#define GAPS_LADDER_REPLACED_H

#include "gaps/ladder/model.h"

/* Sets the loop overhead X and Y of the innermost loops, which is computed from the machine and the
 * base registers, if it is another one on machine `is` than on machine `was`. */
void replace_overhead(struct source_loops *loops, const struct machine *was,
                      const struct machine *is);

/* Notes the numbers of l that are still those of the stored description `was`: operations that
 * depend on replaced lines, and the choice of the dependence path. l has its machine and its
 * compiled loop. */
void note_not_replaced(struct arena *a, struct model_loop *l, const struct machine *was);

#endif
