/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results that are used before they are there, found while cells run. Assumed: distances are
 * counted in pairs that a cell was given, quashed ones too; what a routine of the host leaves was
 * computed long ago; distances are those of the machine file. */
#ifndef LAB_MACHINE_HAZARDS_H
#define LAB_MACHINE_HAZARDS_H

#include "lab/machine/code.h"

struct diag;
struct machine;
struct hazards;
/* For cells that run that program on that machine, which must outlive it. */
struct hazards *hazards_open(const struct program *p, const struct machine *m, struct cell *cells,
                             unsigned n);
void hazards_close(struct hazards *h);
/* Whether any of the program's own files may use a result too early on some path. */
bool hazards_possible(const struct program *p, const struct machine *m);

/* A pair is about to be done, by its last step; again where the cell left it. False: the cell's
 * fault is set. */
bool hazards_pair(struct cell *c, const struct step *s);
/* A prefetch or poststore whose address is not there yet changes no value, so it is no fault: a
 * warning for each pair where that happened. */
void hazards_tell_advice(const struct hazards *h, struct diag *d);
/* That many pairs pass of which nothing is known but that they are done. */
void hazards_pass(struct cell *c, unsigned pairs);

#endif
