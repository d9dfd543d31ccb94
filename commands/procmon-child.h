/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command that procmon starts, and the signals of both. */
#ifndef COMMANDS_PROCMON_CHILD_H
#define COMMANDS_PROCMON_CHILD_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct child {
    pid_t pid;         /* 0 = there is none */
    int go;            /* a byte written here lets it begin */
    int refused;       /* errno is read here where it could not */
    bool ignores_pipe; /* SIGPIPE was ignored before signals_note, and is again in the command */
    FILE *kept;        /* what it prints to the terminal; NULL = it does print there */
    bool ended;
    int status;      /* of waitpid, if it ended */
    int not_started; /* exit status where it could not: 127 where there is none, else 126 */
};

/* From now on signals that end programs (where `stop` says so also SIGTSTP, which stops them) are
 * noted, those of ended children wake up, and a closed pipe is an error of writing. */
void signals_note(struct child *c, bool stop);
/* Can be read from since one of these signals came, until signals_take; -1 = there is none. */
int signals_descriptor(void);
/* Makes standard input, output and error that are closed ones that can't be used, so that no file
 * that is opened later is taken for them. The command does not get them. */
void descriptors_reserve(void);
/* The signal that was noted since the last call; 0 = none. One that a process sent is handed on to
 * the child, if there is one: those of a terminal reach it anyway. */
int signals_take(const struct child *c);

/* Makes the process that becomes the command after child_go, after signals_note; where `keep` says
 * so, what it would print to a terminal is kept. False with a message in d. */
bool child_make(struct child *c, const char *const *command, bool keep, struct diag *d);
/* Lets it begin. False with a message in d where it cannot. */
bool child_go(struct child *c, const char *name, struct diag *d);
/* Whether it ended. Does not wait; what the kernel knows of it stays until child_wait. */
bool child_ended(const struct child *c);
/* Waits for its end, or until a signal is noted. */
void child_wait(struct child *c);
/* Prints what was kept, once. */
void child_print_kept(struct child *c, FILE *out);
/* Exit status as shells give it: 128 + signal where it was killed. */
int child_exit_status(const struct child *c);

#endif
