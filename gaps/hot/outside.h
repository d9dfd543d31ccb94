/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: iterations of a source loop that code outside of its compiled loops executed:
 * peeled iterations, remainders, and copies that were unrolled completely. */
#ifndef GAPS_OUTSIDE_H
#define GAPS_OUTSIDE_H

#include "gaps/hot/references.h"

/* Returns these iterations. Their number follows from counted memory accesses: the compiled loops
 * show how many bytes an iteration stores (or loads, if it stores nothing) at each line, and the
 * counts of blocks how many bytes other code stores there. Lines of an outer loop must show the
 * same number. Because the bytes of an iteration are those of a pass divided by k, k x passes and
 * the result have the sum of the source only if k is right. l: the source loop; iterations: k x
 * passes of its compiled loops. */
struct quantity outside_iterations(struct joined_run *j, long place, const struct source_loop *l,
                                   double iterations);
/* The same of an innermost loop, of other code only with accesses at columns of their lines where
 * compiled loops have code, too: on one line, accesses at other columns are those of a loop around
 * it. */
struct quantity outside_iterations_shared(struct joined_run *j, long place,
                                          const struct source_loop *l, double iterations);
/* The same of an innermost loop, with all accesses of its compiled loops, whatever their lines:
 * compilers give some instructions of a loop the line of a declaration before it. Missing if they
 * have none at other lines. */
struct quantity outside_iterations_by_all(struct joined_run *j, long place,
                                          const struct source_loop *l, double iterations);
/* Returns how many iterations a pass of row i, an outer compiled loop, executes in its own code, by
 * the same accesses; 0 = none, or it also has such accesses at other lines. */
double copies_in_pass(struct joined_run *j, long place, const struct source_loop *l,
                      double iterations, size_t i);

#endif
