/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds results that are used before they are complete, while cells run. Assumptions: distances
 * count the pairs that a cell issues, including quashed ones; results of host routines are
 * complete; distances are those of the machine file. */
#ifndef LAB_MACHINE_HAZARDS_H
#define LAB_MACHINE_HAZARDS_H

#include "lab/machine/code.h"

struct diag;
struct machine;
struct hazards;
/* Attaches a checker to cells that run that program on that machine, which must both outlive it. */
struct hazards *hazards_open(const struct program *p, const struct machine *m, struct cell *cells,
                             unsigned n);
void hazards_close(struct hazards *h);
/* Returns whether any of the program's own files may use a result too early on some path. */
bool hazards_possible(const struct program *p, const struct machine *m);

/* Checks a pair before its last step; calling it again for an interrupted pair has no effect.
 * Returns false after setting the cell's fault. */
bool hazards_pair(struct cell *c, const struct step *s);
/* Warns about each pair with a prefetch or poststore whose address was incomplete. That changes no
 * value, so it is not a fault. */
void hazards_report_hints(const struct hazards *h, struct diag *d);
/* Advances the checker by that many pairs with unknown results. */
void hazards_pass(struct cell *c, unsigned pairs);

#endif
