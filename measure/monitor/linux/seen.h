/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's description of a thread at one moment, and the state that it means. */
#ifndef MONITOR_LINUX_SEEN_H
#define MONITOR_LINUX_SEEN_H

#include "facts/states.h"

#include <stddef.h>

/* A thread as in /proc/PID/task/TID/{stat,syscall}. */
struct seen_thread {
    char state;       /* from stat: R S D T t Z X I ...; 0 = stat was not read */
    bool running;     /* syscall contains "running" */
    bool denied;      /* syscall may not be read */
    bool gone;        /* the thread does not exist */
    bool ended;       /* it has ended, but its process has not: it has no stack */
    bool foreign;     /* a 32-bit program, whose system call numbers differ */
    long call;        /* number of its system call; -1 = none (a page fault) */
    uint64_t args[6]; /* if call >= 0 */
    uint64_t counter; /* program counter */
};
/* Parses a syscall file into running, ended, foreign, call and args of s. Returns false if the
 * text is invalid. (Documentation/filesystems/proc, proc(5); a thread without stack has stack
 * pointer and program counter 0.) */
bool seen_read_syscall(struct seen_thread *s, const char *text, size_t n);
/* Returns the name of a system call: "futex"; "call 1000", formatted in buf, if it is not in
 * syscalls.def. */
const char *seen_call_name(long call, char buf[static 32]);
/* Replaces restart_syscall, which continues a call after a stop, by the call that was
 * interrupted; the arguments are still those of that call. */
void seen_resume(struct seen_thread *s, const struct seen_thread *before);

/* Kinds of descriptors, by the link of /proc/PID/fd/N. */
enum descriptor_kind {
#define DESCRIPTOR(NAME, pattern, state, meaning) DESCRIPTOR_##NAME,
#include "measure/monitor/linux/descriptors.def"
#undef DESCRIPTOR
    DESCRIPTOR_KINDS
};
/* Returns the kind from the link and the mode of its target; mode 0 = unknown. */
enum descriptor_kind descriptor_kind(const char *link, unsigned mode);
/* Reads descriptor d of the process whose directory (/proc/PID) is open as `process`. Copies the
 * link into link, cut to n bytes, 0-terminated; "" if it may not be read. */
enum descriptor_kind descriptor_read(int process, int d, char *link, size_t n);

/* Returns the kind of a descriptor of the thread's process; DESCRIPTOR_UNKNOWN if it may not be
 * read. */
struct descriptor_reader {
    enum descriptor_kind (*kind)(void *context, int descriptor);
    void *context;
};

/* The key under which a wait is counted: equal keys are one place. */
struct wait_key {
    long call;
    uint64_t at; /* the object in args[0]: descriptor, address of the futex, PID; 0 = none */
};
/* Returns the state of a thread that has not ended, and sets *key unless it is STATE_PROCESSING.
 * An unread `state` (0) never gives STATE_PROCESSING. */
enum thread_state seen_state(const struct seen_thread *s, const struct descriptor_reader *fd,
                             struct wait_key *key);
/* Returns whether seen_state needs `state` of stat for this thread. */
bool seen_needs_stat(const struct seen_thread *s);

#endif
