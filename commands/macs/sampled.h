/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by macs run, sample and attribute: the sampled command, its profile, and its rows in the
 * run database. */
#ifndef MACS_SAMPLED_H
#define MACS_SAMPLED_H

#include "commands/macs/macs.h"
#include "measure/sampling/sampler.h"

enum { SAMPLED_MOST_RATE = 20000 };
#define SAMPLING_OPTION_ROWS(o)                                                                    \
    {"rate",     0,   OPTION_POSITIVE,                                                             \
     &(o)->rate, "N", "samples per CPU second; default: 1000, fewer if that costs over 1 %"},      \
        {"call-chain", 0,        OPTION_TEXT,                                                      \
         &(o)->chain,  "METHOD", "callers of library functions: frame (default), dwarf, none"},    \
    {                                                                                              \
        "repeat", 0, OPTION_TEXT, &(o)->repeat, "N",                                               \
            "sample N runs; auto: until there are enough samples; default: 1"                      \
    }

/* A command to be sampled. */
struct sampled_command {
    struct sampler_options sampler;
    long repeat;           /* number of runs, or REPEATS_AUTOMATIC */
    double repeat_seconds; /* limit of an automatic number of runs */
};
/* Options as given. */
struct sampling_options {
    long rate;                  /* 0 = not given */
    const char *chain, *repeat; /* NULL = not given */
    long repeat_seconds;
};
/* Fills the options of the sampler, and the number of runs (repeats.h). tool: name in messages.
 * Returns false after a message about wrong usage. */
bool sampled_options(struct sampled_command *s, struct macs *m, const char *tool,
                     const struct sampling_options *o, const struct words *command);
/* Samples the command to its end, as often as requested. Returns false after a message, as
 * sampler_run. */
bool sampled_run(struct macs *m, struct sampled_command *s, struct profile *p);
/* Reports a command that did not exit with status 0, and processes that it left. */
void sampled_report_end(struct macs *m, const struct profile *p);
/* Returns the signal that stopped the sampler, or that ended the command; 0 = none. After an error
 * it is only a signal that was sent to macs: the error determines the exit status. */
int sampled_end_signal(const struct macs *m, const struct profile *p);

/* The place of a profile in the run database. */
struct sampled_target {
    const char *database, *run, *build;
    const char *machine;             /* name or file of its description */
    long processors;                 /* of the run; 0 = not given */
    const char *counts;              /* directory of counted runs; NULL = none */
    const char *reference;           /* directory of runs of the reference build; NULL = none */
    const char *compiler, *flags;    /* of the build, for reports; NULL = not given */
    const struct option_list *notes; /* files with messages of the compiler about loops */
};
/* Finds the rows of p and their loops, and stores both. Returns false after a message. */
bool sampled_store(struct macs *m, const struct profile *p, const struct sampled_target *t);

#endif
