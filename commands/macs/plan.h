/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a request to a list of steps, which is executed, or printed by --dry-run. */
#ifndef DRIVE_PLAN_H
#define DRIVE_PLAN_H

#include "commands/macs/step.h"
#include "commands/macs/tools.h"

struct flag_set {
    struct words flags;
    const char *text; /* as given on the command line */
    const char *name; /* of the build: unique, usable as a file name */
};

/* The requested measurement. */
struct request {
    const struct tools *tools;
    const char *folder;       /* macs-out */
    const char *root;         /* of macs build: the directory where it was started */
    const char *machine;      /* name or file of a description */
    const char *machine_name; /* its name in runs; NULL = machine */
    const char *nearest;      /* file of the nearest description: machine is a copy of it, to be
                                 written, with another name; NULL = none */
    const char *described;    /* name of that description */
    struct words without;     /* names of features to remove in the copy */
    const char *compiler;     /* gfortran */
    struct flag_set *sets;    /* one build each */
    size_t n_sets;
    struct words sources;   /* Fortran files in compilation order */
    struct words others;    /* sources in C or assembly */
    struct words linked;    /* objects, libraries and -l... */
    struct words arguments; /* of the program */
    struct words launcher;  /* start command: "mpirun", "-np", "{p}"; empty = none */
    const char *loops;      /* --loops for kma; NULL = default */
    const char *input;      /* file for its standard input; NULL = nothing */
    const long *processors; /* numbers of processors */
    size_t n_processors;
    long repeat; /* timed runs for each number */
    bool any_status;
    /* The KSR1 lab: the compiler is kfc, which makes assembly; ksr1 executes it. */
    bool lab;
    struct words ksr1; /* options of ksr1 */
};

struct plan {
    struct arena *a;
    const struct request *ask;
    struct planned {
        struct step step;
        long build;    /* index of its build; -1 = all */
        bool counts;   /* a counting run; its time is the expected time of others */
        bool founds;   /* it stores the source in the database */
        bool measures; /* it imports the samples of a run */
        bool needed;   /* after its failure the rest of its build is skipped */
        bool usage; /* it checks the input: after its failure bounds and charts are skipped, too */
    } * at;
    size_t n;
    struct words folders; /* created first */
};

/* A program to measure: the two variants. */
struct measured_program {
    const char *build;        /* name */
    const char *count, *time; /* paths of the counting and the timed program */
};

/* One run. */
struct planned_run {
    long build;
    const char *program, *name; /* name: "O3.p2.1", unique in the database */
    const char *folder;         /* directory of its samples */
    const char *regions;        /* file with the names of its regions */
    long processors;
    bool counts;
};

/* Appends a step. */
struct planned *plan_step(struct plan *p, long build, const char *name, const char *doing);
/* Adds the steps from sources to programs and bounds of build i. Returns its program. */
struct measured_program plan_build(struct plan *p, long i);
/* Returns the path of the database. */
const char *plan_database(struct plan *p);
/* Adds checks that build i has instrumented loops, and each listed loop. */
void plan_check_marks(struct plan *p, long i);
/* Adds these checks for a build, or all (-1), whose table of regions is in a directory. */
void plan_look_for_marks(struct plan *p, long build, const char *folder);
/* Facts of assembly files for build i, and files of what the compiler said of loops. */
void plan_kmacstat(struct plan *p, long i, const struct words *assembly, const struct words *notes);
/* Bounds of the sources for build i. */
void plan_kma(struct plan *p, long i);
/* Copy number i of the sources, with marks; folder: where it goes. */
const char *plan_copy_name(struct plan *p, const char *folder, size_t i);
/* The run, which ends in samples; and those put into the database, with counts of another one. */
struct step *plan_run(struct plan *p, const struct planned_run *r);
void plan_import(struct plan *p, const struct planned_run *r, const struct planned_run *count);
/* Runs of a program, and what they said put into the database. */
void plan_runs(struct plan *p, long i, const struct measured_program *m);
/* macs-gap with that option and another one (NULL = none), in front of the database; makes: the
 * file that it draws or writes, NULL = none. */
struct step *plan_gap(struct plan *p, const char *doing, const char *makes, const char *option,
                      const char *other);
/* Table, charts and page. */
void plan_results(struct plan *p);
/* The description of this CPU, where there is none, made of the nearest one. */
void plan_nearest(struct plan *p);
/* Puts the making of folders in front of all. */
void plan_folders(struct plan *p);
/* All of it for source files. */
void plan_files(struct plan *p);
/* The same in the lab. */
void plan_lab(struct plan *p);

#endif
