/* SPDX-License-Identifier: GPL-3.0-or-later */
/* System calls that block, for tests/unit/waits-test.c. */
#ifndef TESTS_UNIT_WAITS_H
#define TESTS_UNIT_WAITS_H

#include "facts/states.h"

#include <sys/types.h>

/* The message of a child just before it blocks. */
struct wait_ready {
    int skip;            /* this machine does not support the call */
    int left_out;        /* this user lacks the permission */
    pid_t pid, tid;      /* the process and thread that block; 0 = the child, its first thread */
    pid_t other_thread;  /* the thread that ends the wait */
    pid_t other_process; /* the process that ends the wait; it is killed at the end */
};
void wait_report(int report, struct wait_ready r);

enum wait_peer { PEER_NONE, PEER_ANY, PEER_PARENT, PEER_THREAD, PEER_PROCESS };
struct blocking_case {
    const char *name;        /* NULL: the end of the table */
    void (*block)(int);      /* sends wait_ready, then blocks for ever */
    enum thread_state state; /* the thread's state while it is blocked */
    const char *call;        /* the beginning of the call's name; NULL = any */
    const char *what;        /* the beginning of the description; NULL = any */
    enum wait_peer peer;
};
extern const struct blocking_case blocking_cases[];

/* Creates the objects that parent and children share: pipes, sockets, a locked file. */
void wait_prepare(void);
/* Ends the first thread; the process continues. */
void wait_end_first_thread(int report);

#endif
