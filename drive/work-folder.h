/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder that a measurement is made in, and what has been done there. Its file "state" makes it
 * ours; each line of it tells of a step that was done:
 *     STEP tab PRINT OF WHAT IT WAS MADE FROM tab PRINT OF WHAT IT MADE
 * A line is added when a step has come to its end, so one that was stopped leaves none, and is done
 * again; of two lines of a step the later one counts. */
#ifndef DRIVE_WORK_FOLDER_H
#define DRIVE_WORK_FOLDER_H

#include "base/arena.h"
#include "base/diag.h"
#include "drive/print.h"

struct step_done {
    const char *step;
    finger_print from, made;
};
struct work_folder {
    const char *path;
    struct arena *a;
    FILE *state;            /* locked while we work; NULL = only looked at */
    FILE *log;              /* every command and what it printed */
    const char *about;      /* what is measured in it; NULL = new */
    struct step_done *done; /* in the order of their lines */
    size_t n_done;
};

/* Steps whose names begin so are worth keeping for what they have measured. */
#define WORK_MEASURED "import "

/* Makes the folder, or takes up work in one that is ours; about is what is to be measured in it.
 * A folder that was about something else, but where nothing has been measured yet, is begun anew.
 * False with a message in d: the folder is another program's, is about something else, or has
 * another macs at work in it. */
bool work_folder_open(struct work_folder *f, struct arena *a, const char *path, const char *about,
                      struct diag *d);
/* A message in d where what was put into it is lost. */
void work_folder_close(struct work_folder *f, struct diag *d);

/* The last line of a step; NULL = it was never done. */
const struct step_done *work_folder_step(const struct work_folder *f, const char *step);
/* Adds a line. False with a message in d. */
bool work_folder_done(struct work_folder *f, const struct step_done *s, struct diag *d);
/* Makes a folder with those that it stands in, unless they are there. */
bool folders_make(const char *path, struct diag *d);

#endif
