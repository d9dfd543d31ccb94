/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernel says of a thread at one moment, and what that means. */
#ifndef MONITOR_LINUX_SEEN_H
#define MONITOR_LINUX_SEEN_H

#include "facts/states.h"

#include <stddef.h>

/* A thread as /proc/PID/task/TID/{stat,syscall} show it. */
struct seen_thread {
    char state;       /* of stat: R S D T t Z X I ...; 0 = stat was not read */
    bool running;     /* syscall says "running" */
    bool denied;      /* syscall may not be read */
    bool gone;        /* there is no such thread any more */
    bool ended;       /* it has ended, but not all of its process: no stack is left */
    bool foreign;     /* a 32-bit program: its numbers of system calls are not ours */
    long call;        /* number of the system call it is in; -1 = in none (a page fault) */
    uint64_t args[6]; /* if call >= 0 */
    uint64_t counter; /* address of the program where it waits */
};
/* Reads the text of a syscall file into running, ended, foreign, call, args of s. False where the
 * text is none of these. (Documentation/filesystems/proc, man 5 proc; a thread without stack is
 * shown with stack pointer and program counter 0.) */
bool seen_read_syscall(struct seen_thread *s, const char *text, size_t n);
/* The name of a system call: "futex"; "call 1000" where it is not in syscalls.def, made in buf. */
const char *seen_call_name(long call, char buf[static 32]);
/* Gives a call that was broken off by a stop and goes on (restart_syscall) the number that it had
 * before: the arguments are still its own. */
void seen_resume(struct seen_thread *s, const struct seen_thread *before);

/* Kinds of descriptors, by what /proc/PID/fd/N leads to. */
enum descriptor_kind {
#define DESCRIPTOR(NAME, pattern, state, meaning) DESCRIPTOR_##NAME,
#include "monitor/linux/descriptors.def"
#undef DESCRIPTOR
    DESCRIPTOR_KINDS
};
/* By what the link says, and the mode of what it leads to; 0 = not known. */
enum descriptor_kind descriptor_kind(const char *link, unsigned mode);
/* Looks at descriptor d of the process whose folder (/proc/PID) is open as `process`; copies the
 * link into link, cut to n bytes, 0-terminated, "" where it may not be read. */
enum descriptor_kind descriptor_look(int process, int d, char *link, size_t n);

/* Asks what a descriptor of the thread's process is; DESCRIPTOR_UNKNOWN where that may not be
 * read. */
struct descriptor_reader {
    enum descriptor_kind (*kind)(void *context, int descriptor);
    void *context;
};

/* A wait as it is counted: equal keys are one place. */
struct wait_key {
    long call;
    uint64_t at; /* what args[0] names: descriptor, address of the futex, PID; 0 where none does */
};
/* The state of a thread that is neither gone nor ended, and, unless it is STATE_PROCESSING, *key.
 * An unread `state` (0) never makes a thread active. */
enum thread_state seen_state(const struct seen_thread *s, const struct descriptor_reader *fd,
                             struct wait_key *key);
/* Whether seen_state needs `state` of stat to tell this one apart. */
bool seen_needs_stat(const struct seen_thread *s);

#endif
