/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command that procmon starts, and signals. */
#ifndef COMMANDS_PROCMON_CHILD_H
#define COMMANDS_PROCMON_CHILD_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct child {
    pid_t pid;         /* 0 = none */
    int go;            /* a byte written here starts the command */
    int refused;       /* errno is read from here if the command could not be executed */
    bool ignores_pipe; /* SIGPIPE was ignored before signals_note; it is ignored again in the
                          command */
    FILE *kept;        /* its output to the terminal; NULL = it writes to the terminal directly */
    bool ended;
    int status;      /* from waitpid, after its end */
    int not_started; /* exit status if it could not be executed: 127 if not found, else 126 */
};

/* From now on, records signals that end programs (and SIGTSTP if `stop` is set), wakes up at the
 * end of children, and makes writing to a closed pipe an error. */
void signals_note(struct child *c, bool stop);
/* Returns a descriptor that is readable after one of these signals, until signals_fetch; -1 =
 * none. */
int signals_descriptor(void);
/* Replaces closed standard input, output and error by unusable descriptors, so that files opened
 * later do not get their numbers. The command does not inherit them. */
void descriptors_reserve(void);
/* Returns the signal recorded since the last call; 0 = none. Forwards a signal sent by a process
 * to the child. Signals of a terminal reach the child by themselves. */
int signals_fetch(const struct child *c);

/* Creates the process that executes the command after child_go. Must be called after
 * signals_note. If `keep` is set, its output to a terminal is held back. Returns false with a
 * message in d. */
bool child_make(struct child *c, const char *const *command, bool keep, struct diag *d);
/* Starts the command. Returns false with a message in d if it cannot be executed. */
bool child_go(struct child *c, const char *name, struct diag *d);
/* Returns whether it ended. Does not wait; the kernel keeps its state until child_wait. */
bool child_ended(const struct child *c);
/* Waits for its end, or until a signal is recorded. */
void child_wait(struct child *c);
/* Prints the held output, once. */
void child_print_kept(struct child *c, FILE *out);
/* Returns the exit status as shells do: 128 + signal if it was killed. */
int child_exit_status(const struct child *c);

#endif
