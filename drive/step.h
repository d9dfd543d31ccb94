/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of a measurement: a command, what it is made from, and what it makes. A step that was
 * done from the same things, and whose work is still there, is not done again. */
#ifndef DRIVE_STEP_H
#define DRIVE_STEP_H

#include "drive/child.h"
#include "drive/work-folder.h"

enum step_kind {
    STEP_TOOL,    /* a command of ours */
    STEP_COMPILE, /* a compiler: what it prints is shown when it fails, else told of */
    STEP_PROGRAM, /* the program that is measured */
    STEP_SHOW,    /* sums up what there is: always done */
    STEP_BUILD,   /* the user's own build: always done, and shown as it goes */
    STEP_CHECK,   /* looks whether it is worth going on: always done, and not worth a word */
    STEP_FOLDERS, /* makes folders: always done, and not worth a word */
};
struct step {
    const char *name;  /* unique in the folder, without tabs */
    const char *doing; /* for the user: "compile lfk.f" */
    enum step_kind kind;
    struct words argv;
    struct words env;      /* NAME=VALUE */
    const char *cwd;       /* NULL = ours */
    const char *input;     /* file; NULL = nothing */
    const char *output;    /* file for what it prints; NULL = none but the log */
    struct words needs;    /* files whose contents it is made from */
    const char *wants;     /* file without which it is left out, in silence; NULL = none */
    const char *reads;     /* folder, likewise, as its files are by date; NULL = none */
    struct words makes;    /* files that it writes anew */
    const char *fresh;     /* folder that it fills: emptied before; NULL = none */
    const char *adds;      /* database that it adds to; NULL = none */
    const char *complaint; /* of a check that fails: what is then said */
    bool any_status;       /* its exit status says nothing */
    bool shows;            /* what is in its output is for the user */
};

enum step_end {
    STEP_DONE,
    STEP_KEPT,    /* had been done */
    STEP_FAILED,  /* has been shown */
    STEP_STOPPED, /* by a signal */
};

/* Where and how steps are done. */
struct driver {
    struct work_folder *folder;
    struct diag *d;
    FILE *say;      /* progress; to a terminal no control characters */
    FILE *terminal; /* the same as it is, for redrawing and what a user's own build prints */
    FILE *out;      /* what the user wants to see */
    bool quiet;     /* no progress but what fails */
    bool redraws;   /* say is a terminal: one line for what is under way */
    double limit;   /* seconds for a program; 0 = none */
    size_t n, of;   /* steps so far, and how many there will be */
    double expect;  /* seconds that the program will take; 0 = unknown */
    const struct step *under_way;
    size_t runs, busy;   /* runs of programs; those in which others took the processor */
    long preempted;      /* most times that they did in one of them */
    double told;         /* seconds of it when a line last said so */
    struct words failed; /* what failed, a line each; repeated at the end */
    bool buried;         /* something was printed after the last of them */
};

enum step_end step_do(struct driver *drive, const struct step *s, struct child_result *result);
/* It was done from other things than there are now. */
bool step_changed(const struct work_folder *f, const struct step *s);
/* The command as a shell takes it. */
void step_print(const struct step *s, FILE *out);

#endif
