/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways to be blocked in a system call, for tests/unit/waits-test.c. */
#ifndef TESTS_UNIT_WAITS_H
#define TESTS_UNIT_WAITS_H

#include "facts/states.h"

#include <sys/types.h>

/* The message of a child just before it blocks. */
struct wait_ready {
    int skip;            /* this machine has no such thing */
    int left_out;        /* only another user may do it */
    pid_t pid, tid;      /* the process and thread that block; 0 = the child, its first thread */
    pid_t other_thread;  /* that ends the wait */
    pid_t other_process; /* likewise; killed at the end */
};
void wait_say(int report, struct wait_ready r);

enum wait_peer { PEER_NONE, PEER_ANY, PEER_PARENT, PEER_THREAD, PEER_PROCESS };
struct wait_way {
    const char *name;        /* NULL = the end of the table */
    void (*block)(int);      /* sends wait_ready, then blocks for ever */
    enum thread_state state; /* that it is in then */
    const char *call;        /* begin of its name; NULL = any */
    const char *what;        /* its beginning; NULL = any */
    enum wait_peer peer;
};
extern const struct wait_way wait_ways[];

/* Makes what parent and children share: pipes, sockets, a locked file. */
void wait_prepare(void);
/* Ends its first thread and stays. */
void wait_end_first_thread(int report);

#endif
