/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs other programs. */
#ifndef BASE_COMMAND_H
#define BASE_COMMAND_H

#include "base/arena.h"

#include <stdio.h>

/* Runs words[0], found along PATH, with the arguments after it up to NULL; streams: its standard
 * input, output and error. Waits for its end. Returns 0, or the errno if it cannot be run. */
int command_run(char *const *words, FILE *const streams[3]);
/* Returns the first line of its output without line end, in a; NULL = none, or it cannot be run. */
const char *command_line_of(struct arena *a, char *const *words);

#endif
