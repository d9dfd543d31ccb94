/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/command.h"

#include "base/file.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int forwarded[] = {SIGTERM, SIGHUP};
static const int ignored[] = {SIGINT, SIGQUIT};

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void block_signals(struct command_run *c)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (size_t i = 0; i < COUNT_OF(forwarded); i++)
        sigaddset(&set, forwarded[i]);
    for (size_t i = 0; i < COUNT_OF(ignored); i++)
        sigaddset(&set, ignored[i]);
    sigprocmask(SIG_BLOCK, &set, &c->before);
    c->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* In the child: waits for permission, then executes the program. */
static _Noreturn void execute_program(const struct command_run *c, const int go[2], int error)
{
    char word;
    close(go[1]);
    if (read(go[0], &word, 1) != 1)
        _exit(127);
    sigprocmask(SIG_SETMASK, &c->before, NULL);
    for (size_t i = 0; c->environment && c->environment[i]; i++)
        putenv(c->environment[i]);
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
    c->started = seconds_now();
    if (go && write(c->go, "", 1) != 1)
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

/* Collects the status of the children that have ended, including orphans of the command. */
static void collect_children(struct command_run *c)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        if (pid == c->pid) {
            c->ended = true;
            c->status = status;
            c->seconds = seconds_now() - c->started;
        }
}

bool command_is_running(struct command_run *c)
{
    struct signalfd_siginfo s;
    while (read(c->signals, &s, sizeof s) == (ssize_t)sizeof s)
        for (size_t i = 0; i < COUNT_OF(forwarded); i++)
            if ((int)s.ssi_signo == forwarded[i])
                kill(c->pid, forwarded[i]);
    collect_children(c);
    return !c->ended;
}

int command_processes_left(void)
{
    int n = 0, pid;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *f = fopen(path, "re");
    while (f && fscanf(f, "%d", &pid) == 1)
        n++;
    file_drop(f);
    return n;
}

void command_end(struct command_run *c)
{
    if (c->go >= 0)
        close(c->go);
    if (c->error >= 0)
        close(c->error);
    if (c->signals >= 0)
        close(c->signals);
    sigprocmask(SIG_SETMASK, &c->before, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    c->go = c->error = c->signals = -1;
}
