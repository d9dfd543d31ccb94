/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step of a measurement: a command, its inputs and its outputs. A step is skipped if it was done
 * with the same inputs and its outputs still exist unchanged. */
#ifndef MACS_STEPS_STEP_H
#define MACS_STEPS_STEP_H

#include "commands/macs/steps/child.h"
#include "commands/macs/steps/work-folder.h"

enum step_kind {
    STEP_TOOL,    /* a command of MACS */
    STEP_COMPILE, /* a compiler: its output is printed if it fails */
    STEP_PROGRAM, /* the measured program */
    STEP_SHOW,    /* prints results: always done */
    STEP_BUILD,   /* the user's build: always done; its output is printed immediately */
    STEP_CHECK,   /* checks a condition: always done, not reported */
    STEP_FOLDERS, /* creates directories: always done, not reported */
};
struct step {
    const char *name;  /* unique in the output directory, without tabs */
    const char *doing; /* for progress output: "compile lfk.f" */
    enum step_kind kind;
    struct words argv;
    struct words env;      /* NAME=VALUE */
    const char *cwd;       /* NULL = ours */
    const char *input;     /* file; NULL = nothing */
    const char *output;    /* file for its output; NULL = only the log */
    struct words needs;    /* input files, compared by contents */
    const char *requires;  /* the step is skipped silently without this file; NULL = none */
    const char *reads;     /* input directory, compared by dates; skipped without it; NULL = none */
    struct words makes;    /* output files */
    const char *fresh;     /* output directory, emptied before; NULL = none */
    const char *adds;      /* database that it changes; NULL = none */
    const char *complaint; /* message of a failed check */
    bool optional;         /* a failed check is a note, and a run that cannot be sampled a warning:
                              steps that depend on it are left out */
    const char *profile; /* of a sampled run: missing after a failure of the sampler; NULL = none */
    const char *refusal; /* the meaning of status 1; NULL = failure */
    long runs;           /* of the program in this step, each with the time limit; 0 = one limit */
    bool any_status;     /* accept any exit status */
    bool timed;          /* a measured run: sampled, or with marks */
    bool shows;          /* print the output file */
};

enum step_end {
    STEP_DONE,
    STEP_KEPT,      /* already done */
    STEP_FAILED,    /* already reported */
    STEP_UNSAMPLED, /* an optional run that this machine cannot sample; already reported */
    STEP_STOPPED,   /* by a signal */
};

/* State of the execution of steps. */
struct driver {
    struct work_folder *folder;
    struct diag *d;
    FILE *messages; /* progress, without control characters on a terminal */
    FILE *terminal; /* the same stream unfiltered, for redrawing and output of the user's build */
    FILE *out;      /* results */
    bool quiet;     /* report failures only */
    bool redraws;   /* messages is a terminal: progress is redrawn on one line */
    double limit;   /* time limit of the program, seconds; 0 = none */
    size_t n, of;   /* number of this step, and of all */
    double expect;  /* expected seconds of the program; 0 = unknown */
    const struct saved_signals *signals; /* of executed programs; NULL = those of this process */
    const struct step *current;
    size_t runs, busy;    /* measured runs; those with involuntary context switches */
    long preempted;       /* most of these switches in one run */
    double last_progress; /* elapsed seconds at the last progress line */
    struct words failed;  /* messages about failures, repeated at the end */
    bool followed;        /* other output followed the last of them */
};

/* Returns the time limit of a step in seconds; 0 = none. */
double step_limit(const struct driver *drive, const struct step *s);

/* Executes a step, or skips it if it is up to date. */
enum step_end step_do(struct driver *drive, const struct step *s, struct child_result *result);
/* Returns whether the step was done with other inputs. */
bool step_changed(const struct work_folder *f, const struct step *s);
/* Prints the step as shell commands. */
void step_print(const struct step *s, FILE *out);

#endif
