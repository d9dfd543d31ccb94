/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop as a fact. */
#ifndef FRONTEND_LOOP_FACTS_H
#define FRONTEND_LOOP_FACTS_H

#include "frontend/bases.h"
#include "frontend/recurrence.h"
#include "frontend/work.h"

/* Fills counts, blocks, references, dependences, operations, recurrence and
 * notes of an innermost loop from its body. Requires reuse_find and work_find.
 * Texts live in the body's arena. */
void loop_facts(struct body *b, const struct work_list *w, const struct machine *m,
                struct source_loop *l);

#endif
