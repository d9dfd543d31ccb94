/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/command.h"

#include "base/util.h"
#include "measure/sampling/descendants.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int stops[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
static const double REPEAT_SECONDS = 1; /* signals to a process group can arrive twice */
static const double LINGER_SECONDS = 10, IDLE_SECONDS = 1, LOOK_SECONDS = 0.1, LEAST_LOAD = 0.01;

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns what the kernel counted for the children that have ended. */
static struct command_usage waited_usage(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (struct command_usage){
        .cpu_seconds = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                       1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec),
        .minor_faults = (double)u.ru_minflt,
        .major_faults = (double)u.ru_majflt,
        .switches = (double)u.ru_nvcsw + (double)u.ru_nivcsw,
    };
}

static void block_signals(struct command_run *c)
{
    sigset_t set;
    signals_save(&c->before);
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (size_t i = 0; i < COUNT_OF(stops); i++)
        if (!signal_is_ignored(stops[i]))
            sigaddset(&set, stops[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    c->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* In the child: discards what the program prints. */
static void discard_output(void)
{
    int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
}

static double cpu_seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* In the child: uses CPU time. */
static void use_cpu_time(double seconds)
{
    double end = cpu_seconds_now() + seconds;
    while (seconds > 0 && cpu_seconds_now() < end)
        continue;
}

/* In the child: waits for permission and the phase, then executes the program. */
static _Noreturn void execute_program(const struct command_run *c, const int go[2], int error)
{
    double phase;
    close(go[1]);
    if (read(go[0], &phase, sizeof phase) != (ssize_t)sizeof phase)
        _exit(127);
    use_cpu_time(phase);
    signals_restore(c->inherited ? c->inherited : &c->before);
    for (size_t i = 0; c->environment && c->environment[i]; i++)
        putenv(c->environment[i]);
    if (c->silent)
        discard_output();
    execvp(c->words[0], c->words);
    int problem = errno;
    _exit(write(error, &problem, sizeof problem) == (ssize_t)sizeof problem ? 127 : 126);
}

static void close_pipe(int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

bool command_prepare(struct command_run *c, struct diag *d)
{
    *c = (struct command_run){.words = c->words,
                              .environment = c->environment,
                              .inherited = c->inherited,
                              .silent = c->silent,
                              .before_run = waited_usage(),
                              .pid = -1,
                              .go = -1,
                              .error = -1,
                              .signals = -1};
    int go[2], error[2];
    struct where w = {.file = c->words[0]};
    if (pipe2(go, O_CLOEXEC) != 0)
        return diag_error(d, w, "can't be executed: %s", strerror(errno)), false;
    if (pipe2(error, O_CLOEXEC) != 0) {
        diag_error(d, w, "can't be executed: %s", strerror(errno));
        return close_pipe(go), false;
    }
    block_signals(c);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    fflush(NULL);
    c->pid = fork();
    if (c->pid == 0)
        execute_program(c, go, error[1]);
    int problem = errno;
    close(go[0]);
    close(error[1]);
    c->go = go[1];
    c->error = error[0];
    if (c->pid < 0) {
        diag_error(d, w, "can't be executed: %s", strerror(problem));
        command_end(c);
        return false;
    }
    return true;
}

bool command_start(struct command_run *c, bool go, struct diag *d)
{
    int problem = 0;
    c->started = seconds_now() + c->phase;
    if (go && write(c->go, &c->phase, sizeof c->phase) != (ssize_t)sizeof c->phase)
        go = false;
    close(c->go); /* without a byte in the pipe, the process ends */
    c->go = -1;
    bool failed = go && read(c->error, &problem, sizeof problem) == (ssize_t)sizeof problem;
    if (failed)
        diag_error(d, (struct where){.file = c->words[0]}, "can't be executed: %s",
                   strerror(problem));
    if (!go || failed) {
        waitpid(c->pid, &c->status, 0);
        c->ended = true;
        return false;
    }
    return true;
}

/* Collects the status of the children that have ended, including orphans of the command. Returns
 * false if none is left. */
static bool collect_children(struct command_run *c)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        c->seconds = seconds_now() - c->started;
        if (pid != c->pid)
            continue;
        c->ended = true;
        c->status = status;
        c->ended_at = c->active_at = seconds_now();
    }
    return pid == 0;
}

static void handle_signal(struct command_run *c, const struct signalfd_siginfo *s)
{
    double now = seconds_now();
    bool by_terminal = s->ssi_code == SI_KERNEL, again = c->stop_signal && !by_terminal;
    if (s->ssi_signo == SIGCHLD)
        return;
    c->abandoned |= c->ended || (again && now >= c->stop_time + REPEAT_SECONDS);
    if (!c->stop_signal)
        c->stop_time = now;
    c->stop_signal = (int)s->ssi_signo;
    if (!by_terminal && !c->ended)
        kill(c->pid, c->stop_signal);
}

/* Returns whether the processes that remain after the command use CPU time, and have done so for
 * less than LINGER_SECONDS. */
static bool wait_for_rest(struct command_run *c)
{
    double now = seconds_now();
    if (now < c->active_at + LOOK_SECONDS)
        return true;
    double cpu_seconds = descendants_of(getpid(), false).cpu_seconds;
    if (cpu_seconds - c->seen >= LEAST_LOAD * (now - c->active_at)) {
        c->seen = cpu_seconds;
        c->active_at = now;
    }
    return now < c->ended_at + LINGER_SECONDS && now < c->active_at + IDLE_SECONDS;
}

bool command_is_running(struct command_run *c)
{
    struct signalfd_siginfo s;
    while (read(c->signals, &s, sizeof s) == (ssize_t)sizeof s)
        handle_signal(c, &s);
    bool some = collect_children(c);
    if (c->abandoned)
        c->seconds = seconds_now() - c->started;
    return !c->abandoned && (!c->ended || (some && wait_for_rest(c)));
}

struct command_usage command_usage(const struct command_run *c)
{
    struct command_usage u = waited_usage();
    struct descendants rest = descendants_of(getpid(), false);
    u.cpu_seconds += rest.cpu_seconds - c->before_run.cpu_seconds - c->phase;
    u.minor_faults += rest.minor_faults - c->before_run.minor_faults;
    u.major_faults += rest.major_faults - c->before_run.major_faults;
    u.switches -= c->before_run.switches;
    return u;
}

int command_processes_left(void)
{
    return (int)descendants_of(getpid(), false).n;
}

void command_end(struct command_run *c)
{
    if (c->go >= 0)
        close(c->go);
    if (c->error >= 0)
        close(c->error);
    if (c->signals >= 0)
        close(c->signals);
    signals_restore(&c->before);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    c->go = c->error = c->signals = -1;
}
