/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process of a sampled command. It waits before exec until the sampler has opened its events.
 */
#ifndef MEASURE_SAMPLING_COMMAND_H
#define MEASURE_SAMPLING_COMMAND_H

#include "base/diag.h"

#include <signal.h>
#include <sys/types.h>

struct command_run {
    char *const *words;
    char *const *environment; /* "NAME=VALUE" set for the command, up to NULL; NULL = none */
    pid_t pid;
    int go, error;   /* pipes: permission to start; errno of a failed exec */
    int signals;     /* readable when a child has ended or a signal for the command has arrived */
    sigset_t before; /* signals that were blocked before command_prepare */
    bool ended;
    int status; /* as waitpid(2) reports it */
    double started, seconds;
};

/* Creates the process of c->words and c->environment; the other members are set. The caller must
 * have no other child processes: they would be waited for, too. SIGCHLD and the signals that
 * command_is_running handles are blocked until command_end. Returns false after a message in d. */
bool command_prepare(struct command_run *c, struct diag *d);
/* Starts the program, or ends the process if go is false. Returns false after a message in d, or if
 * go is false. */
bool command_start(struct command_run *c, bool go, struct diag *d);
/* Handles pending signals. Returns false when the command has ended. SIGTERM and SIGHUP are passed
 * to the command; SIGINT and SIGQUIT are ignored, because the terminal sends them to the command,
 * too. */
bool command_is_running(struct command_run *c);
/* Returns the number of processes of the command that still run after it has ended. */
int command_processes_left(void);
void command_end(struct command_run *c);

#endif
