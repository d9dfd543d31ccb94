/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a body to the facts of its loop. */
#ifndef ANALYSIS_LOOP_FACTS_H
#define ANALYSIS_LOOP_FACTS_H

#include "frontend/analysis/bases.h"
#include "frontend/analysis/recurrence.h"
#include "frontend/analysis/work.h"

/* Fills counts, blocks, references, dependences, operations, recurrence and
 * notes of an innermost loop from its body. Requires reuse_find and work_find.
 * Texts are in the body's arena. lists: references, dependences, operations and scalars
 * are listed too. */
void loop_facts(struct body *b, const struct work_list *w, const struct machine *m, bool lists,
                struct source_loop *l);

#endif
