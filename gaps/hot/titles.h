/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: short names of the rows of a sampled run, for people. */
#ifndef GAPS_TITLES_H
#define GAPS_TITLES_H

#include "gaps/hot/coverage.h"

/* Sets the title of each row, unique among the rows:
 *   file:line                 a loop
 *   file:line function        a loop of inlined code, with the function that contains it; code
 *                             outside loops
 *   object:function+0x28      code without source lines
 * If files of one name are in several folders, the folder precedes the file. Functions of C++ and
 * Rust are named without parameters and template arguments. Equal titles are extended by the
 * function, its template arguments, its class and the offset in it, the name of the row, or a
 * number. The middle of a text of more than TITLE_LENGTH bytes is left out. */
enum { TITLE_LENGTH = 60 };
void titles_set(struct arena *a, struct gap_hot_row *rows, size_t n);

/* Returns the name of a C++ or Rust function without parameters, result and clone suffix, and, if
 * !arguments, without template arguments: "void a::f<int>(char)" is a::f<int> or a::f. In a. */
const char *title_of_function(struct arena *a, const char *name, bool arguments);

#endif
