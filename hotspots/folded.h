/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the source that have no machine code of their own, because the compiler (gcc:
 * -fipa-icf) or the linker (--icf) folded them into an identical function. */
#ifndef HOTSPOTS_FOLDED_H
#define HOTSPOTS_FOLDED_H

#include "binaries/binary.h"
#include "facts/hotspots.h"

/* Sets folded_into of the source loops of functions that were folded in this file. Such a function
 * has a symbol, no machine code has lines of its loops, and its code is that of the other function:
 * it has the same address, only jumps to it, or is a copy, whose lines are those of the other
 * function except the one of its own declaration, or this one alone, with as many bytes of code.
 * Another line of its own (of a call, of its end) shows a function that calls the other one. Both
 * functions have the same number and nesting of loops. If this does not hold, or several functions
 * fit, folded_into is -1. Whether the code executes the loops of both functions must be checked by
 * counts: calls may have been removed. p: has the loops of the reference build. */
void find_folded_functions(struct binary *b, struct hot_profile *p);

#endif
