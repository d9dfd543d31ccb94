/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives the loops of a program unit their names. */
#ifndef ANALYSIS_LOOP_NAMES_H
#define ANALYSIS_LOOP_NAMES_H

#include "facts/facts.h"
#include "frontend/ast.h"

/* Sets the id of the n loops of unit u, in a: "file:routine:line" in general.
 *   An included text can be in several modules. If the file of the loop is not that of the
 * outermost host of its unit, the name of the host is part of it: "file:host::routine:line". If
 * several loops begin on one line, the second one is "file:routine:line.2". Innermost loops count
 * before the others, so that a nest on one line is called after its innermost loop. main_file is
 * the file of statements without one. The names depend on the text of the unit only, so every
 * command finds the same ones. */
void name_loops(struct arena *a, const struct unit *u, const char *main_file,
                struct source_loop *at, size_t n);

#endif
