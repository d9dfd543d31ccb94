/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: outer compiled loops whose source lines do not identify their source loop. */
#ifndef GAPS_OUTER_JOINS_H
#define GAPS_OUTER_JOINS_H

#include "gaps/hot/references.h"

/* Corrects the joins of outer compiled loops by their counts. The lines of such a loop can be those
 * of a loop around it: it then also has code of that loop, or it is the loop of an array statement,
 * which kma does not read. If its passes differ from the iterations of the loop that it is joined
 * with, it is joined with the only loop of the reference build at its lines that has as many
 * iterations. A loop that is joined with one of the reference build is joined with one around that,
 * likewise, because machine code need not have the lines of an outer loop. A loop without source
 * loop, because lines of inlined functions precede or follow its own, is joined with the only one of
 * its function that begins or ends at its lines and has its passes and entries. Requires the joins by
 * lines of all rows. */
void join_outer_by_passes(struct joined_run *j);

/* Removes the joins of compiled loops in each other with one source loop, except of one level. If
 * the passes of one of them are all iterations, it keeps its join. Those in it are loops within an
 * iteration, such as a loop of goto statements. One around it is a part of the iterations, if they
 * branch back from several places, or another loop. Otherwise the innermost ones keep theirs, or
 * the outermost ones, if these have the iterations. */
void separate_nested_rows(struct joined_run *j, long place, const struct source_count *source);

/* If k x passes of the compiled loops of a source loop are exactly its iterations, without loops
 * that have few passes and no samples, removes the joins of these: they are other code of its
 * lines, for example the loop around it for executions without iterations. */
void separate_excess_rows(struct joined_run *j, long place, const struct source_count *source);

#endif
