/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of one call of a compiler wrapper. */
#ifndef MACS_COMPILERS_WRAPPING_H
#define MACS_COMPILERS_WRAPPING_H

#include "commands/macs/compilers/command.h"
#include "commands/macs/plan/marking.h"
#include "commands/macs/compilers/tools.h"

struct wrapping {
    struct arena a;
    const char *build; /* directory for records */
    const char *root;  /* directory where macs build was started */
    const char *real;  /* path of the real compiler */
    struct tools tools;
    struct command command; /* the parsed command line */
    const char *input;      /* file with what standard input contained, if a source is read from it;
                               NULL = nothing */
    bool marks;             /* instrumented variants are made, too */
    const char *loops;      /* --loops for kma; NULL = default */
    const char *counts;     /* blocks that are counted: "all" or "loops"; NULL = none */
    bool reference;         /* objects of the reference build are made, too */
    bool accesses;          /* objects that record their data accesses are made, too */
};

/* Runs a command of MACS silently in a directory (NULL = the current one). Returns false on
 * failure, with its first error message in *error. */
bool wrapping_run(struct wrapping *w, const struct words *words, const char *folder,
                  const char **error);
/* Records that a file cannot be measured, with the reason (records.h); why NULL: that it can.
 * Prints a warning if the record cannot be written. */
void wrapping_leave_out(struct wrapping *w, const char *path, const char *why);
/* Writes the record of a Fortran source, and makes its instrumented variants if there are marks.
 * Both are identified by the fingerprint of object, or by their own if object is NULL. Returns
 * their directory; NULL after a line in left-out. */
const char *wrapping_object(struct wrapping *w, const char *source, const char *object);
/* Makes the counted and the labelled object of an input, and that of the reference build,
 * identified by the fingerprint of object, or by their own if object is NULL. Returns their
 * directory; NULL = it is not counted. *why is then the reason, which is stored for the object, or
 * NULL if the input has no code or nothing is counted. */
const char *wrapping_count(struct wrapping *w, const struct command_input *input,
                           const char *object, const char **why);
/* Returns whether the real compiler needs -g1 for line information, which it accepts. */
bool wrapping_adds_lines(const struct wrapping *w);
/* Returns whether an input of the command is an object with variants. */
bool wrapping_has_objects(struct wrapping *w);
/* Makes the variants of the linked program if any of its objects has variants. */
void wrapping_link(struct wrapping *w);
/* Makes the counted variant of the linked shared library if any of its objects is counted. Programs
 * that are linked with the library are counted with this variant. */
void wrapping_link_shared(struct wrapping *w);

#endif
