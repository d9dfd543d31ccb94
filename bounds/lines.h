/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of the first-level cache that a body accesses. Arrays are assumed to begin at a line
 * boundary. */
#ifndef BOUNDS_LINES_H
#define BOUNDS_LINES_H

#include "machines/machine.h"

/* Returns the bytes of a line, a power of two; 64 if the machine file has no cache. */
int line_bytes(const struct machine *m);
/* Returns the number of the line that instruction i accesses in a pass; arrays have different
 * numbers; -1 = unknown. */
long line_of(const struct instruction *in, int line, long pass);
/* Returns true if the access crosses a line boundary in that pass. */
bool crosses_line(const struct instruction *in, int line, long pass);
/* Returns the passes after which the positions of addresses in lines repeat. */
long line_phases(const struct instruction *in, int line);

#endif
