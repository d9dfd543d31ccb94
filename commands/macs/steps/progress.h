/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress and failure messages of steps. */
#ifndef MACS_STEPS_PROGRESS_H
#define MACS_STEPS_PROGRESS_H

#include "commands/macs/steps/step.h"

/* Returns whether progress of the step is reported. */
bool is_reported(const struct step *s);
/* Starts a new line of output; on a terminal it replaces the progress line. */
void progress_clear_line(const struct driver *drive);
/* Reports the start of a step. */
void progress_start(struct driver *drive, const struct step *s);
/* Reports the elapsed seconds of a running program. context: the struct driver. */
void progress_tick(void *context, double seconds);
/* Reports the end of a step, with its output after a failure. */
/* Warns that a run could not be sampled, with the reason that the sampler printed. */
void progress_unsampled(struct driver *drive, const struct step *s, const struct child_output *o);
void progress_end(struct driver *drive, const struct step *s, const struct child_result *r,
                  const struct child_output *o);
/* Warns if other programs used the processor during runs. */
void progress_warn_busy(const struct driver *drive);
/* Repeats the failures at the end, if other output followed them. */
void progress_repeat_failures(struct driver *drive);
/* Reports a successful step without its output file. */
void report_missing_output(struct driver *drive, const struct step *s);
/* Reports a file that cannot be written. */
void report_unwritable(struct driver *drive, const char *path);

/* Prints captured output and the number of omitted bytes. Returns false on a write error. */
bool output_print(const struct child_output *o, FILE *out);

#endif
