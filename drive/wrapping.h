/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One call of a compiler's wrapper, and what its parts share. */
#ifndef DRIVE_WRAPPING_H
#define DRIVE_WRAPPING_H

#include "drive/command.h"
#include "drive/marking.h"
#include "drive/tools.h"

struct wrapping {
    struct arena a;
    const char *build; /* folder that records are left in */
    const char *root;  /* folder that macs build was started in */
    const char *real;  /* the true compiler */
    struct tools tools;
    struct command command; /* what it was asked to do */
    const char *loops;      /* choice for kma; NULL = its own */
};

/* Runs a command of ours in folder (NULL = the current one), silently. False where it failed, with
 * the first error that it printed in *said. */
bool wrapping_run(struct wrapping *w, const struct words *words, const char *folder,
                  const char **said);
/* Notes that a file can't be measured, and why (records.h); why NULL: that it can. A message where
 * that can't be noted. */
void wrapping_leave_out(struct wrapping *w, const char *path, const char *why);
/* Makes the variants of a source; they go by the finger print of object, or where that is NULL
 * by their own. Their folder; NULL after a line in left-out. */
const char *wrapping_object(struct wrapping *w, const char *source, const char *object);
/* Makes the variants of the program that was linked, if it has objects that have some. */
void wrapping_link(struct wrapping *w);

#endif
