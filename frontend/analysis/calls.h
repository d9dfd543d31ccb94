/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls and function references of a unit, and the data of COMMON blocks that they pass. */
#ifndef ANALYSIS_CALLS_H
#define ANALYSIS_CALLS_H

#include "facts/facts.h"
#include "frontend/analysis/symbols.h"

/* Appends those of u, whose symbols are s, to file, in a. Calls of components, procedure pointers
 * and dummy procedures are omitted. */
void calls_find(struct arena *a, struct symbols *s, const struct unit *u, struct source_file *file);

#endif
