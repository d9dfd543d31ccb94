/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each workload runs loops until they have used a given CPU time. */
#include "tests/unit/sampler-workloads.h"

#include "base/util.h"
#include "measure/sampling/command.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#define LOOP(name)                                                                                 \
    static __attribute__((noinline)) void name(void)                                               \
    {                                                                                              \
        for (volatile int i = 0; i < 100000; i++)                                                  \
            ;                                                                                      \
    }
LOOP(loop_a)
LOOP(loop_b)

static void run_for(void (*loop)(void), double seconds)
{
    for (double end = thread_seconds() + seconds; thread_seconds() < end;)
        loop();
}

/* Touches each page of some memory. */
static __attribute__((noinline)) void touch_pages(volatile char *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        at[i * 4096] = 1;
}

/* Touches TOUCHED_PAGES pages for the first time, then runs loop_b. */
static void run_touch(void)
{
    enum { PASSES = 32 };
    volatile size_t pages = TOUCHED_PAGES / PASSES;
    char *at = mmap(NULL, pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(at, pages * 4096, MADV_NOHUGEPAGE);
    for (int i = 0; i < PASSES; i++) {
        touch_pages(at, pages);
        madvise(at, pages * 4096, MADV_DONTNEED);
    }
    run_for(loop_b, 0.1);
}

void wait_for_children(void)
{
    while (wait(NULL) > 0)
        ;
}

static void *run_a(void *seconds)
{
    run_for(loop_a, *(double *)seconds);
    return NULL;
}

static void run_threads(void)
{
    pthread_t threads[4];
    double seconds = 0.1;
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_create(&threads[i], NULL, run_a, &seconds);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_join(threads[i], NULL);
    run_for(loop_b, 0.2);
}

/* A child that runs loop_a, and one that executes this program again, which runs loop_b. */
static void run_children(char *self)
{
    if (fork() == 0) {
        run_for(loop_a, 0.3);
        _exit(0);
    }
    if (fork() == 0) {
        execl(self, self, "b", "0.3", (char *)NULL);
        _exit(127);
    }
    wait_for_children();
}

/* Children of 1 to 5 ms, for which the kernel does not wait either. A pipe shows their end. */
static void run_orphans(void)
{
    int ends[2];
    char byte;
    signal(SIGCHLD, SIG_IGN);
    if (pipe(ends) != 0)
        exit(1);
    for (int i = 0; i < 200; i++)
        if (fork() == 0) {
            run_for(loop_a, 0.001 * (1 + i % 41 * 0.1));
            _exit(0);
        }
    close(ends[1]);
    if (read(ends[0], &byte, 1) != 0)
        exit(1);
}

static void run_short_children(void)
{
    for (int i = 0; i < 2000; i++) {
        if (fork() == 0) {
            run_for(i % 2 ? loop_a : loop_b, 0.0004);
            _exit(0);
        }
        wait_for_children();
    }
}

/* Runs a function of a library that is loaded again and again. */
static void run_library(double seconds)
{
    for (double end = thread_seconds() + seconds; thread_seconds() < end;) {
        void *library = dlopen("./spin.so", RTLD_NOW);
        void (*spin)(long) = library ? (void (*)(long))(uintptr_t)dlsym(library, "spin") : NULL;
        if (!spin)
            exit(1);
        spin(20000000);
        dlclose(library);
    }
}

/* Runs loop_a in a signal handler that blocks all signals, and loop_b. */
static void handle_usr1(int number)
{
    (void)number;
    run_for(loop_a, 0.3);
}

static void run_handler(void)
{
    struct sigaction s = {.sa_handler = handle_usr1};
    sigfillset(&s.sa_mask);
    sigaction(SIGUSR1, &s, NULL);
    raise(SIGUSR1);
    run_for(loop_b, 0.3);
}

/* Runs loop_a in a thread of C11, and loop_b. */
static int run_a_c11(void *seconds)
{
    run_for(loop_a, *(double *)seconds);
    return 0;
}

static void run_c11_thread(void)
{
    thrd_t thread;
    double seconds = 0.3;
    thrd_create(&thread, run_a_c11, &seconds);
    run_for(loop_b, seconds);
    thrd_join(thread, NULL);
}

/* Runs loop_a in a thread, which then executes this program, which runs loop_b. */
static void *run_and_exec(void *program)
{
    run_for(loop_a, 0.3);
    execl(program, program, "b", "0.3", (char *)NULL);
    return NULL;
}

static void run_thread_exec(char *program)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run_and_exec, program);
    pthread_join(thread, NULL);
}

/* Runs loop_a in a process that shares the memory of this one, and loop_b in this one. */
static int run_clone(void *unused)
{
    (void)unused;
    run_for(loop_a, 0.3);
    _exit(0);
}

static void run_cloned(void)
{
    static char stack[1 << 16];
    clone(run_clone, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL);
    wait_for_children();
    run_for(loop_b, 0.3);
}

/* Leaves a child that runs loop_a, or one that only waits. */
static void run_daemon(double seconds)
{
    if (fork() == 0) {
        if (seconds > 0)
            run_for(loop_a, seconds);
        else
            poll(NULL, 0, 5000);
        _exit(0);
    }
}

/* Exits with status 0 if the signals are those that signals_are_inherited() sets. */
static void check_signals(void)
{
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int i = 1; i < SIGSYS; i++) {
        bool ignored = i == SIGHUP || i == SIGCHLD;
        if (sigismember(&blocked, i) != (i == SIGUSR1) || signal_is_ignored(i) != ignored)
            _exit(i);
    }
}

static void ignore_signal(int number)
{
    (void)number;
}

/* Blocks all signals by a system call, which the library does not replace, so that the signal of
 * the sampler is pending. Exits with status 1 if the program receives it. */
static void wait_for_signals(double seconds)
{
    enum { SET_BYTES = 8 };
    struct timespec now = {0};
    struct signalfd_siginfo info;
    sigset_t all, pending;
    sigfillset(&all);
    int fd = signalfd(-1, &all, SFD_NONBLOCK);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, NULL, SET_BYTES);
    run_for(loop_b, seconds);
    if (sigpending(&pending) != 0 || !sigismember(&pending, SIGRTMAX - 3))
        exit(2);
    if (read(fd, &info, sizeof info) > 0 || sigtimedwait(&all, NULL, &now) > 0)
        exit(1);
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &all, NULL, SET_BYTES);
    run_for(loop_b, seconds);
}

static void defend_against_signals(void)
{
    sigset_t all;
    for (int i = 1; i <= SIGRTMAX; i++)
        signal(i, SIG_DFL);
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (int fd = 3; fd < 1000; fd++)
        close(fd);
}

int run_workload(char **words)
{
    const char *name = words[1];
    double seconds = words[2] ? atof(words[2]) : 0;
    if (strcmp(name, "a-and-b") == 0) {
        run_for(loop_a, seconds / 4);
        run_for(loop_b, seconds * 3 / 4);
    } else if (strcmp(name, "b") == 0) {
        run_for(loop_b, seconds);
    } else if (strcmp(name, "touch") == 0) {
        run_touch();
    } else if (strcmp(name, "children") == 0) {
        run_children(words[0]);
    } else if (strcmp(name, "threads") == 0) {
        run_threads();
    } else if (strcmp(name, "c11-thread") == 0) {
        run_c11_thread();
    } else if (strcmp(name, "signal-handler") == 0) {
        sigaction(SIGRTMAX - 3, &(struct sigaction){.sa_handler = ignore_signal}, NULL);
        run_for(loop_b, seconds);
    } else if (strcmp(name, "signal-wait") == 0) {
        wait_for_signals(seconds);
    } else if (strcmp(name, "orphans") == 0) {
        run_orphans();
    } else if (strcmp(name, "short-children") == 0) {
        run_short_children();
    } else if (strcmp(name, "dlopen") == 0) {
        run_library(seconds);
    } else if (strcmp(name, "hostile") == 0) {
        defend_against_signals();
        run_for(loop_b, seconds);
    } else if (strcmp(name, "handler") == 0) {
        run_handler();
    } else if (strcmp(name, "thread-exec") == 0) {
        run_thread_exec(words[0]);
    } else if (strcmp(name, "clone") == 0) {
        run_cloned();
    } else if (strcmp(name, "daemon") == 0) {
        run_daemon(seconds);
    } else if (strcmp(name, "check-signals") == 0) {
        check_signals();
    } else if (strcmp(name, "signal") == 0) {
        run_for(loop_a, 0.1);
        raise(SIGKILL);
    } else {
        return 1;
    }
    return 0;
}
