/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiler wrapper: "macs build" puts links to macs in front of PATH under the names of compilers.
 * A wrapper runs the real compiler with the same arguments, so the user's files do not change. Then
 * it makes the instrumented variants in the output directory (records.h). Failures of these never
 * fail the user's build. */
#ifndef MACS_WRAPPER_H
#define MACS_WRAPPER_H

#include "base/arena.h"

#include <stdbool.h>

/* Environment: directory of the build, for the records. */
#define WRAPPER_BUILD "MACS_WRAPPER_BUILD"
/* Environment: set while a wrapper runs, so that compilers it calls are not wrapped. */
#define WRAPPER_INSIDE "MACS_WRAPPER_INSIDE"
/* Environment: the directory where macs build was started; file names are relative to it. */
#define WRAPPER_ROOT "MACS_WRAPPER_ROOT"
/* Environment: --loops of kma. */
#define WRAPPER_LOOPS "MACS_WRAPPER_LOOPS"

/* Names of wrapped compilers; ends with NULL. */
extern const char *const wrapped_compilers[];

/* Returns whether macs was called by the name of a compiler. */
bool wrapper_is_meant(const char *argv0);
/* Runs the compiler and makes the variants. Returns the exit status of the compiler. */
int wrapper_main(int argc, char **argv);

#endif
