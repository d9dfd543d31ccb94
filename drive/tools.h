/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where our own commands and the library are: beside this program, in a build folder or where
 * they were installed. */
#ifndef DRIVE_TOOLS_H
#define DRIVE_TOOLS_H

#include "base/arena.h"
#include "base/diag.h"

struct tools {
    const char *kma, *kmacstat, *macs_gap, *multikron,
        *macs;              /* by name alone where PATH leads to it */
    const char *kfc, *ksr1; /* of the lab; NULL = not looked for */
    const char *library;    /* libmultikron.a */
    const char *self;       /* this program */
};

/* False with a message in d where one is missing. */
bool tools_find(struct tools *t, struct arena *a, struct diag *d);
/* Those of the lab, behind tools_find. */
bool tools_find_lab(struct tools *t, struct arena *a, struct diag *d);
/* The file that PATH leads to for a name, or the name itself if it holds a slash; NULL = none that
 * can be run. not_in: a folder of PATH that is passed over; NULL = none. */
const char *tool_on_path(struct arena *a, const char *name, const char *not_in);

#endif
