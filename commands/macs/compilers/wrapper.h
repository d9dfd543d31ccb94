/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiler wrapper: "macs build" puts links to macs in front of PATH under the names of compilers.
 * A wrapper runs the real compiler with the same arguments, so the user's files do not change. Then
 * it makes the counted objects, those of the reference build, and with --marks the instrumented
 * variants in the output directory (records.h). Failures of these never fail the user's build. */
#ifndef MACS_COMPILERS_WRAPPER_H
#define MACS_COMPILERS_WRAPPER_H

#include "base/arena.h"

#include <stdbool.h>

/* Environment: directory of the build, for the records. */
#define WRAPPER_BUILD "MACS_WRAPPER_BUILD"
/* Environment: set while a wrapper runs, so that compilers it calls are not wrapped. */
#define WRAPPER_INSIDE "MACS_WRAPPER_INSIDE"
/* Environment: the directory where macs build was started; file names are relative to it. */
#define WRAPPER_ROOT "MACS_WRAPPER_ROOT"
/* Files in that directory: a compiler was called; the reason why a command was refused. */
#define WRAPPER_CALLED "called"
#define WRAPPER_REFUSED "refused"
/* Environment: set if instrumented variants are made, too. */
#define WRAPPER_MARKS "MACS_WRAPPER_MARKS"
/* Environment: --loops of kma. */
#define WRAPPER_LOOPS "MACS_WRAPPER_LOOPS"
/* Environment: blocks that are counted, "all" or "loops". */
#define WRAPPER_COUNTS "MACS_WRAPPER_COUNTS"

/* Environment: set if objects of the reference build are made, too. */
#define WRAPPER_REFERENCE "MACS_WRAPPER_REFERENCE"
/* Environment: set if objects that record their data accesses are made, too. */
#define WRAPPER_ACCESSES "MACS_WRAPPER_ACCESSES"

/* Returns whether a name is that of a compiler, also with a version and a target: gfortran-12,
 * x86_64-linux-gnu-gfortran-12. */
bool wrapper_is_compiler(const char *name);
/* Returns whether macs was called by the name of a compiler. */
bool wrapper_is_meant(const char *argv0);
/* Runs the compiler and makes the variants. Returns the exit status of the compiler. Outside of
 * macs build, as in a directory that was configured inside, it only runs the compiler. Link-time
 * optimization is refused with status 1. */
int wrapper_main(int argc, char **argv);

#endif
