/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals of a process that executes other programs: these get the signal mask and the ignored
 * signals with which this process was started. */
#ifndef BASE_SIGNALS_H
#define BASE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* The state that signals_save() found. */
struct saved_signals {
    sigset_t mask;
    bool ignores_children; /* SIGCHLD was ignored: the kernel then keeps no status of a child */
};

/* Stores the signal mask, and stops ignoring SIGCHLD. */
void signals_save(struct saved_signals *s);
/* Restores both. Async-signal-safe: for a child before exec, too. */
void signals_restore(const struct saved_signals *s);
/* Returns whether the signal is ignored, as nohup(1) or a shell in the background requests. */
bool signal_is_ignored(int number);

#endif
