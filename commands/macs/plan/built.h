/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans measurements of programs that a command of the user builds, with compiler wrappers. */
#ifndef MACS_PLAN_BUILT_H
#define MACS_PLAN_BUILT_H

#include "commands/macs/plan/plan.h"
#include "commands/macs/compilers/records.h"

/* Returns the absolute directory of the build's records, because the command may change its
 * directory. */
const char *built_folder(const struct request *ask, struct arena *a);
/* Adds the steps of the build: links of the wrappers, then the command. */
void plan_command(struct plan *p, const struct words *command);
/* Checks that no directory of the command was configured by CMake with compilers that are called by
 * their paths. Returns false after a message in d. */
bool built_check_cmake(const struct request *ask, struct arena *a, const struct words *command,
                       struct diag *d);
/* Removes the notes of the wrappers about the last build. */
void built_begin(const struct request *ask, struct arena *a);
/* Returns false after the message that a wrapper has refused a command. */
bool built_check_refused(const struct request *ask, struct arena *a, struct diag *d);

/* Chooses the linked program whose path, present or at the link, is `name` or ends in it, or whose
 * code is that of the file `name`; NULL: the only one. A program that was moved, installed or
 * stripped after the link is searched in the directory where macs build was started, and in that of
 * the link; its path in the record is then the present one. Removes records of programs that a
 * later link replaced. Returns false after a message in d if there is none or several. */
bool built_choose(struct record *program, const char **folder, const struct request *ask,
                  struct arena *a, const char *name, struct diag *d);
/* Warns about each file that cannot be measured, with the reason. */
void built_left_out(const struct request *ask, struct arena *a, struct diag *d);
/* Warns about objects of the program with a damaged record, or with the same source as another
 * object. */
void built_check(const struct record *program, struct arena *a, struct diag *d);
/* Warns about objects without counters, with the reasons, and if the program in a directory of
 * records has no counted program although one was requested. */
void built_check_counts(const struct request *ask, struct arena *a, const char *folder,
                        struct diag *d);
/* Warns if marks were requested, but the program was linked in an earlier build without them. */
void built_check_marks(const struct request *ask, struct arena *a, const struct record *program,
                       const char *folder, struct diag *d);
/* Stores compiler and flags of the program in the request's only build. */
void built_describe(struct request *ask, struct arena *a, const struct record *program);
/* Adds the steps from the program's records to the results. */
void plan_built(struct plan *p, const struct record *program, const char *folder);

#endif
