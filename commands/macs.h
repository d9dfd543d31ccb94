/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of macs share. */
#ifndef COMMANDS_MACS_H
#define COMMANDS_MACS_H

#include "base/options.h"
#include "drive/plan.h"
#include "machines/features.h"
#include "machines/host.h"

int macs_files(int argc, char **argv);
#define VERB(name, text) int macs_##name(int argc, char **argv);
#include "commands/macs.def"
#undef VERB

/* Options that files and build have in common, as they were given. */
struct macs_options {
    const char *folder, *processors, *input, *machine, *launcher, *loops;
    long repeat, timeout; /* repeat: -1 = not given */
    bool dry, quiet, any_status;
};
#define MACS_OPTION_ROWS(o)                                                                          \
    {"processors",     'p',    OPTION_TEXT,                                                          \
     &(o)->processors, "LIST", "threads, ranks or cells: 1 (default), or 1,2,4"},                    \
        {"repeat", 0, OPTION_COUNT, &(o)->repeat, "N", "timed runs for each; default 5"},            \
        {"stdin", 0, OPTION_TEXT, &(o)->input, "FILE", "standard input of the program"},             \
        {"timeout", 0, OPTION_COUNT, &(o)->timeout, "SECONDS", "end a run that takes longer; 0: none"},       \
        {"any-status",     0,    OPTION_FLAG,                                                        \
         &(o)->any_status, NULL, "whatever status the program ends with"},                           \
        {"launch", 0, OPTION_TEXT, &(o)->launcher, "COMMAND", "what starts it: 'mpirun -np {p}'"},   \
        {"loops",     0,        OPTION_TEXT,                                                         \
         &(o)->loops, "CHOICE", "which are timed: hot (default), inner, all ..."},                   \
        {"machine", 0, OPTION_TEXT, &(o)->machine, "NAME|FILE", "description; default: this CPU's"}, \
        {"folder", 'o', OPTION_TEXT, &(o)->folder, "FOLDER", "all goes here; default macs-out"},     \
        {"dry-run", 'n', OPTION_FLAG, &(o)->dry, NULL, "print the commands, and do none"},           \
    {                                                                                                \
        "quiet", 'q', OPTION_FLAG, &(o)->quiet, NULL, "no progress"                                  \
    }

/* A command line in work. */
struct macs {
    struct macs_options o;
    struct request ask;
    struct tools tools;
    struct arena arena;
    struct diag d;
    const char *about; /* what the folder is about */
};

void macs_begin(struct macs *m);
/* Puts the common options into the request. False after a message; *status is then what the
 * command ends with. */
bool macs_take_options(struct macs *m, int *status);
/* Prints the plan or does it; returns the exit status. */
int macs_carry_out(struct macs *m, const struct plan *p);
/* Its parts: how steps are done, in a folder that is to be opened; the exit status, after signal
 * where one stopped us. */
struct driver macs_driver(struct macs *m, struct work_folder *folder);
int macs_status(struct macs *m, int signal);
void macs_end(struct macs *m);

/* This CPU, or the one that MACS_CPU says. False after a message. */
bool macs_read_cpu(struct host_cpu *cpu, struct diag *d);
/* What has to be said of features that the CPU does not report though a description has them: those
 * that it was freed of (cut), and those that it can't be freed of; NULL = nothing. */
const char *macs_lack_doubt(struct arena *a, const struct machine *m, feature_set lacking,
                            const struct machine_cut *cut);

/* The operands before "--", which are left in argv, and all behind it. Returns the new argc. */
int macs_split(struct macs *m, int argc, char **argv, struct words *behind);

#endif
