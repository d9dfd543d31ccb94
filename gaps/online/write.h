/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writer of the bounds file that libmacsgap reads (gaps/online/macs_gap.h). */
#ifndef GAPS_ONLINE_WRITE_H
#define GAPS_ONLINE_WRITE_H

#include "gaps/gaps.h"

/* Writes the bounds of the table's loops to path, completely or not at all; "-" is standard output.
 * Returns false with a message in d, also if the table has several builds or no loop. */
bool gaps_write_bounds(const struct gaps *g, const char *path, struct diag *d);

#endif
