/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/linux/table.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double monotonic(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double monitor_now(const struct monitor *m)
{
    return monotonic() - m->start;
}

/* Returns the number of descriptors that the monitor may keep open: the limit of this process
 * minus those that its other parts need. */
static long descriptors_to_keep(void)
{
    enum { SPARE = 64, FEW = 8 };
    struct rlimit l;
    if (getrlimit(RLIMIT_NOFILE, &l) != 0)
        return FEW;
    l.rlim_cur = l.rlim_max;
    setrlimit(RLIMIT_NOFILE, &l);
    getrlimit(RLIMIT_NOFILE, &l);
    return l.rlim_cur > SPARE + FEW ? (long)l.rlim_cur - SPARE : FEW;
}

/* Requests short time slices from the kernel, so that the monitor is scheduled sooner (Linux
 * 6.12 and later, sched_setattr(2); needs no permission). The C library need not have the call. */
static void ask_for_short_slices(void)
{
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period; /* nanoseconds */
    } a = {.size = sizeof a, .runtime = 100000};
    syscall(SYS_sched_setattr, 0, &a, 0);
}

/* Requests priority over ordinary programs; otherwise samples on busy CPUs would be at moments
 * that the scheduler chooses. Returns whether it was granted. Children do not inherit it. */
static bool request_priority(void)
{
    struct sched_param first = {.sched_priority = sched_get_priority_min(SCHED_RR)};
    prctl(PR_SET_TIMERSLACK, 1UL);
    if (sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &first) == 0)
        return true;
    ask_for_short_slices();
    return false;
}

/* Returns to the ordinary scheduling policy. */
static void drop_priority(void)
{
    struct sched_param none = {0};
    if (sched_getscheduler(0) == (SCHED_RR | SCHED_RESET_ON_FORK))
        sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &none);
}

static void report_open_error(const struct monitor_options *o, int error, struct diag *d)
{
    struct where nowhere = {0};
    bool exists = kill(o->pid, 0) == 0 || errno == EPERM;
    if (!exists)
        diag_error(d, nowhere, "process %ld does not exist; it may have ended", (long)o->pid);
    else if (proc_is_gone(error) || error == EPERM || error == EACCES)
        diag_error(
            d, nowhere,
            "process %ld cannot be watched: it belongs to another user, and /proc is mounted "
            "with hidepid; watch it as that user or as root",
            (long)o->pid);
    else
        diag_error(d, nowhere, "process %ld cannot be watched: %s", (long)o->pid, strerror(error));
}

/* Adds the watched process. Returns false after a message if it cannot be watched. */
static bool add_first(struct monitor *m, const struct monitor_options *o, struct diag *d)
{
    struct where nowhere = {0};
    if (m->o.pid == getpid()) {
        diag_error(d, nowhere, "process %ld is procmon itself", (long)o->pid);
        return false;
    }
    if (!processes_add(m, m->o.pid)) {
        report_open_error(o, errno, d);
        return false;
    }
    if (m->threads.n == 0)
        diag_error(d, nowhere,
                   "process %ld has ended; its ID remains until its parent reads "
                   "its exit status",
                   (long)o->pid);
    return m->threads.n > 0;
}

struct monitor *monitor_open(const struct monitor_options *o, struct diag *d)
{
    struct monitor *m = xmalloc(sizeof *m);
    long keep = descriptors_to_keep();
    *m = (struct monitor){.o = *o,
                          .start = monotonic(),
                          .moments = moments_start(o->period, o->seed),
                          .groups = 1,
                          .next = -1,
                          .end = -1,
                          .column_seconds = o->column_seconds,
                          .keep = keep,
                          .often = keep / 2,
                          .loadavg.descriptor = -1,
                          .last_pid = -1,
                          .followed = -1,
                          .descriptor = -1,
                          .wake = -1};
    m->o.pid = proc_process_of(o->pid);
    m->cost_base = monitor_cost(m);
    if (o->area)
        m->index = xmalloc(sizeof *m->index);
    if (o->area)
        *m->index = (struct area_index){0};
    if (!add_first(m, o, d)) {
        monitor_close(m);
        return NULL;
    }
    processes_follow(m);
    cpu_times_read(&m->cpus, o->calibration);
    cpu_times_read(&m->reported_cpus, o->calibration);
    m->first = request_priority();
    return m;
}

double monitor_cost(const struct monitor *m)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9 - m->cost_base;
}

void monitor_watch_descriptor(struct monitor *m, int descriptor, void (*ready)(void *),
                              void *context)
{
    m->descriptor = descriptor;
    m->ready = ready;
    m->ready_context = context;
}

void monitor_wake_by(struct monitor *m, int descriptor)
{
    m->wake = descriptor;
}

/* Waits until the moment. Returns false if it was woken up earlier or a signal arrived. */
static bool wait_for_moment(struct monitor *m)
{
    for (;;) {
        double left = m->next - monitor_now(m);
        if (left <= 0)
            return true;
        struct timespec t = {.tv_sec = (time_t)left, .tv_nsec = (long)((left - floor(left)) * 1e9)};
        struct pollfd p[] = {{.fd = m->wake, .events = POLLIN},
                             {.fd = m->descriptor, .events = POLLIN}};
        int n = ppoll(p, 2, &t, NULL);
        if (n < 0 || p[0].revents)
            return false;
        if (n > 0)
            m->ready(m->ready_context);
    }
}

/* ---- groups of threads ---- */

/* While the monitor samples threads, those that become ready on its CPU wait and are counted as
 * ready. So it samples a few threads at a time and lets others run in between. */
enum { LEAST_TOGETHER = 32, MOST_TOGETHER = 256, MOST_GROUPS = 16 };

static size_t count_living(const struct monitor *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->running.n; i++)
        n += m->processes.at[m->running.at[i]].living.n;
    return n;
}

/* Doubles or halves the number of groups if they have become too large or too small, from the
 * next period on. */
static void make_groups(struct monitor *m)
{
    size_t n = count_living(m);
    uint64_t groups = m->groups;
    while (groups < MOST_GROUPS && n > MOST_TOGETHER * groups)
        groups *= 2;
    while (groups > 1 && n < LEAST_TOGETHER * groups)
        groups /= 2;
    if (groups == m->groups)
        return;
    uint64_t periods = (m->moments.number + m->groups - 1) / m->groups;
    m->moments.period = m->o.period / (double)groups;
    m->moments.number = periods * groups;
    m->groups = groups;
    m->groups_sampled = 0;
}

/* Each period has a part for each group, in random order, so the moment of each group is
 * anywhere in the period. */
static void draw_moment(struct monitor *m)
{
    make_groups(m);
    uint64_t before = m->moments.number;
    m->next = moments_next(&m->moments, monitor_now(m) + m->min_seconds);
    if (before == 0 || (before - 1) / m->groups != (m->moments.number - 1) / m->groups)
        m->shift = moments_random(&m->moments, m->groups);
}

static uint64_t group_of_moment(const struct monitor *m)
{
    return (m->moments.number - 1 + m->shift) % m->groups;
}

/* Calls a function for each living thread of a group, starting at a random one: threads late in
 * the order are more likely to be disturbed by the monitor, so the order must be random. */
static void visit_group(struct monitor *m, uint64_t group,
                        void (*each)(struct monitor *, struct thread *, double), double now)
{
    size_t all = m->running.n, first = all ? (size_t)moments_random(&m->moments, all) : 0;
    for (size_t k = 0; k < all; k++) {
        const struct process *p = &m->processes.at[m->running.at[(first + k) % all]];
        size_t from = p->living.n ? (size_t)moments_random(&m->moments, p->living.n) : 0;
        for (size_t i = 0; i < p->living.n; i++) {
            size_t place = p->living.at[(from + i) % p->living.n];
            if (place % m->groups == group && !m->threads.at[place]->ended)
                each(m, m->threads.at[place], now);
        }
    }
}

static void sample_batch(struct monitor *m, double now)
{
    threads_read(m, &m->batch);
    for (size_t i = 0; i < m->batch.n; i++) {
        const struct call_read *r = &m->batch.at[i];
        if (!threads_sample(m, r, now))
            m->processes.at[r->thread->process].rescan = true;
    }
    m->batch.n = 0;
}

static void sample_thread(struct monitor *m, struct thread *t, double now)
{
    if (m->index && !(t->slot_read && t->slot_changes == m->index->changes))
        registration_read(m, t);
    if (!t->chosen)
        return;
    m->batch.at[m->batch.n++].thread = t;
    if (m->batch.n == BATCH_SIZE)
        sample_batch(m, now);
}

/* Samples a thread that changed recently before the others, because it may become ready during
 * the sampling. */
static void sample_quick(struct monitor *m, struct thread *t, double now)
{
    t->quick = t->still < STILL;
    if (t->quick)
        sample_thread(m, t, now);
}
static void sample_still(struct monitor *m, struct thread *t, double now)
{
    if (!t->quick)
        sample_thread(m, t, now);
}

static void renew_thread(struct monitor *m, struct thread *t, double now)
{
    if (now >= t->renew_at)
        threads_renew(m, t);
}

/* Checks all processes, or those that are due. Returns whether any process still runs. */
static bool check_processes(struct monitor *m, bool all)
{
    for (size_t i = 0; i < m->running.n; i++)
        if (all || processes_is_due(m, m->running.at[i]))
            processes_check(m, m->running.at[i]);
    processes_forget_ended(m);
    return m->running.n > 0;
}

/* Called once a period. Returns whether any process still runs. */
static bool check_period(struct monitor *m)
{
    processes_follow(m);
    threads_gather(m);
    return check_processes(m, false);
}

/* Samples a group. Work that takes longer and can wait follows it. */
static void sample_group(struct monitor *m, uint64_t group)
{
    static const double look_again = 0.1; /* seconds */
    if (m->index)
        area_index_renew(m->index, m->o.area);
    double now = monitor_now(m);
    visit_group(m, group, sample_quick, now);
    visit_group(m, group, sample_still, now);
    sample_batch(m, now);
    if (++m->groups_sampled >= m->groups) {
        m->groups_sampled = 0;
        m->samples++;
    }
    bool due = m->groups > 1 || now - m->renewed > look_again;
    if (due) {
        m->renewed = now;
        visit_group(m, group, renew_thread, now);
    }
}

/* Maximum share of a CPU that the monitor uses. */
static const double most_part = 0.25;

/* Returns the minimum time between samples; it grows with the cost of a sample of many threads. */
static double min_seconds(const struct monitor *m, double cost)
{
    return cost > most_part * m->moments.period ? cost / most_part : 0;
}

bool monitor_sample(struct monitor *m)
{
    if (m->end >= 0)
        return false;
    if (m->next < 0)
        draw_moment(m);
    if (!wait_for_moment(m))
        return true;
    m->next = -1;
    double begin = monitor_now(m), before = m->slow ? monitor_cost(m) : 0;
    sample_group(m, group_of_moment(m));
    if (m->groups_sampled == 0 && !check_period(m)) {
        m->end = monitor_now(m);
        drop_priority();
        return false;
    }
    m->min_seconds = m->slow ? min_seconds(m, monitor_cost(m) - before) : 0;
    m->slow = monitor_now(m) - begin > most_part * m->moments.period;
    m->delayed += m->min_seconds > 0 && m->groups_sampled == 0;
    return true;
}

void monitor_finish(struct monitor *m)
{
    if (m->end >= 0)
        return;
    check_processes(m, true);
    times_read_all(m);
    m->end = monitor_now(m);
    drop_priority();
}

void monitor_close(struct monitor *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->threads.n; i++)
        threads_free(m->threads.at[i]);
    for (size_t i = 0; i < m->gathered.n; i++)
        threads_free(m->gathered.at[i]);
    for (size_t i = 0; i < m->processes.n; i++) {
        proc_close(&m->processes.at[i].main);
        if (m->processes.at[i].folder >= 0)
            close(m->processes.at[i].folder);
        array_free(&m->processes.at[i].living);
        array_free(&m->processes.at[i].descriptors);
    }
    array_release_all(m->threads.at, m->gathered.at, m->processes.at, m->running.at);
    cpu_times_free(&m->cpus);
    cpu_times_free(&m->reported_cpus);
    proc_close(&m->loadavg);
    free(m->index);
    free(m);
}
