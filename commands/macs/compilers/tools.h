/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the commands and the library of MACS: beside this program, in the build directory or in the
 * installation. */
#ifndef MACS_COMPILERS_TOOLS_H
#define MACS_COMPILERS_TOOLS_H

#include "base/arena.h"
#include "base/diag.h"

struct tools {
    const char *kma, *kmacstat, *macs_gap, *multikron, *macs; /* name only, if PATH finds it */
    const char *kfc, *ksr1;                                   /* of the lab; NULL = not searched */
    const char *library;                                      /* libmultikron.a */
    const char *count, *count_static; /* libmacs-count.so and .a; files that may be missing */
    const char *self;                 /* this program */
};

/* Finds the commands. Returns false after a message in d if one is missing. */
bool tools_find(struct tools *t, struct arena *a, struct diag *d);
/* Finds the commands of the lab; requires tools_find(). */
bool tools_find_lab(struct tools *t, struct arena *a, struct diag *d);
/* Returns the executable file that PATH has for a name, or the name itself if it contains a slash;
 * NULL = none. not_in: a directory of PATH to skip; NULL = none. */
const char *tool_on_path(struct arena *a, const char *name, const char *not_in);

#endif
