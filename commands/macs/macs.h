/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of macs. */
#ifndef COMMANDS_MACS_H
#define COMMANDS_MACS_H

#include "base/options.h"
#include "base/signals.h"
#include "commands/macs/plan/plan.h"
#include "machines/features.h"
#include "machines/host.h"

int macs_files(int argc, char **argv);
#define VERB(name, text) int macs_##name(int argc, char **argv);
#include "commands/macs/macs.def"
#undef VERB

/* Default of --reference-limit, in times of the sampled run. */
enum { REFERENCE_LIMIT = 20 };

/* Options of both `macs FILE...` and `macs build`, as given. */
struct macs_options {
    const char *folder, *processors, *input, *machine, *launcher, *loops, *counts;
    long repeat, timeout; /* repeat: -1 = not given */
    long reference_limit;
    bool dry, quiet, any_status, no_reference, accesses, no_accesses;
    bool marks, no_marks; /* no_marks: an older spelling of the default */
};
#define MACS_OPTION_ROWS(o)                                                                          \
    {"processors",     'p',    OPTION_TEXT,                                                          \
     &(o)->processors, "LIST", "threads, ranks or cells: 1 (default), or 1,2,4"},                    \
        {"repeat",     0,   OPTION_COUNT,                                                            \
         &(o)->repeat, "N", "runs; default: as many as needed, with --marks 5"},                     \
        {"stdin", 0, OPTION_TEXT, &(o)->input, "FILE", "standard input of the program"},             \
        {"timeout",     0,         OPTION_COUNT,                                                     \
         &(o)->timeout, "SECONDS", "stop a run after SECONDS; default 0: no limit"},                 \
        {"any-status",     0,    OPTION_FLAG,                                                        \
         &(o)->any_status, NULL, "accept any exit status of the program"},                           \
        {"launch",       0,         OPTION_TEXT,                                                     \
         &(o)->launcher, "COMMAND", "start command, such as 'mpirun -np {p}'"},                      \
        {"marks",     0,    OPTION_FLAG,                                                             \
         &(o)->marks, NULL, "also measure Fortran loops by inserted calls"},                         \
        {"no-marks", 0, OPTION_FLAG, &(o)->no_marks, NULL, NULL},                                    \
        {"loops",     0,        OPTION_TEXT,                                                         \
         &(o)->loops, "CHOICE", "with --marks: measured loops: hot, inner, all ..."},                \
        {"count",      0,        OPTION_TEXT,                                                        \
         &(o)->counts, "CHOICE", "blocks to count: all (default), loops or none"},                   \
        {"counts", 0, OPTION_TEXT, &(o)->counts, "CHOICE", NULL},                                    \
        {"no-reference",     0,    OPTION_FLAG,                                                      \
         &(o)->no_reference, NULL, "do not count iterations of the source"},                         \
        {"accesses", 0, OPTION_FLAG, &(o)->accesses, NULL, "also record data accesses of loops"},    \
        {"no-accesses",     0,    OPTION_FLAG,                                                       \
         &(o)->no_accesses, NULL, "record no data accesses, even if rates are known"},               \
        {"reference-limit",     0,   OPTION_COUNT,                                                   \
         &(o)->reference_limit, "N", "end reference build after N (20) times the run"},              \
        {"machine",     0,           OPTION_TEXT,                                                    \
         &(o)->machine, "NAME|FILE", "machine file; default: this CPU's"},                           \
        {"folder", 'o', OPTION_TEXT, &(o)->folder, "FOLDER", "output directory; default: macs-out"}, \
        {"dry-run", 'n', OPTION_FLAG, &(o)->dry, NULL, "print the commands without running them"},   \
    {                                                                                                \
        "quiet", 'q', OPTION_FLAG, &(o)->quiet, NULL, "print no progress"                            \
    }

/* State of a call of macs. */
struct macs {
    struct macs_options o;
    struct request ask;
    struct tools tools;
    struct arena arena;
    struct diag d;
    const char *about;            /* description of the measured program */
    struct saved_signals signals; /* with which macs was started */
};

void macs_begin(struct macs *m);
/* Checks the common options and stores them in the request. Returns false after a message; *status
 * is then the exit status. */
bool macs_check_options(struct macs *m, int *status);
/* Prints or executes the plan. Returns the exit status. */
int macs_execute(struct macs *m, const struct plan *p);
/* Executes steps with the driver. Returns the signal that stopped them; 0 = none. */
typedef int (*macs_work)(struct macs *m, const void *context, struct driver *drive);
/* Opens the output directory, does the work there, and repeats the messages of failed steps.
 * Returns the exit status. */
int macs_in_folder(struct macs *m, macs_work work, const void *context);
/* Returns the exit status; signal: the signal that stopped macs, 0 = none. */
int macs_status(struct macs *m, int signal);
/* Creates a directory if there is none. Returns false after a message. */
bool make_directory(const char *path, struct diag *d);
void macs_end(struct macs *m);

/* Reads the identification of this CPU, or that in MACS_CPU. Returns false after a message. */
bool macs_read_cpu(struct host_cpu *cpu, struct diag *d);
/* Returns a warning about features of a description that the CPU does not report: those that were
 * removed (cut), and those that cannot be removed; NULL = none. */
const char *macs_lack_doubt(struct arena *a, const struct machine *m, feature_set lacking,
                            const struct machine_cut *cut);

/* As options_read_raw(), and then guards the output: with --dry-run it is data. */
int macs_read_command_line(const struct macs *m, const struct command_line *line,
                           const struct option_row *rows, int argc, char **argv,
                           const char **operands);
/* Moves the arguments after "--" to a list. Returns the new argc. */
int macs_split(struct macs *m, int argc, char **argv, struct words *after);

/* A subcommand with a command after "--". */
struct macs_wrapper {
    const char *name;    /* "macs run" */
    const char *follows; /* "the command and its arguments follow --: macs run -- ./program X" */
    const char *missing; /* message if there is no command */
    /* Reads the options into `options`. Returns the number of operands, less than 0 after --help or
     * a message, as options_read. */
    int (*read_options)(struct macs *m, void *options, int argc, char **argv,
                        const char **operands);
    /* Returns the exit status. */
    int (*run)(struct macs *m, void *options, const struct words *command);
};
/* Reads the command line and runs the subcommand. Returns the exit status. */
int macs_run_wrapper(const struct macs_wrapper *w, void *options, int argc, char **argv);

#endif
