/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --explain=LOOP: every equation of a loop with its numbers in, for people.
 * What the equations give is what bounds.h gives: the values on the right are
 * taken from there. Numbers have six significant digits, so that a reader can
 * calculate along. */
#ifndef BOUNDS_EXPLAIN_H
#define BOUNDS_EXPLAIN_H

#include "facts/facts.h"
#include "machines/machine.h"

#include <stdio.h>

/* TNF, M and MA (eq. 4.1-4.9) of a source loop; reassociate: reductions need not keep their order;
 * k_how: where k comes from. */
void explain_source(FILE *out, const struct machine *m, const struct source_loop *l,
                    bool reassociate, struct quantity k, const char *k_how);

/* On a machine with vectors: how long they are, and which operations are not for whole ones. */
void explain_vectors(FILE *out, const struct machine *m, const struct source_loop *l,
                     bool reassociate);

/* MAC and MACS (eq. 4.10-4.14) of a compiled loop; tnf: of its source loop,
 * missing where that is not known. */
void explain_compiled(FILE *out, const struct machine *m, const struct compiled_loop *l,
                      struct quantity tnf);

/* The same of a loop with a body, on a machine that schedules while it runs: each instruction with
 * what it takes, the terms of MAC, the recurrence, and why MACS is above MAC. */
void explain_body(FILE *out, const struct machine *m, const struct compiled_loop *l,
                  struct quantity tnf);

#endif
