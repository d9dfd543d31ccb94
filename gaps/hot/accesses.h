/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: memory accesses of machine code by source line. */
#ifndef GAPS_ACCESSES_H
#define GAPS_ACCESSES_H

#include "gaps/hot/coverage.h"

struct access_bytes {
    double of[ACCESSES];
};

/* Adds the bytes that a number of passes of a row's compiled loop accesses at the lines of a source
 * loop, weighted by its counted frequencies: to[0] is the first line of the loop. l NULL = at all
 * lines: to[0] is their sum. Executions of
 * blocks beyond the passes are added to more: of a loop that control enters in its middle. Accesses
 * of fixed addresses on the stack and repeated loads are omitted. Returns false if its instructions are unknown. */
bool add_code_accesses(const struct gap_hot_row *row, double passes, const struct source_loop *l,
                       struct access_bytes *to, struct access_bytes *more);

/* Returns whether an instruction accesses memory or computes with floating-point numbers. The lines
 * of other ones need not be those of their loop: copies of registers keep the line of code before
 * it. */
bool is_work(const struct instruction *i);
/* Narrows the lines of a row to those of such instructions; no change if there are none, or its
 * instructions are unknown. */
void narrow_to_work(const struct gap_hot_row *row, long *line, long *end_line);

#endif
