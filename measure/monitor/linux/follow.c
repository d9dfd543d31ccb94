/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the processes that the watched ones start. The kernel assigns PIDs in order, and the last
 * word of /proc/loadavg (proc(5)) is the last PID: if it has not changed, no process was started;
 * otherwise the new PIDs are above the previous value. The monitor itself is excluded. */
#include "measure/monitor/linux/table.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct newcomer {
    pid_t pid;
    long parent;
};
struct census {
    struct monitor *m;
    long newest; /* -1 = unknown */
    ARRAY(struct newcomer) new;
};

static double own_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Returns whether the PID was assigned after the previous search. PIDs wrap around at their
 * maximum.
 */
static bool is_new(const struct census *c, long pid)
{
    long last = c->m->last_pid;
    if (last < 0 || c->newest < 0)
        return true;
    return c->newest >= last ? pid > last && pid <= c->newest : pid > last || pid <= c->newest;
}

static ssize_t read_file(pid_t pid, const char *name, char text[PROC_TEXT])
{
    char path[48];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    int f = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = f < 0 ? -1 : read(f, text, PROC_TEXT);
    if (f >= 0)
        close(f);
    return n;
}

static void check_pid(void *context, pid_t pid)
{
    struct census *c = context;
    char text[PROC_TEXT];
    struct proc_stat s;
    if (!is_new(c, pid) || pid == getpid())
        return;
    ssize_t n = read_file(pid, "stat", text);
    if (n > 0 && proc_read_stat(&s, text, (size_t)n))
        *array_push(&c->new) = (struct newcomer){pid, s.parent};
}

static bool is_watched(const struct monitor *m, long pid)
{
    for (size_t i = 0; i < m->running.n; i++)
        if (m->processes.at[m->running.at[i]].pid == pid &&
            !m->processes.at[m->running.at[i]].ended)
            return true;
    return false;
}

/* Returns whether the ID is that of a process: /proc also contains directories of threads, which it
 * does not list. */
static bool is_process(pid_t pid)
{
    char text[PROC_TEXT + 1];
    ssize_t n = read_file(pid, "status", text);
    text[n > 0 ? n : 0] = 0;
    const char *group = strstr(text, "\nTgid:");
    return group && atol(group + strlen("\nTgid:")) == pid;
}

/* Adds children of watched processes, recursively, in any order. */
static void add_children(struct census *c)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < c->new.n; i++) {
            struct newcomer *n = &c->new.at[i];
            if (n->pid == 0 || !is_watched(c->m, n->parent))
                continue;
            if (!is_watched(c->m, n->pid) && is_process(n->pid) && processes_add(c->m, n->pid)) {
                again = true;
                c->m->found = monitor_now(c->m);
            }
            n->pid = 0;
        }
    }
    array_free(&c->new);
}

static long read_last_pid(struct monitor *m)
{
    char text[128];
    if (m->loadavg.descriptor < 0)
        m->loadavg.descriptor = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    ssize_t n = pread(m->loadavg.descriptor, text, sizeof text - 1, 0);
    if (n <= 0)
        return -1;
    text[n] = 0;
    const char *last = strrchr(text, ' ');
    return last ? atol(last) : -1;
}

static void check_few(struct census *c)
{
    for (long pid = c->m->last_pid + 1; pid <= c->newest; pid++)
        check_pid(c, (pid_t)pid);
}

static void check_all(struct census *c)
{
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    if (c->m->last_pid < 0)
        c->m->all_listed = monitor_now(c->m);
    proc_each_number(folder, ".", check_pid, c);
    close(folder);
}

void processes_follow(struct monitor *m)
{
    enum { FEW = 64 };
    static const double cost_factor = 20; /* use at most one part in 20 of the time */
    static const double all_again = 10;   /* seconds; PIDs may also be assigned out of order */
    static const double soon = 0.05, quiet = 0.5; /* seconds without a new process */
    double now = monitor_now(m);
    if (!m->o.follow || now < m->followed + cost_factor * m->follow_cost ||
        (now > m->found + quiet && now < m->pid_read + soon))
        return;
    m->pid_read = now;
    if (now > m->all_listed + all_again)
        m->last_pid = -1;
    struct census c = {.m = m, .newest = read_last_pid(m)};
    if (c.newest >= 0 && c.newest == m->last_pid)
        return;
    double before = own_seconds();
    if (m->last_pid >= 0 && c.newest > m->last_pid && c.newest - m->last_pid <= FEW)
        check_few(&c);
    else
        check_all(&c);
    m->follow_cost = own_seconds() - before;
    m->last_pid = c.newest;
    m->followed = now;
    add_children(&c);
}
