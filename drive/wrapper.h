/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compiler's place-holder: "macs build" puts links to macs in front of PATH under the names of
 * compilers. Such a call runs the true compiler as it was asked to, so that the user's own files
 * are what they always are; then, of what was made, the variants that are measured, in our folder
 * (records.h). What goes wrong with these never makes the user's build fail. */
#ifndef DRIVE_WRAPPER_H
#define DRIVE_WRAPPER_H

#include "base/arena.h"

#include <stdbool.h>

/* Folder of the build that wrappers work for. */
#define WRAPPER_BUILD "MACS_WRAPPER_BUILD"
/* Set while a wrapper runs the compiler: what that calls is not wrapped again. */
#define WRAPPER_INSIDE "MACS_WRAPPER_INSIDE"
/* The folder that macs build was started in: files are named from there. */
#define WRAPPER_ROOT "MACS_WRAPPER_ROOT"
/* --loops of kma. */
#define WRAPPER_LOOPS "MACS_WRAPPER_LOOPS"

/* Names that are taken for compilers, each NULL-ended list in the order it is looked for. */
extern const char *const wrapped_compilers[];

/* Whether this call is one of a compiler's name. */
bool wrapper_is_meant(const char *argv0);
/* Runs the compiler and what follows; returns its exit status. */
int wrapper_main(int argc, char **argv);

#endif
