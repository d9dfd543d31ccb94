/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognizes linked programs after they were moved, copied, installed or stripped. */
#ifndef MACS_COMPILERS_PROGRAMS_H
#define MACS_COMPILERS_PROGRAMS_H

#include "commands/macs/steps/words.h"

/* Returns a text that identifies the code of a program: its build id, and a fingerprint of its
 * section .text. Of another file, it identifies the contents. NULL = the file cannot be read. */
const char *program_identity(struct arena *a, const char *path);

/* A program to find. */
struct program_search {
    const char *identity;
    struct words paths; /* of files with that identity, sorted */
};
/* Finds n programs among the executable files in the directories and below them, without those of
 * other file systems. Omits what is below the directory `without`. */
void programs_find(struct arena *a, const struct words *folders, const char *without,
                   struct program_search *programs, size_t n);

#endif
