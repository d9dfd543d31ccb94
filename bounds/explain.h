/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the explanation of a loop (--explain=LOOP): each equation with its numbers. Results are
 * those of bounds.h. Numbers have six significant digits, so that readers can check the
 * calculation. */
#ifndef BOUNDS_EXPLAIN_H
#define BOUNDS_EXPLAIN_H

#include "facts/facts.h"
#include "machines/machine.h"

#include <stdio.h>

/* Explains TNF, M and MA (eq. 4.1-4.9) of a source loop; reassociate: reductions may be reordered;
 * k_how: source of k. */
void explain_source(FILE *out, const struct machine *m, const struct source_loop *l,
                    bool reassociate, struct quantity k, const char *k_how);

/* Explains the same of a mean iteration: the counts and recurrences of path already contain the
 * counted shares of its conditional blocks. */
void explain_weighted(FILE *out, const struct machine *m, const struct source_loop *path,
                      bool reassociate, struct quantity k, const char *k_how);

/* For a machine with vectors: prints the vector length, and the operations that do not use whole
 * vectors. */
void explain_vectors(FILE *out, const struct machine *m, const struct source_loop *l,
                     bool reassociate);

/* Explains MAC and MACS (eq. 4.10-4.14) of a compiled loop; tnf: of its source loop, missing if
 * unknown. */
void explain_compiled(FILE *out, const struct machine *m, const struct compiled_loop *l,
                      struct quantity tnf);

/* Explains a loop with a body on a machine with dynamic scheduling: the operations of each
 * instruction, the terms of MAC, the recurrence, and why MACS is above MAC. */
void explain_body(FILE *out, const struct machine *m, const struct compiled_loop *l,
                  struct quantity tnf);

#endif
