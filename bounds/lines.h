/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses of a body and the lines of the nearest cache: arrays are taken to begin with a line. */
#ifndef BOUNDS_LINES_H
#define BOUNDS_LINES_H

#include "machines/machine.h"

/* Bytes of a line, a power of two; 64 where the machine file has no cache. */
int line_bytes(const struct machine *m);
/* Number of the line that instruction i accesses in a pass, different ones for different arrays;
 * -1 = not known. */
long line_of(const struct instruction *in, int line, long pass);
/* Whether its access goes over the end of a line in that pass. */
bool crosses_line(const struct instruction *in, int line, long pass);
/* Passes after which addresses lie in lines as before. */
long line_phases(const struct instruction *in, int line);

#endif
