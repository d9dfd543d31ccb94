/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: outer compiled loops whose source lines do not identify their source loop. */
#ifndef GAPS_OUTER_JOINS_H
#define GAPS_OUTER_JOINS_H

#include "gaps/hot/references.h"

/* Corrects the joins of outer compiled loops by their counts. The lines of such a loop can be those
 * of a loop around it: it then also has code of that loop, or it is the loop of an array statement,
 * which kma does not read. If its passes differ from the iterations of the loop that it is joined
 * with, it is joined with the only loop of the reference build at its lines that has as many
 * iterations. Requires the joins by lines of all rows. */
void join_outer_by_passes(struct joined_run *j);

#endif
