/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of bounds that libmacsgap reads in a running program (gaps/online/macs_gap.h). */
#ifndef GAPS_ONLINE_WRITE_H
#define GAPS_ONLINE_WRITE_H

#include "gaps/gaps.h"

/* Writes the loops of the table's build to path, whole or not at all; "-" is standard output. False
 * after a message, also where the table holds several builds or no loop. */
bool gaps_write_bounds(const struct gaps *g, const char *path, struct diag *d);

#endif
