/* SPDX-License-Identifier: GPL-3.0-or-later */
/* System calls that wait, and what they wait for. Used only within the monitor. */
#ifndef MONITOR_LINUX_CALLS_H
#define MONITOR_LINUX_CALLS_H

#include <stdbool.h>
#include <stdint.h>

/* The meaning of the arguments of a call. */
enum call_rule {
    RULE_NONE,          /* not in syscalls.def */
    RULE_TIMER,         /* a time */
    RULE_FUTEX,         /* args[0]: address of a word */
    RULE_SEMAPHORE,     /* args[0]: ID of a semaphore set */
    RULE_MESSAGE,       /* args[0]: ID of a message queue */
    RULE_CHILD,         /* args[0]: PID, or one of several */
    RULE_CHILD_BY_KIND, /* args[0]: kind of ID, args[1]: ID */
    RULE_CHANNEL,       /* args[0]: descriptor that is not a file */
    RULE_EPOLL,         /* args[0]: descriptor of a set of descriptors */
    RULE_LOCK,          /* args[0]: descriptor of a file to be locked */
    RULE_FORK,          /* a child that shares its parent's memory */
    RULE_SIGNAL,        /* a signal */
    RULE_EVENT,         /* other threads, other CPUs */
    RULE_DESCRIPTOR,    /* args[0]: descriptor, whose kind decides */
    RULE_TRANSFER,      /* args[0]: one of two descriptors */
    RULE_FILE,          /* args[0]: descriptor of a file */
    RULE_STORAGE,       /* file systems */
    RULE_PATH,          /* a path */
    RULE_POLL,          /* descriptors and a timeout */
    RULE_PPOLL,         /* descriptors and a timeout */
    RULE_SELECT,        /* descriptors and a timeout */
    RULE_FCNTL,         /* args[0]: descriptor, args[1]: command, which may lock */
    RULE_RESTART,       /* a continued call */
};
struct system_call {
    const char *name; /* NULL = not in syscalls.def */
    enum call_rule rule;
};
const struct system_call *system_call(long number);
/* Returns whether fcntl with these arguments waits for a lock. */
bool call_locks(const uint64_t args[6]);

#endif
