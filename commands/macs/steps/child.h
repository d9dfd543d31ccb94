/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs child processes: captures their output, ends them together with their descendants at a time
 * limit, and when this process is asked to stop. */
#ifndef MACS_STEPS_CHILD_H
#define MACS_STEPS_CHILD_H

#include "base/signals.h"
#include "commands/macs/steps/words.h"

#include <stdint.h>
#include <stdio.h>

enum child_end {
    CHILD_EXITED,    /* number: its exit status */
    CHILD_KILLED,    /* number: the signal that ended it */
    CHILD_TOO_LONG,  /* ended at the time limit */
    CHILD_STOPPED,   /* ended because this process got a signal to stop; number: that signal */
    CHILD_UNREAD,    /* its output could not be read; number: errno */
    CHILD_NOT_FOUND, /* it could not be started; number: errno */
};
struct child_result {
    enum child_end how;
    int number;
    double seconds;
    double cpu_seconds; /* of its processes that have ended */
    long preempted;     /* involuntary context switches */
    bool left_some;     /* processes that it started are still running */
};

/* Its output: the first and the last bytes. */
struct child_output {
    char *head, *tail;
    size_t head_n, tail_n;
    uint64_t left_out; /* omitted bytes between them */
    uint64_t checksum; /* of the omitted bytes: FNV-1a */
};
enum { CHILD_HEAD = 1 << 18, CHILD_TAIL = 1 << 18 };

struct child {
    const struct words *argv;
    const struct words *env;             /* NAME=VALUE, added to the environment; NULL = none */
    const char *cwd;                     /* NULL = the current directory */
    const char *input;                   /* file; NULL = nothing */
    const struct saved_signals *signals; /* of the child; NULL = those of this process, without the
                                            signals that child_begin blocks */
    FILE *out;    /* destination of standard output; NULL = captured with standard error */
    FILE *echo;   /* captured output is also printed here immediately; NULL = not */
    double limit; /* seconds; 0 = none */
    /* Called about once a second with the elapsed seconds; may be NULL. */
    void (*tick)(void *context, double seconds);
    void *context;
};

/* Blocks signals that ask this process to stop, except ignored ones; they are only handled while a
 * child runs and by child_stop_signal(). Orphaned descendants of children become children of this
 * process. */
void child_begin(void);
/* Returns the pending signal that asks this process to stop; 0 = none. */
int child_stop_signal(void);

/* Runs a child to its end. The texts of output are in a. */
struct child_result child_run(const struct child *c, struct arena *a, struct child_output *output);

#endif
