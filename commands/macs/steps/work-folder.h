/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output directory of a measurement and its finished steps. Its file "state" identifies it as
 * created by macs, and has a line for each finished step:
 *     STEP tab FINGERPRINT OF THE INPUTS tab FINGERPRINT OF THE OUTPUTS
 * A line is added at the end of a step, so a stopped step has none and is repeated. The last line
 * of a step is valid. */
#ifndef MACS_STEPS_WORK_FOLDER_H
#define MACS_STEPS_WORK_FOLDER_H

#include "base/arena.h"
#include "base/diag.h"
#include "commands/macs/steps/fingerprint.h"

struct step_done {
    const char *step;
    fingerprint from, made;
};
struct work_folder {
    const char *path;
    struct arena *a;
    FILE *state;            /* locked; NULL = opened for reading only */
    FILE *log;              /* every command and its output */
    const char *about;      /* description of the measured program; NULL = new directory */
    struct step_done *done; /* in the order of their lines */
    size_t n_done;
};

/* Prefix of the names of steps that store measurements. */
#define WORK_MEASURED "import "

/* Creates the directory, or continues in an existing one that macs created. about: description of
 * the measured program. A directory for another program without measurements is restarted. Returns
 * false after a message in d if macs did not create the directory, if it contains measurements of
 * another program, or if another macs uses it. */
bool work_folder_open(struct work_folder *f, struct arena *a, const char *path, const char *about,
                      struct diag *d);
/* Closes the directory. Reports write errors in d. */
void work_folder_close(struct work_folder *f, struct diag *d);

/* Returns the last line of a step; NULL = not done. */
const struct step_done *work_folder_step(const struct work_folder *f, const char *step);
/* Adds a line. Returns false after a message in d. */
bool work_folder_done(struct work_folder *f, const struct step_done *s, struct diag *d);
/* Creates a directory and its parents if they do not exist. Returns false after a message in d. */
bool folders_make(const char *path, struct diag *d);

#endif
