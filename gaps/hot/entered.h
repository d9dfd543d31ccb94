/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: compiled loops that control enters after their first instruction. */
#ifndef GAPS_ENTERED_H
#define GAPS_ENTERED_H

#include "gaps/hot/references.h"

/* Corrects k of the only compiled loop of a source loop, if control enters it after its first
 * instruction and leaves it before: its passes, the executions of the first instruction, are then
 * fewer than its iterations. These are the executions of the block at which it is entered, which
 * must be those of the source exactly. k becomes a mean over the passes. The same if a pass begins
 * with the condition of the source loop, whose executions exceed its iterations by those of the
 * loop. The same of all compiled loops of a source loop if control leaves a pass of some executions
 * before its last block, and the other passes are exactly the iterations of the source: the
 * condition has several operands, and compilers move one of them to the end of a pass. */
void count_entered(struct joined_run *j, long place, const struct source_count *source);

#endif
