/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls and function references of a unit, and what they pass of COMMON blocks. */
#ifndef ANALYSIS_CALLS_H
#define ANALYSIS_CALLS_H

#include "facts/facts.h"
#include "frontend/analysis/symbols.h"

/* Appends those of u, whose symbols are s, to file, in a. Calls of what is no name (components,
 * procedure pointers) and of dummy procedures are left out. */
void calls_find(struct arena *a, struct symbols *s, const struct unit *u, struct source_file *file);

#endif
