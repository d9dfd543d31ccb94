/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user is told while steps are done: what is under way, and what went wrong, as the tool
 * printed it. */
#ifndef DRIVE_TELLING_H
#define DRIVE_TELLING_H

#include "drive/step.h"

/* Whether the user is told of it, and it counts. */
bool is_told(const struct step *s);
/* Begins a line, in place of what is under way where that is redrawn. */
void clear_line(const struct driver *drive);
void tell_start(struct driver *drive, const struct step *s);
/* Of a program that runs: the seconds so far. context is the struct driver. */
void tell_tick(void *context, double seconds);
/* How it ended, with what it printed where that matters. */
void tell_end(struct driver *drive, const struct step *s, const struct child_result *r,
              const struct child_output *o);
/* At the end: whether the runs had the machine for themselves. */
void tell_busy(const struct driver *drive);
/* At the end: what failed, once more, where other output followed it. */
void tell_failures(struct driver *drive);
/* A step that ended well, but left out what it was to make. */
void tell_missing(struct driver *drive, const struct step *s);
void tell_unwritable(struct driver *drive, const char *path);

/* Prints it; says how much is left out. False where that failed. */
bool output_print(const struct child_output *o, FILE *out);

#endif
