/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/steps/child.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 1000, GRACE_SECONDS = 3, STRAY_SECONDS = 10 };

static const int stops[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { STOPS = COUNT_OF(stops) };

static void fill_stop_signals(sigset_t *set)
{
    sigemptyset(set);
    for (int i = 0; i < STOPS; i++)
        if (!signal_is_ignored(stops[i]))
            sigaddset(set, stops[i]);
}

void child_begin(void)
{
    sigset_t set;
    fill_stop_signals(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int child_stop_signal(void)
{
    sigset_t set;
    fill_stop_signals(&set);
    int signal = sigtimedwait(&set, NULL, &(struct timespec){0});
    return signal > 0 ? signal : 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A running child. */
struct running {
    const struct child *c;
    struct child_output *output;
    size_t tail_at; /* position of the next byte in the tail */
    pid_t pid;      /* also its process group */
    int pipe, signals;
    double start, ticked, stop_sent, ended; /* stop_sent, ended: 0 = not yet */
    bool gone;                              /* no process of the group is left */
    int status;
    int unread; /* errno of reading its output; 0 = none */
    struct child_result result;
};

/* ---- in the child ---- */

static bool redirect_input(const char *path)
{
    int fd = open(path ? path : "/dev/null", O_RDONLY);
    bool good = fd >= 0 && dup2(fd, STDIN_FILENO) >= 0;
    if (fd > STDIN_FILENO)
        close(fd);
    return good;
}

/* Executes the program. Returns only on failure. */
static void execute(const struct child *c, int out)
{
    sigset_t set;
    fill_stop_signals(&set);
    sigaddset(&set, SIGCHLD);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!redirect_input(c->input))
        return;
    dup2(out, STDERR_FILENO);
    dup2(c->out ? fileno(c->out) : out, STDOUT_FILENO);
    for (size_t i = 0; c->env && i < c->env->n; i++)
        putenv((char *)c->env->at[i]);
    if (c->cwd && chdir(c->cwd) != 0)
        return;
    if (c->signals)
        signals_restore(c->signals);
    else
        sigprocmask(SIG_UNBLOCK, &set, NULL);
    execvp(c->argv->at[0], (char **)c->argv->at);
}

/* Starts the child. Returns false with errno on failure. */
static bool start_child(struct running *r)
{
    int out[2], news[2], problem = 0;
    if (pipe2(out, O_CLOEXEC) != 0)
        return false;
    if (pipe2(news, O_CLOEXEC) != 0)
        return close(out[0]), close(out[1]), false;
    if (r->c->out)
        fflush(r->c->out);
    r->pid = fork();
    if (r->pid == 0) {
        execute(r->c, out[1]);
        problem = errno;
        if (write(news[1], &problem, sizeof problem) < 0)
            _exit(126);
        _exit(127);
    }
    if (r->pid < 0)
        problem = errno;
    else
        setpgid(r->pid, r->pid);
    close(out[1]);
    close(news[1]);
    r->pipe = out[0];
    if (r->pid > 0 && read(news[0], &problem, sizeof problem) == (ssize_t)sizeof problem)
        waitpid(r->pid, NULL, 0);
    close(news[0]);
    fcntl(r->pipe, F_SETFL, O_NONBLOCK);
    errno = problem;
    return problem == 0;
}

/* ---- output ---- */

/* Adds the byte that the tail loses to those that are omitted. */
static void omit_byte(struct child_output *o, char byte)
{
    const uint64_t prime = 0x100000001b3;
    o->left_out++;
    o->checksum = (o->checksum ^ (unsigned char)byte) * prime;
}

static void append_output(struct running *r, const char *text, size_t n)
{
    struct child_output *o = r->output;
    size_t first = CHILD_HEAD - o->head_n < n ? CHILD_HEAD - o->head_n : n;
    memcpy(o->head + o->head_n, text, first);
    o->head_n += first;
    for (size_t i = first; i < n; i++) {
        if (o->tail_n == CHILD_TAIL)
            omit_byte(o, o->tail[r->tail_at]);
        o->tail_n += o->tail_n < CHILD_TAIL;
        o->tail[r->tail_at] = text[i];
        r->tail_at = (r->tail_at + 1) % CHILD_TAIL;
    }
}

/* Reads the available output. Returns false at its end. */
static bool read_output(struct running *r)
{
    char block[1 << 14];
    for (;;) {
        ssize_t n = read(r->pipe, block, sizeof block);
        if (n > 0) {
            append_output(r, block, (size_t)n);
            if (r->c->echo)
                fwrite(block, 1, (size_t)n, r->c->echo);
        } else {
            bool later = n < 0 && (errno == EAGAIN || errno == EINTR);
            r->unread = n < 0 && !later ? errno : r->unread;
            return later;
        }
    }
}

/* Rotates the tail so that its oldest byte is first. */
static void rotate_tail(struct running *r, struct arena *a)
{
    struct child_output *o = r->output;
    if (o->tail_n < CHILD_TAIL)
        return;
    char *text = ARENA_ARRAY(a, char, CHILD_TAIL);
    memcpy(text, o->tail + r->tail_at, CHILD_TAIL - r->tail_at);
    memcpy(text + CHILD_TAIL - r->tail_at, o->tail, r->tail_at);
    o->tail = text;
}

/* ---- waiting ---- */

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void reap_processes(struct running *r)
{
    int status;
    pid_t pid;
    struct rusage used;
    while ((pid = wait4(-r->pid, &status, WNOHANG, &used)) > 0) {
        r->result.preempted += used.ru_nivcsw;
        r->result.cpu_seconds += seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
        if (pid == r->pid) {
            r->status = status;
            r->ended = now();
        }
    }
    r->gone = pid < 0 && errno == ECHILD;
}

static void stop_child(struct running *r, enum child_end why, int number)
{
    if (r->stop_sent > 0)
        return;
    r->stop_sent = now();
    r->result.how = why;
    r->result.number = number;
    kill(-r->pid, why == CHILD_STOPPED ? number : SIGTERM);
}

static void read_signals(struct running *r)
{
    struct signalfd_siginfo info;
    while (read(r->signals, &info, sizeof info) == (ssize_t)sizeof info)
        if (info.ssi_signo != SIGCHLD)
            stop_child(r, CHILD_STOPPED, (int)info.ssi_signo);
}

/* Returns whether to stop waiting. */
static bool is_over(struct running *r)
{
    double t = now();
    if (r->gone)
        return true;
    if (r->stop_sent > 0 && t > r->stop_sent + GRACE_SECONDS)
        kill(-r->pid, SIGKILL);
    if (r->ended > 0 && t > r->ended + (r->stop_sent > 0 ? GRACE_SECONDS : STRAY_SECONDS))
        return r->result.left_some = true;
    if (r->c->limit > 0 && t > r->start + r->c->limit)
        stop_child(r, CHILD_TOO_LONG, 0);
    if (r->c->tick && t >= r->ticked + 1) {
        r->ticked = t;
        r->c->tick(r->c->context, t - r->start);
    }
    return false;
}

static int poll_timeout(const struct running *r)
{
    double left = r->c->limit > 0 ? 1e3 * (r->start + r->c->limit - now()) + 1 : TICK_MS;
    if (r->ended > 0 || r->stop_sent > 0)
        return 50;
    return left < 1 ? 1 : left < TICK_MS ? (int)left : TICK_MS;
}

static void wait_for_child(struct running *r)
{
    struct pollfd descriptors[] = {{.fd = r->signals, .events = POLLIN},
                                   {.fd = r->pipe, .events = POLLIN}};
    do {
        poll(descriptors, 2, poll_timeout(r));
        if (descriptors[1].fd >= 0 && descriptors[1].revents && !read_output(r))
            descriptors[1].fd = -1;
        read_signals(r);
        reap_processes(r);
    } while (!is_over(r));
    read_output(r);
}

static void set_result(struct running *r)
{
    struct child_result *e = &r->result;
    e->seconds = (r->ended > 0 ? r->ended : now()) - r->start;
    if (r->stop_sent > 0)
        return;
    if (r->unread) {
        *e = (struct child_result){.how = CHILD_UNREAD, .number = r->unread, .seconds = e->seconds};
        return;
    }
    e->how = WIFSIGNALED(r->status) ? CHILD_KILLED : CHILD_EXITED;
    e->number = WIFSIGNALED(r->status) ? WTERMSIG(r->status) : WEXITSTATUS(r->status);
}

struct child_result child_run(const struct child *c, struct arena *a, struct child_output *output)
{
    struct running r = {.c = c, .output = output, .start = now()};
    sigset_t set;
    fill_stop_signals(&set);
    sigaddset(&set, SIGCHLD);
    *output = (struct child_output){.head = ARENA_ARRAY(a, char, CHILD_HEAD),
                                    .tail = ARENA_ARRAY(a, char, CHILD_TAIL),
                                    .checksum = 0xcbf29ce484222325};
    if (!start_child(&r))
        return (struct child_result){.how = CHILD_NOT_FOUND, .number = errno};
    r.ticked = r.start;
    r.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    wait_for_child(&r);
    rotate_tail(&r, a);
    close(r.signals);
    close(r.pipe);
    set_result(&r);
    return r.result;
}
