/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other programs, run to their end: what they print is caught, they can be stopped with all that
 * they started, and a signal that is meant for us stops them first. */
#ifndef DRIVE_CHILD_H
#define DRIVE_CHILD_H

#include "drive/words.h"

#include <stdint.h>
#include <stdio.h>

enum child_end {
    CHILD_EXITED,    /* number: its exit status */
    CHILD_KILLED,    /* number: the signal that ended it */
    CHILD_TOO_LONG,  /* the limit was reached, and it was ended */
    CHILD_STOPPED,   /* we were told to stop, and it was ended; number: the signal that told us */
    CHILD_UNREAD,    /* what it printed could not be read: number is why */
    CHILD_NOT_FOUND, /* there is no such program; number: errno */
};
struct child_result {
    enum child_end how;
    int number;
    double seconds;
    long preempted; /* times that others took the processor from it */
    bool left_some; /* processes that it started run on */
};

/* What it printed: the first and the last of it. */
struct child_output {
    char *head, *tail;
    size_t head_n, tail_n;
    uint64_t left_out; /* bytes between them */
};
enum { CHILD_HEAD = 1 << 18, CHILD_TAIL = 1 << 18 };

struct child {
    const struct words *argv;
    const struct words *env; /* NAME=VALUE, added to ours; NULL = none */
    const char *cwd;         /* NULL = ours */
    const char *input;       /* file; NULL = nothing */
    FILE *out;               /* where standard output goes at once; NULL = with standard error */
    FILE *echo;              /* what is caught is also shown there at once; NULL = not */
    double limit;            /* seconds; 0 = none */
    /* Called about once a second, with the seconds so far; may be NULL. */
    void (*tick)(void *context, double seconds);
    void *context;
};

/* Signals that tell us to stop are held back from now on, and looked at here only: while a child
 * runs, and by child_told_to_stop. What children leave behind becomes ours to wait for. */
void child_begin(void);
/* The signal that told us to stop; 0 = none came. */
int child_told_to_stop(void);

/* Runs it; output's texts live in a. */
struct child_result child_run(const struct child *c, struct arena *a, struct child_output *output);

#endif
