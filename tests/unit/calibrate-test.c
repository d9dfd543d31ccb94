/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the memo's CPU monitor on this machine: properties that hold for any load of the machine.
 */
#include "measure/monitor/calibrate.h"
#include "measure/monitor/linux/cpus.h"
#include "tests/unit/check.h"

#include <errno.h>
#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void calculate(double seconds)
{
    double end = now() + seconds;
    while (now() < end) {
    }
}

/* Binds this process to the last CPU that it may use. Returns the CPU. */
static int bind_to_a_cpu(void)
{
    cpu_set_t allowed;
    int cpu = CPU_SETSIZE - 1;
    sched_getaffinity(0, sizeof allowed, &allowed);
    while (cpu > 0 && !CPU_ISSET(cpu, &allowed))
        cpu--;
    CPU_ZERO(&allowed);
    CPU_SET(cpu, &allowed);
    sched_setaffinity(0, sizeof allowed, &allowed);
    return cpu;
}

/* Checks the idle share of a CPU while this process, or no process of the test, computes on it. */
static void check_idle_share(bool apart, double busy_share_at_most)
{
    struct diag d = {.quiet = true};
    struct calibration *c = calibration_start(apart, &d);
    if (!c) { /* no CPU was idle at any time: a message reports this */
        CHECK(d.warnings == 1);
        return;
    }
    cpu_set_t before;
    sched_getaffinity(0, sizeof before, &before);
    int cpu = bind_to_a_cpu();
    struct rescheduling first, last;
    CHECK(calibration_read(c, cpu, &first));
    calculate(0.3);
    CHECK(calibration_read(c, cpu, &last));
    sched_setaffinity(0, sizeof before, &before);
    CHECK(is_known(first.idle) && is_known(last.idle) && is_known(last.turn));
    double idle = last.idle.value - first.idle.value, seconds = last.seconds - first.seconds;
    CHECK(seconds >= 0.3 && idle >= 0 && last.turn.value > 0 && last.turn.value <= 10e-6);
    CHECK(idle <= busy_share_at_most * seconds);
    CHECK(!calibration_read(c, CPU_SETSIZE, &last));
    calibration_stop(c);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* The scheduler gives a share of at least 3 in 1027 of a CPU that other processes use. */
static void a_busy_cpu_is_not_idle(void)
{
    check_idle_share(false, 0.2);
}

static void a_busy_cpu_is_not_idle_in_a_session(void)
{
    check_idle_share(true, 0.3);
}

/* The idle time by reschedulings is the time of the process minus that of others. */
static void calibration_time_is_idle_time(void)
{
    struct diag d = {.quiet = true};
    struct calibration *c = calibration_start(false, &d);
    if (!c)
        return;
    struct timespec t = {.tv_nsec = 300000000};
    nanosleep(&t, NULL);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        struct rescheduling r;
        if (!calibration_read(c, cpu, &r) || !is_known(r.idle))
            continue;
        CHECK(r.idle.value <= r.seconds + 1e-3);
        CHECK(r.idle.value <= r.used + 0.2);
        CHECK(r.idle.value >= 0.5 * (r.used - 0.2));
    }
    calibration_stop(c);
}

/* Of 1000 ticks the CPU was idle 100 by the kernel's account, and the process that calibrates took
 * as much CPU time as 600 ticks: 70 % were idle. By rescheduling, 6 of 10 seconds. CPU
 * 1 has no such process, CPU 2 did not exist at the start. */
static void both_accounts(void)
{
    double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    struct arena a = {0};
    struct cpu_times from = {0}, to = {0};
    static const char before[] = "cpu  1 1 1 1 1 1 1 1\ncpu0 100 50 0 800 50 0 0 0 0 0\n"
                                 "cpu1 0 0 0 0 0 0 0 0 0 0\n";
    static const char after[] = "cpu0 300 750 0 880 70 0 0 0 0 0\ncpu1 0 0 0 30 10 0 0 0 0 0\n"
                                "cpu2 1 2 3 4 5 6 7 8\n";
    cpu_times_parse(&from, before, sizeof before - 1);
    cpu_times_parse(&to, after, sizeof after - 1);
    CHECK(from.cpu.n == 2 && to.cpu.n == 3);
    struct quantity turn = known(300e-9);
    from.cpu.at[0].rescheduling = (struct rescheduling){1, known(0.5), turn, 2};
    to.cpu.at[0].rescheduling = (struct rescheduling){11, known(6.5), turn, 2 + 600 * tick};
    struct watched_cpu *cpus = cpu_idle(&from, &to, &a);
    CHECK_NEAR(0.7, cpus[0].idle.value, 1e-12);
    CHECK_NEAR(0.6, cpus[0].calibrated.value, 1e-12);
    CHECK_NEAR(1, cpus[1].idle.value, 0);
    CHECK(!is_known(cpus[1].calibrated) && !is_known(cpus[2].idle) &&
          !is_known(cpus[2].calibrated));
    cpu_times_free(&from);
    cpu_times_free(&to);
    arena_free(&a);
}

int main(void)
{
    TEST(both_accounts);
    TEST(a_busy_cpu_is_not_idle);
    TEST(a_busy_cpu_is_not_idle_in_a_session);
    TEST(calibration_time_is_idle_time);
    return tests_end();
}
