/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a request to a list of steps, which is executed, or printed by --dry-run. */
#ifndef MACS_PLAN_PLAN_H
#define MACS_PLAN_PLAN_H

#include "commands/macs/steps/step.h"
#include "commands/macs/compilers/tools.h"

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
    const char *measured;     /* file with rates of this host, for the copy; NULL = none */
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
    long repeat;         /* runs with marks for each number */
    long repeat_sampled; /* sampled runs for each number; 0 = until there are enough samples */
    long timeout;        /* seconds of a run; 0 = no limit */
    bool any_status;
    const char *counts;   /* blocks of the counted program: "all" or "loops"; NULL = none */
    bool reference;       /* iterations of source loops are counted in a reference build */
    bool accesses;        /* data accesses of loops are recorded */
    long reference_limit; /* of its runs, in times of the sampled run; 0 = none */
    bool marks; /* --marks: loops of Fortran sources are also measured by inserted calls */
    /* The KSR1 lab: the compiler is kfc, which makes assembly; ksr1 executes it. */
    bool lab;
    struct words ksr1; /* options of ksr1 */
};

struct plan {
    struct arena *a;
    const struct request *ask;
    struct planned {
        struct step step;
        long build;         /* index of its build; -1 = all */
        bool counts;        /* a counting run; its time is the expected time of others */
        bool stores_source; /* it stores the source in the database */
        bool measures;      /* it imports the samples of a run */
        bool needed;        /* after its failure the rest of its build is skipped */
        bool usage; /* it checks the input: after its failure bounds and charts are skipped, too */
        bool marks; /* it serves the runs of instrumented programs: after its failure only such
                       steps of its build are skipped */
    } * at;
    size_t n;
    struct words folders; /* created first */
    bool marks;           /* for the next steps */
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
    const char *sample_to; /* the profile that macs sample writes; NULL = it is not sampled */
    bool optional;         /* instrumented runs follow, also if it cannot be sampled */
};

/* Appends a step. */
struct planned *plan_step(struct plan *p, long build, const char *name, const char *doing);
/* Adds the steps that instrument the sources for build i, and checks that there are loops. */
void plan_instrumented(struct plan *p, long i);
/* Adds the steps from instrumented sources to programs and bounds of build i. Returns its program.
 */
struct measured_program plan_build(struct plan *p, long i);
/* Returns " (O3)", the name of a build, if there are several. */
const char *plan_for_build(struct plan *p, long build);
/* Returns the path of the database. */
const char *plan_database(struct plan *p);
/* Adds checks that build i has instrumented loops, and each listed loop. */
void plan_check_marks(struct plan *p, long i);
/* Adds these checks for a build, or all (-1), whose table of regions is in a directory. */
void plan_check_regions(struct plan *p, long build, const char *folder);
/* Adds the step that analyses assembly files for build i; notes: files with messages of the
 * compiler about loops. */
void plan_kmacstat(struct plan *p, long i, const struct words *assembly, const struct words *notes);
/* Adds the step that computes the bounds of the sources for build i. */
void plan_kma(struct plan *p, long i);
/* Returns the path of the instrumented copy of source i in a directory.; the other function: of
 * one of these files. */
const char *plan_copy_name(struct plan *p, const char *folder, size_t i);
const char *plan_copy_name_of(struct plan *p, const char *folder, const struct words *files,
                              size_t i);
/* Returns FOLDER/BUILD/PART, a directory that is created first. */
const char *plan_directory(struct plan *p, long build, const char *part);
/* Returns a run of a program of a build; which: its number, "count" or "sampled". */
struct planned_run plan_run_of(struct plan *p, long build, const char *program, long processors,
                               const char *which);
/* A program as its owner builds it, with line information. */
struct plain_program {
    const char *program;   /* path */
    struct words assembly; /* texts of its counted files; the object of x.s is x.o */
    struct words link;     /* the command that links it */
    const char *counted;   /* directory of the counted program; NULL = it is not counted */
    struct words
        sources; /* of the reference build: each source and its object; empty = it is built */
    const char *reference; /* directory of the reference build; NULL = none */
    const char *compiler;  /* NULL = unknown, and so are its flags */
    struct words notes;    /* files with messages of the compiler about loops */
};
/* Adds the steps that compile the program of build i as its owner does, with line information. */
struct plain_program plan_plain(struct plan *p, long i);
/* Adds a sampled run of a program of build i for each number of processors, the counted runs, and
 * the steps that store the rows. optional: instrumented runs follow, also if this machine cannot
 * sample. */
void plan_samples(struct plan *p, long i, const struct plain_program *program, bool optional);
/* Adds the words that start the program of a run: launcher, program, arguments. */
void plan_program_words(struct plan *p, struct step *s, const struct planned_run *r);
/* Adds the environment variable for the number of threads. */
void plan_add_threads(struct plan *p, struct step *s, long processors);
/* Returns an absolute path, which is valid if the program changes its directory. */
const char *plan_absolute(struct plan *p, const char *path);
/* Adds the step of a run, which writes samples. */
struct step *plan_run(struct plan *p, const struct planned_run *r);
/* Adds a step, without its words, that stores what a run recorded in the run database. does: the
 * text for people, before "of RUN". */
struct step *plan_import_step(struct plan *p, const struct planned_run *r, const char *does);
/* Adds the step that imports the samples of a run, with the counts of a counting run. */
void plan_import(struct plan *p, const struct planned_run *r, const struct planned_run *count);
/* Adds the runs of a program of build i and their imports. */
void plan_runs(struct plan *p, long i, const struct measured_program *m);
/* Adds a step that runs macs-gap with one or two options (other: NULL = none) and the database.
 * makes: its output file, NULL = none. */
struct step *plan_gap(struct plan *p, const char *doing, const char *makes, const char *option,
                      const char *other);
/* Adds the table, the charts and the report. */
void plan_results(struct plan *p);
/* Adds the step that creates a description of this CPU from the nearest one, if there is none. */
void plan_nearest(struct plan *p);
/* Inserts the step that creates the directories before all others. */
void plan_folders(struct plan *p);
/* Adds all steps for source files. */
void plan_files(struct plan *p);
/* Adds all steps of macs --lab. */
void plan_lab(struct plan *p);

#endif
