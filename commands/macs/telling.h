/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress and failure messages of steps. */
#ifndef DRIVE_TELLING_H
#define DRIVE_TELLING_H

#include "commands/macs/step.h"

/* Returns whether progress of the step is reported. */
bool is_told(const struct step *s);
/* Starts a new line of output; on a terminal it replaces the progress line. */
void clear_line(const struct driver *drive);
/* Reports the start of a step. */
void tell_start(struct driver *drive, const struct step *s);
/* Reports the elapsed seconds of a running program. context: the struct driver. */
void tell_tick(void *context, double seconds);
/* Reports the end of a step, with its output after a failure. */
void tell_end(struct driver *drive, const struct step *s, const struct child_result *r,
              const struct child_output *o);
/* Warns if other programs used the processor during runs. */
void tell_busy(const struct driver *drive);
/* Repeats the failures at the end, if other output followed them. */
void tell_failures(struct driver *drive);
/* Reports a successful step without its output file. */
void tell_missing(struct driver *drive, const struct step *s);
/* Reports a file that cannot be written. */
void tell_unwritable(struct driver *drive, const char *path);

/* Prints captured output and the number of omitted bytes. Returns false on a write error. */
bool output_print(const struct child_output *o, FILE *out);

#endif
