/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that the user's own command builds, through compiler wrappers. */
#ifndef DRIVE_BUILT_H
#define DRIVE_BUILT_H

#include "drive/plan.h"
#include "drive/records.h"

/* The steps of the build itself: wrappers, then the command. */
void plan_command(struct plan *p, const struct words *command);

/* Of the programs that were linked the one whose path is or ends in name; of one only, that one
 * (name NULL). False with a message in d where there is none, or not one only. */
bool built_choose(struct record *program, const char **folder, const struct request *ask,
                  struct arena *a, const char *name, struct diag *d);
/* Says what could not be measured, and why. */
void built_left_out(const struct request *ask, struct arena *a, struct diag *d);
/* A message for each object of the program whose record is damaged, or whose source another one
 * has, too. */
void built_check(const struct record *program, struct arena *a, struct diag *d);
/* What the compiler was and was told, for the request's only build. */
void built_describe(struct request *ask, struct arena *a, const struct record *program);
/* From the program's records to results. */
void plan_built(struct plan *p, const struct record *program, const char *folder);

#endif
