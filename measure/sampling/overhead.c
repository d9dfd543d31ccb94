/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/overhead.h"

#include "base/signals.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUND_TRIPS = 1000, STARTS = 50, REPEATS = 5 };

/* Starts a child, or ends the process: it can have reached its limit of processes. */
static pid_t fork_or_exit(void)
{
    pid_t pid = fork();
    if (pid < 0)
        _exit(1);
    return pid;
}

/* Exchanges a byte with a child: two switches for each round trip. Each process closes the ends of
 * the other one, so that it does not wait after the other one has failed. */
static void switch_often(void)
{
    int there[2], back[2];
    char byte = 0;
    if (pipe(there) != 0 || pipe(back) != 0)
        _exit(1);
    bool child = fork_or_exit() == 0;
    int from = child ? there[0] : back[0], to = child ? back[1] : there[1];
    close(child ? there[1] : back[1]);
    close(child ? back[0] : there[0]);
    for (int i = 0; i < ROUND_TRIPS; i++) {
        if (!child && write(to, &byte, 1) != 1)
            _exit(1);
        if (read(from, &byte, 1) != 1 || (child && write(to, &byte, 1) != 1))
            _exit(1);
    }
    if (!child)
        wait(NULL);
}

static void start_often(void)
{
    for (int i = 0; i < STARTS; i++) {
        if (fork_or_exit() == 0)
            _exit(0);
        wait(NULL);
    }
}

/* Runs the work in a process, with the events if e is not NULL. Returns its CPU seconds; below 0:
 * failed. */
static double run_process(void (*work)(void), const struct events *e)
{
    int go[2], status;
    struct events own;
    struct events_refusal why;
    struct rusage u;
    if (pipe(go) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        char byte;
        close(go[1]);
        if (read(go[0], &byte, 1) != 1)
            _exit(1);
        work();
        _exit(0);
    }
    close(go[0]);
    double rate = e ? (e->unit == PROFILE_CYCLES ? 3e9 : 1e9) / e->period : 0;
    bool opened = pid > 0 && e && events_open(&own, pid, rate, e->chain, e->opener, &why);
    if (opened)
        events_start(&own);
    bool good = pid > 0 && opened == (e != NULL) && write(go[1], "", 1) == 1;
    close(go[1]);
    good &= pid > 0 && wait4(pid, &status, 0, &u) == pid && status == 0;
    if (opened)
        events_close(&own);
    return good ? (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                      1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec)
                : -1;
}

/* Returns the seconds that the events add to one of n operations: the difference of the fastest
 * repeats. */
static struct quantity measure_cost(void (*work)(void), int n, const struct events *e)
{
    double without = INFINITY, with = INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        double a = run_process(work, NULL), b = run_process(work, e);
        if (a < 0 || b < 0)
            return missing("a process that measures it failed, or could not be started");
        without = fmin(without, a);
        with = fmin(with, b);
    }
    return with > without ? known((with - without) / n)
                          : missing("other processes disturbed its measurement");
}

struct overhead overhead_measure(const struct events *e)
{
    struct saved_signals before;
    signals_save(&before);
    struct overhead o = {measure_cost(switch_often, 2 * ROUND_TRIPS, e),
                         measure_cost(start_often, STARTS, e)};
    signals_restore(&before);
    return o;
}
