/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that programs write if they were compiled with -fprofile-generate, --coverage or -pg. Runs
 * of variants of a program write them to another directory, so that the user's files are those of
 * the sampled run. */
#ifndef MACS_STEPS_PROFILES_H
#define MACS_STEPS_PROFILES_H

#include "commands/macs/steps/words.h"

/* Adds variables of the environment with which profiles of gcc, clang and gprof are written to the
 * directory, an absolute path. The program must have passed profiles_check(). */
void profiles_redirect(struct arena *a, struct words *env, const char *folder);
/* The same for clang and gprof only, for any program. */
void profiles_redirect_others(struct arena *a, struct words *env, const char *folder);
/* Returns why the profiles of a program cannot be redirected; NULL = they can, or it has none. */
const char *profiles_check(const char *program);

#endif
