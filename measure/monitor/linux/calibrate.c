/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/calibrate.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BILLION INT64_C(1000000000)

enum {
    TURNS = 2001,                 /* of a calibration */
    CALIBRATE_NS = 100 * 1000000, /* maximum duration */
    LOST_NS = 150 * 1000000,      /* additional time for a process until its first result */
    LONGEST_TURN_NS = 10000,      /* a system call on an empty CPU takes at most this */
    LIMIT_TURNS = 3,              /* an interval longer than that many turns contains other work */
    SLOWEST_CPU = 4, /* maximum ratio of a turn to that of the fastest CPU of the machine */
};

/* Memory shared with the process of a CPU. All times in ns. */
struct turn_times {
    _Atomic int64_t turn;  /* set by the calibration; 0 = not yet */
    _Atomic int64_t limit; /* set by the monitor: longer turns were not idle; 0 = not yet */
    _Atomic int64_t idle;  /* sum of the idle turns */
};

struct calibration {
    struct turn_times *times; /* one for each process, mapped by it and the monitor */
    struct rescheduler {
        int cpu;
        pid_t pid; /* 0 = could not be started */
    } * reschedulers;
    size_t n;
    int64_t begin;
};

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * BILLION + t.tv_nsec;
}

static int compare_turns(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Returns the time of a turn on an idle CPU: one of the shorter turns, because the CPU may not be
 * idle. */
static int64_t calibrated_turn(void)
{
    static int64_t turns[TURNS]; /* the process's own copy, after fork */
    enum { FEW_OF_MANY = 16 };
    int64_t begin = now_ns(), last = begin;
    int n = 0;
    while (n < TURNS && last - begin < CALIBRATE_NS) {
        sched_yield();
        int64_t t = now_ns();
        turns[n++] = t - last;
        last = t;
    }
    qsort(turns, (size_t)n, sizeof *turns, compare_turns);
    return turns[n / FEW_OF_MANY];
}

/* The loop of the memo's monitor; it runs until it is killed. */
static _Noreturn void reschedule(struct turn_times *p)
{
    atomic_store(&p->turn, calibrated_turn());
    struct timespec pause = {.tv_nsec = 1000000};
    int64_t limit;
    while ((limit = atomic_load(&p->limit)) == 0)
        nanosleep(&pause, NULL);
    int64_t idle = 0, last = now_ns();
    for (;;) {
        sched_yield();
        int64_t t = now_ns(), turn = t - last;
        last = t;
        if (turn > limit)
            continue;
        idle += turn;
        atomic_store_explicit(&p->idle, idle, memory_order_relaxed);
    }
}

/* Creates a session with the smallest share of the CPU (sched(7), autogroup). */
static void create_own_session(void)
{
    setsid();
    int f = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
    if (f < 0)
        return; /* no autogroups */
    if (write(f, "19", 2) != 2)
        errno = 0;
    close(f);
}

/* Ignores signals for a terminal or a group, because the report needs this process. Its parent,
 * or the end of the parent, ends it. Closes the parent's descriptors. */
static void ignore_group_signals(void)
{
    enum { FEW = 1024 };
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        signal(signals[i], SIG_IGN);
    for (int f = 0; f < FEW; f++)
        close(f);
}

/* Sets up the new process and runs its loop. Ends the process if it cannot be set up. */
static _Noreturn void become_rescheduler(struct turn_times *p, int cpu, bool own_session,
                                         pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    prctl(PR_SET_NAME, "reschedule");
    ignore_group_signals();
    if (own_session)
        create_own_session();
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(cpu, &only);
    struct sched_param none = {0};
    if (sched_setscheduler(0, SCHED_IDLE, &none) != 0 ||
        sched_setaffinity(0, sizeof only, &only) != 0)
        _exit(1);
    reschedule(p);
}

static bool is_running(const struct rescheduler *r)
{
    siginfo_t what = {0};
    return r->pid && waitid(P_PID, (id_t)r->pid, &what, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           what.si_pid == 0;
}

static bool all_have_calibrated(const struct calibration *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (atomic_load(&c->times[i].turn) == 0 && is_running(&c->reschedulers[i]))
            return false;
    return true;
}

/* Returns the shortest turn of all processes, that of an idle CPU if there was one; 0 = none. */
static int64_t shortest_turn(const struct calibration *c)
{
    int64_t least = 0;
    for (size_t i = 0; i < c->n; i++) {
        int64_t turn = atomic_load(&c->times[i].turn);
        if (turn && turn <= LONGEST_TURN_NS && (least == 0 || turn < least))
            least = turn;
    }
    return least;
}

/* Waits until all processes have calibrated or the time is over, and starts them. A CPU that was
 * busy gets the turn of an idle one. */
static bool calibrate(struct calibration *c)
{
    struct timespec pause = {.tv_nsec = 1000000};
    int64_t until = now_ns() + CALIBRATE_NS + LOST_NS;
    while (!all_have_calibrated(c) && now_ns() < until)
        nanosleep(&pause, NULL);
    int64_t least = shortest_turn(c);
    if (least == 0)
        return false;
    c->begin = now_ns();
    for (size_t i = 0; i < c->n; i++) {
        int64_t turn = atomic_load(&c->times[i].turn);
        bool empty = turn && turn <= SLOWEST_CPU * least;
        atomic_store(&c->times[i].limit, LIMIT_TURNS * (empty ? turn : least));
    }
    return true;
}

static bool start_all(struct calibration *c, bool own_session, const cpu_set_t *allowed)
{
    c->n = (size_t)CPU_COUNT(allowed);
    c->reschedulers = calloc(c->n, sizeof *c->reschedulers);
    c->times = mmap(NULL, c->n * sizeof *c->times, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!c->reschedulers || c->times == MAP_FAILED)
        die_out_of_memory();
    pid_t parent = getpid();
    size_t i = 0, started = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE && i < c->n; cpu++) {
        if (!CPU_ISSET(cpu, allowed))
            continue;
        c->reschedulers[i].cpu = cpu;
        pid_t pid = fork();
        if (pid == 0)
            become_rescheduler(&c->times[i], cpu, own_session, parent);
        if (pid > 0) {
            c->reschedulers[i].pid = pid;
            started++;
        }
        i++;
    }
    return started > 0;
}

struct calibration *calibration_start(bool own_session, struct diag *d)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        diag_warning(d, (struct where){0}, "cannot read the list of CPUs (%s)", strerror(errno));
        return NULL;
    }
    struct calibration *c = calloc(1, sizeof *c);
    if (!c)
        die_out_of_memory();
    if (!start_all(c, own_session, &allowed)) {
        diag_warning(d, (struct where){0}, "cannot start a calibration process (%s)",
                     strerror(errno));
    } else if (!calibrate(c)) {
        diag_warning(
            d, (struct where){0},
            "no CPU was idle during the calibration, so idle times are only from the kernel's "
            "accounting; calibrate under less load");
    } else {
        return c;
    }
    calibration_stop(c);
    return NULL;
}

static double cpu_seconds(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    if (pid == 0 || clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool calibration_read(const struct calibration *c, int cpu, struct rescheduling *r)
{
    for (size_t i = 0; i < c->n; i++) {
        if (c->reschedulers[i].cpu != cpu)
            continue;
        const struct rescheduler *of = &c->reschedulers[i];
        struct quantity gone = missing("the calibration process could not run on this CPU");
        bool there = is_running(of);
        *r = (struct rescheduling){
            .seconds = 1e-9 * (double)(now_ns() - c->begin),
            .idle = there ? known(1e-9 * (double)atomic_load(&c->times[i].idle)) : gone,
            .turn =
                there ? known(1e-9 * (double)atomic_load(&c->times[i].limit) / LIMIT_TURNS) : gone,
            .used = there ? cpu_seconds(of->pid) : 0,
        };
        return true;
    }
    return false;
}

void calibration_stop(struct calibration *c)
{
    for (size_t i = 0; i < c->n; i++) {
        if (c->reschedulers[i].pid == 0)
            continue;
        kill(c->reschedulers[i].pid, SIGKILL);
        while (waitpid(c->reschedulers[i].pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    munmap(c->times, c->n * sizeof *c->times);
    free(c->reschedulers);
    free(c);
}
