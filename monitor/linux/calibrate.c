/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "monitor/calibrate.h"
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
    CALIBRATE_NS = 100 * 1000000, /* that it takes at most */
    LOST_NS = 150 * 1000000,      /* what a process gets in addition until it is first heard of */
    LONGEST_TURN_NS = 10000,      /* a system call takes no longer on any CPU that is empty */
    LIMIT_TURNS = 3,              /* what takes that many turns had other work in it */
    SLOWEST_CPU = 4,              /* times as long a turn as on the fastest CPU of the machine */
};

/* What the process of a CPU shares with us. All times in ns. */
struct place {
    _Atomic int64_t turn;  /* by calibration; 0 = not yet */
    _Atomic int64_t limit; /* set by us: longer turns were not idle; 0 = not yet */
    _Atomic int64_t idle;  /* sum of the turns that were */
};

struct calibration {
    struct place *places; /* one a process, mapped by it and us */
    struct rescheduler {
        int cpu;
        pid_t pid; /* 0 = could not be started */
    } * reschedulers;
    size_t n;
    int64_t begin;
};

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * BILLION + t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The time of a turn on an empty CPU: one of the shorter ones, for the CPU may not be empty. */
static int64_t calibrated_turn(void)
{
    static int64_t turns[TURNS]; /* in the process's own copy: it is forked */
    enum { FEW_OF_MANY = 16 };
    int64_t begin = now(), last = begin;
    int n = 0;
    while (n < TURNS && last - begin < CALIBRATE_NS) {
        sched_yield();
        int64_t t = now();
        turns[n++] = t - last;
        last = t;
    }
    qsort(turns, (size_t)n, sizeof *turns, by_size);
    return turns[n / FEW_OF_MANY];
}

/* The memo's monitor: for ever, until it is killed. */
static _Noreturn void reschedule(struct place *p)
{
    atomic_store(&p->turn, calibrated_turn());
    struct timespec while_waiting = {.tv_nsec = 1000000};
    int64_t limit;
    while ((limit = atomic_load(&p->limit)) == 0)
        nanosleep(&while_waiting, NULL);
    int64_t idle = 0, last = now();
    for (;;) {
        sched_yield();
        int64_t t = now(), turn = t - last;
        last = t;
        if (turn > limit)
            continue;
        idle += turn;
        atomic_store_explicit(&p->idle, idle, memory_order_relaxed);
    }
}

/* A share of the CPU of its own, the smallest (man sched(7), autogroup). */
static void stand_apart(void)
{
    setsid();
    int f = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
    if (f < 0)
        return; /* no autogroups: nothing to leave */
    if (write(f, "19", 2) != 2)
        errno = 0;
    close(f);
}

/* The report needs this process until it is made: signals that are meant for all of a terminal or a
 * group do not end it. Its parent does, or that one's end. What the parent has open is not its own.
 */
static void be_alone(void)
{
    enum { FEW = 1024 };
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        signal(signals[i], SIG_IGN);
    for (int f = 0; f < FEW; f++)
        close(f);
}

/* In the new process. Ends with it where it can't be what it has to. */
static _Noreturn void become_rescheduler(struct place *p, int cpu, bool apart, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    prctl(PR_SET_NAME, "reschedule");
    be_alone();
    if (apart)
        stand_apart();
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(cpu, &only);
    struct sched_param none = {0};
    if (sched_setscheduler(0, SCHED_IDLE, &none) != 0 ||
        sched_setaffinity(0, sizeof only, &only) != 0)
        _exit(1);
    reschedule(p);
}

static bool lives(const struct rescheduler *r)
{
    siginfo_t what = {0};
    return r->pid && waitid(P_PID, (id_t)r->pid, &what, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           what.si_pid == 0;
}

static bool heard_of_all(const struct calibration *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (atomic_load(&c->places[i].turn) == 0 && lives(&c->reschedulers[i]))
            return false;
    return true;
}

/* The shortest turn of all: that of an empty CPU, if there was one. 0 where there was none. */
static int64_t shortest_turn(const struct calibration *c)
{
    int64_t least = 0;
    for (size_t i = 0; i < c->n; i++) {
        int64_t turn = atomic_load(&c->places[i].turn);
        if (turn && turn <= LONGEST_TURN_NS && (least == 0 || turn < least))
            least = turn;
    }
    return least;
}

/* Waits until all have calibrated, or have had the time for it, and lets them begin. A CPU that was
 * not empty then takes the turn of one that was. */
static bool calibrate(struct calibration *c)
{
    struct timespec while_waiting = {.tv_nsec = 1000000};
    int64_t until = now() + CALIBRATE_NS + LOST_NS;
    while (!heard_of_all(c) && now() < until)
        nanosleep(&while_waiting, NULL);
    int64_t least = shortest_turn(c);
    if (least == 0)
        return false;
    c->begin = now();
    for (size_t i = 0; i < c->n; i++) {
        int64_t turn = atomic_load(&c->places[i].turn);
        bool empty = turn && turn <= SLOWEST_CPU * least;
        atomic_store(&c->places[i].limit, LIMIT_TURNS * (empty ? turn : least));
    }
    return true;
}

static bool start_all(struct calibration *c, bool apart, const cpu_set_t *allowed)
{
    c->n = (size_t)CPU_COUNT(allowed);
    c->reschedulers = calloc(c->n, sizeof *c->reschedulers);
    c->places = mmap(NULL, c->n * sizeof *c->places, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!c->reschedulers || c->places == MAP_FAILED)
        die_out_of_memory();
    pid_t us = getpid();
    size_t i = 0, started = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE && i < c->n; cpu++) {
        if (!CPU_ISSET(cpu, allowed))
            continue;
        c->reschedulers[i].cpu = cpu;
        pid_t pid = fork();
        if (pid == 0)
            become_rescheduler(&c->places[i], cpu, apart, us);
        if (pid > 0) {
            c->reschedulers[i].pid = pid;
            started++;
        }
        i++;
    }
    return started > 0;
}

struct calibration *calibration_start(bool apart, struct diag *d)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        diag_warning(d, (struct where){0}, "the CPUs of this machine can't be told (%s)",
                     strerror(errno));
        return NULL;
    }
    struct calibration *c = calloc(1, sizeof *c);
    if (!c)
        die_out_of_memory();
    if (!start_all(c, apart, &allowed)) {
        diag_warning(d, (struct where){0}, "no process can be started that calibrates (%s)",
                     strerror(errno));
    } else if (!calibrate(c)) {
        diag_warning(
            d, (struct where){0},
            "no CPU was empty for a moment to calibrate, so idle CPUs are told by the kernel's "
            "account alone; calibrate when less runs");
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
        struct quantity gone = missing("the process that calibrates could not run on this CPU");
        bool there = lives(of);
        *r = (struct rescheduling){
            .seconds = 1e-9 * (double)(now() - c->begin),
            .idle = there ? known(1e-9 * (double)atomic_load(&c->places[i].idle)) : gone,
            .turn =
                there ? known(1e-9 * (double)atomic_load(&c->places[i].limit) / LIMIT_TURNS) : gone,
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
    munmap(c->places, c->n * sizeof *c->places);
    free(c->reschedulers);
    free(c);
}
