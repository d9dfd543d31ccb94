/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the monitor with processes that have more threads than it samples in one call: each thread
 * has its samples, also if the number of threads grows. The threads wait forever, so their states
 * are known. */
#include "measure/monitor/monitor.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that creates the number of threads in each int from `orders`, and answers with a byte
 * when they exist. */
struct process {
    pid_t pid;
    int orders, answers;
};

static void *wait_for_ever(void *context)
{
    pause();
    return context;
}

static _Noreturn void obey(int orders, int answers)
{
    int n;
    pthread_t t;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 256 * 1024);
    while (read(orders, &n, sizeof n) == sizeof n) {
        for (; n > 0; n--)
            if (pthread_create(&t, &small, wait_for_ever, NULL) != 0)
                _exit(1);
        if (write(answers, "", 1) != 1)
            _exit(1);
    }
    _exit(0);
}

static void order(const struct process *p, int threads)
{
    char byte;
    CHECK(write(p->orders, &threads, sizeof threads) == sizeof threads);
    CHECK(read(p->answers, &byte, 1) == 1);
}

static struct process start(int threads)
{
    int orders[2], answers[2];
    struct process p = {.pid = -1};
    if (pipe(orders) != 0 || pipe(answers) != 0 || (p.pid = fork()) < 0) {
        CHECK(!"a process can be started");
        exit(1);
    }
    if (p.pid == 0) {
        close(orders[1]);
        obey(orders[0], answers[1]);
    }
    close(orders[0]);
    close(answers[1]);
    p.orders = orders[1];
    p.answers = answers[0];
    order(&p, threads);
    return p;
}

static void end(const struct process *p)
{
    close(p->orders);
    close(p->answers);
    kill(p->pid, SIGKILL);
    waitpid(p->pid, NULL, 0);
}

static struct monitor *watch(const struct process *p, double period)
{
    struct diag d = {.quiet = true};
    struct monitor_options o = {.pid = p->pid, .follow = true, .period = period, .seed = 1};
    struct monitor *m = monitor_open(&o, &d);
    if (!m) {
        CHECK(!"a process can be watched");
        exit(1);
    }
    return m;
}

static uint64_t samples_so_far(const struct monitor *m)
{
    struct arena a = {0};
    uint64_t n = monitor_watch(m, &a).samples;
    arena_free(&a);
    return n;
}

static void sample(struct monitor *m, uint64_t n)
{
    for (n += samples_so_far(m); samples_so_far(m) < n;)
        CHECK(monitor_sample(m));
}

/* No thread has more samples than sampling periods in its lifetime, including partial ones at both
 * ends; all samples found it waiting, or about to wait. */
static void check_threads(const struct watch *w, size_t n, double period)
{
    CHECK(w->n_threads == n);
    for (size_t i = 0; i < w->n_threads; i++) {
        const struct watched_thread *t = &w->threads[i];
        uint64_t all = state_samples(&t->counts);
        CHECK(all >= 1 && (double)all <= t->seconds / period + 2);
        CHECK(t->counts.n[STATE_COMMUNICATION] + t->counts.n[STATE_PROCESSING] == all);
    }
}

static void each_has_its_samples(void)
{
    static const int numbers[] = {1, 64, 255, 256, 700};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        struct process p = start(numbers[i]);
        struct monitor *m = watch(&p, 0.005);
        struct arena a = {0};
        sample(m, 30);
        struct watch w = monitor_watch(m, &a);
        check_threads(&w, (size_t)numbers[i] + 1, 0.005);
        arena_free(&a);
        monitor_close(m);
        end(&p);
    }
}

/* More threads are created, so that there are more groups and threads change their group. */
static void more_come(void)
{
    struct process p = start(3);
    struct monitor *m = watch(&p, 0.005);
    struct arena a = {0};
    size_t n = 4;
    for (int more = 10; more <= 640; more *= 4) {
        sample(m, 5);
        order(&p, more);
        n += (size_t)more;
        sample(m, 20);
        struct watch w = monitor_watch(m, &a);
        check_threads(&w, n, 0.005);
    }
    arena_free(&a);
    monitor_close(m);
    end(&p);
}

/* The reports of new samples add up to all samples. */
static void recent_ones_are_the_whole(void)
{
    struct process p = start(150);
    struct monitor *m = watch(&p, 0.005);
    struct arena a = {0};
    uint64_t samples = 0, found[151] = {0};
    double seconds = 0;
    for (int i = 0; i < 5; i++) {
        sample(m, 4);
        struct watch w = monitor_recent(m, &a);
        samples += w.samples;
        seconds += w.seconds;
        CHECK(w.n_threads == 151);
        for (size_t t = 0; t < w.n_threads && t < 151; t++)
            found[w.threads[t].number] += state_samples(&w.threads[t].counts);
    }
    struct watch all = monitor_watch(m, &a);
    CHECK(all.samples == samples && all.n_threads == 151);
    CHECK(all.seconds >= seconds && seconds > 0);
    for (size_t t = 0; t < all.n_threads && t < 151; t++)
        CHECK(state_samples(&all.threads[t].counts) == found[all.threads[t].number]);
    arena_free(&a);
    monitor_close(m);
    end(&p);
}

/* All threads end at once: the monitoring ends, and every thread has ended. */
static void all_are_killed(void)
{
    struct process p = start(300);
    struct monitor *m = watch(&p, 0.005);
    struct arena a = {0};
    sample(m, 5);
    kill(p.pid, SIGKILL);
    while (monitor_sample(m)) {
    }
    struct watch w = monitor_watch(m, &a);
    CHECK(w.n_threads == 301);
    for (size_t i = 0; i < w.n_threads; i++)
        CHECK(w.threads[i].ended);
    arena_free(&a);
    monitor_close(m);
    end(&p);
}

int main(void)
{
    TEST(each_has_its_samples);
    TEST(more_come);
    TEST(recent_ones_are_the_whole);
    TEST(all_are_killed);
    return tests_end();
}
