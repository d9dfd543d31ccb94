/* SPDX-License-Identifier: GPL-3.0-or-later */
/* System calls that wait, and how to tell what for. Inside of the monitor only. */
#ifndef MONITOR_LINUX_CALLS_H
#define MONITOR_LINUX_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* What the arguments of a call say. */
enum call_rule {
    RULE_NONE,          /* not in syscalls.def */
    RULE_TIMER,         /* a time */
    RULE_FUTEX,         /* args[0]: address of a word */
    RULE_SEMAPHORE,     /* args[0]: number of a set of semaphores */
    RULE_MESSAGE,       /* args[0]: number of a message queue */
    RULE_CHILD,         /* args[0]: PID, or one of several */
    RULE_CHILD_BY_KIND, /* args[0]: kind of number, args[1]: number */
    RULE_CHANNEL,       /* args[0]: descriptor that is no file */
    RULE_EPOLL,         /* args[0]: descriptor of a set of descriptors */
    RULE_LOCK,          /* args[0]: descriptor of a file that is to be locked */
    RULE_FORK,          /* a child that has its parent's memory */
    RULE_SIGNAL,        /* a signal */
    RULE_EVENT,         /* the other threads, other CPUs */
    RULE_DESCRIPTOR,    /* args[0]: descriptor, which decides */
    RULE_TRANSFER,      /* args[0]: one of two descriptors */
    RULE_FILE,          /* args[0]: descriptor of a file */
    RULE_STORAGE,       /* file systems */
    RULE_PATH,          /* a name of a file */
    RULE_POLL,          /* descriptors and time */
    RULE_PPOLL,         /* likewise */
    RULE_SELECT,        /* likewise */
    RULE_FCNTL,         /* args[0]: descriptor, args[1]: whether it is to be locked */
    RULE_RESTART,       /* another call that goes on */
};
struct system_call {
    const char *name; /* NULL = not in syscalls.def */
    enum call_rule rule;
};
const struct system_call *system_call(long number);
/* Whether arguments of fcntl wait for a lock. */
bool call_locks(const uint64_t args[6]);

#endif
