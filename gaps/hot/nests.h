/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: joins compiled loops of sampled runs with outer source loops whose inner loops
 * were unrolled completely, and finds k with the help of the source. */
#ifndef GAPS_NESTS_H
#define GAPS_NESTS_H

#include "gaps/ladder/model.h"

/* Joins an innermost compiled loop that matches no innermost source loop. Without a match only the
 * reason may change, *j otherwise. Texts are in a. */
void join_nest(struct arena *a, const struct stored_build *b, const struct compiled_loop *c,
               struct loop_join *j);

/* Returns the model of the iterations of a joined loop: the source loop itself, or with its inner
 * loops unrolled. */
const struct model_loop *model_of_join(const struct model_loop *source, const struct loop_join *j);

/* Finds k of a joined loop if it is unknown: all addresses of the code advance in a pass by k times
 * as many bytes as references of the source in an iteration, or the flops and the stores of a pass
 * are exactly those of k iterations. Removes k if a pass of an outer loop has fewer stores than k
 * iterations: the loop was split. code: its model. */
void find_k(struct arena *a, const struct model_loop *code, struct loop_join *j);

#endif
