/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process of a sampled command. It waits before exec until the sampler has opened its events.
 */
#ifndef MEASURE_SAMPLING_COMMAND_H
#define MEASURE_SAMPLING_COMMAND_H

#include "base/diag.h"
#include "base/signals.h"

#include <sys/types.h>

/* What the kernel counted for processes. */
struct command_usage {
    double cpu_seconds;
    double minor_faults, major_faults;
    double switches; /* context switches; those of processes that still run are missing */
};
struct command_run {
    char *const *words;
    char *const *environment; /* "NAME=VALUE" set for the command, up to NULL; NULL = none */
    const struct saved_signals
        *inherited; /* signals of the command; NULL = those of this process */
    bool silent;    /* what the command prints is discarded */
    double phase; /* CPU seconds that the process uses before it executes the program; they are not
                     in its usage */
    pid_t pid;
    int go, error; /* pipes: permission to start; errno of a failed exec */
    int signals;   /* readable when a child has ended or a signal for the command has arrived */
    struct saved_signals before; /* of this process, before command_prepare */
    bool ended;
    int status;      /* as waitpid(2) reports it */
    int stop_signal; /* the last signal that asked this process to stop; 0 = none */
    double stop_time;
    bool abandoned; /* a second such signal has arrived: sampling ends before the command does */
    struct command_usage before_run; /* of earlier children of this process */
    double started,
        seconds; /* without the phase; seconds: until the last process that was waited for ended */
    double ended_at, active_at, seen; /* after the end of the command: its end; last progress of the
                                         processes that it left, with their CPU seconds */
};

/* Creates the process of c->words, c->environment, c->inherited and c->silent; the other members
 * are set. The caller must have no other child processes: they would be waited for, too. SIGCHLD
 * and the signals that ask a process to stop are blocked until command_end. Returns false after a
 * message in d. */
bool command_prepare(struct command_run *c, struct diag *d);
/* Starts the program, or ends the process if go is false. Returns false after a message in d, or if
 * go is false. */
bool command_start(struct command_run *c, bool go, struct diag *d);
/* Handles pending signals. Returns false when the command and the processes that it started have
 * ended. For processes that remain after the command, it waits while they use CPU time, at most 10
 * seconds.
 *
 * SIGTERM, SIGHUP, SIGINT and SIGQUIT are passed to the command, unless the terminal has sent them,
 * which then sends them to the command, too. If kill(1) sends a second one, at least a second after
 * the first, or if one arrives after the end of the command, the function returns false. Ignored
 * signals remain ignored. */
bool command_is_running(struct command_run *c);
/* Returns the usage of the command and of the processes that it started. That of processes that
 * have ended and for which nobody waited is missing. Requires that command_is_running has returned
 * false.
 */
struct command_usage command_usage(const struct command_run *c);
/* Returns the number of processes of the command that still run. */
int command_processes_left(void);
void command_end(struct command_run *c);

#endif
