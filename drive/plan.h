/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A measurement as a list of steps, from what was asked for. The same list is printed by --dry-run
 * and done otherwise. */
#ifndef DRIVE_PLAN_H
#define DRIVE_PLAN_H

#include "drive/step.h"
#include "drive/tools.h"

struct flag_set {
    struct words flags;
    const char *text; /* as they were given */
    const char *name; /* of the build: unique, good for files */
};

/* What is asked for. */
struct request {
    const struct tools *tools;
    const char *folder;       /* macs-out */
    const char *root;         /* of a build: the folder that it was started in */
    const char *machine;      /* name or file of a description */
    const char *machine_name; /* as the runs call it; NULL = machine */
    const char *nearest;      /* file of a description that is not quite this CPU's: machine is a
                                 copy of it that says so in its name, to be made; NULL = none */
    const char *described;    /* the name of that description */
    struct words without;     /* names of features that the copy is without */
    const char *compiler;     /* gfortran */
    struct flag_set *sets;    /* a build each */
    size_t n_sets;
    struct words sources;   /* Fortran files, in the order they are compiled in */
    struct words others;    /* sources in C or assembly */
    struct words linked;    /* objects, libraries and -l... */
    struct words arguments; /* of the program */
    struct words launcher;  /* what starts it: "mpirun", "-np", "{p}"; none = itself */
    const char *loops;      /* --loops for kma: which ones are marked; NULL = its choice */
    const char *input;      /* file for its standard input; NULL = nothing */
    const long *processors; /* numbers of them to run on */
    size_t n_processors;
    long repeat; /* timed runs for each */
    bool any_status;
    /* The KSR1 lab: compiler is kfc, what it makes is assembly, and ksr1 runs that. */
    bool lab;
    struct words ksr1; /* options of it */
};

struct plan {
    struct arena *a;
    const struct request *ask;
    struct planned {
        struct step step;
        long build;    /* index of the build it belongs to; -1 = to all */
        bool counts;   /* the counting run, which tells how long the others will take */
        bool founds;   /* what all else in the database is about comes from it */
        bool measures; /* it reads the samples of a run */
        bool needed;   /* when it fails, the rest of its build is not done */
        bool usage; /* it checks an option: when it fails, bounds and charts are not made either */
    } * at;
    size_t n;
    struct words folders; /* to be made before all */
};

/* A program that is there to be measured: two builds of one source. */
struct measured_program {
    const char *build;        /* name */
    const char *count, *time; /* the program that counts, and the one that is timed */
};

/* One run of it. */
struct planned_run {
    long build;
    const char *program, *name; /* name: "O3.p2.1", unique in the database */
    const char *folder;         /* for its samples */
    const char *regions;        /* file of what its loops are called */
    long processors;
    bool counts;
};

/* A step at the end of the list. */
struct planned *plan_step(struct plan *p, long build, const char *name, const char *doing);
/* From sources to programs and bounds; the program of build i. */
struct measured_program plan_build(struct plan *p, long i);
/* The database. */
const char *plan_database(struct plan *p);
/* Gives up a build whose files have no marks, or not those of a listed loop. */
void plan_check_marks(struct plan *p, long i);
/* The same for the build, or all (-1), whose table of regions is in that folder. */
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
