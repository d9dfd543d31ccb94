/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running another program to its end. */
#ifndef BASE_COMMAND_H
#define BASE_COMMAND_H

#include "base/arena.h"

#include <stdio.h>

/* Runs words[0], found along PATH, with the arguments after it up to NULL; streams: its standard
 * input, output and error. Waits for its end. 0, or the errno that says why it cannot be run. */
int command_run(char *const *words, FILE *const streams[3]);
/* The first line that it prints, without its end, in a; NULL = it cannot be run, or prints none. */
const char *command_line_of(struct arena *a, char *const *words);

#endif
