/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes SHAPE: a program that spends 3/4 of its CPU time in one place and 1/4 in another one, in the way
 * that SHAPE names. */
#include "tests/shapes/work.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MORE 1.2 /* seconds */
#define LESS 0.4

SPIN(more, 0.5)
SPIN(less, 0.25)

/* ---- recursion: the work is at the end of 1000 calls, and on the way back ---- */

__attribute__((noinline)) static void descend(int depth)
{
    if (depth == 0)
        more(MORE);
    else
        descend(depth - 1);
    if (depth == 1000)
        less(LESS);
    __asm__ volatile("");
}

static void recursion(void)
{
    descend(1000);
}

/* ---- threads: 6 and 2 of them ---- */

static void *more_thread(void *unused)
{
    more(MORE / 6);
    return unused;
}

static void *less_thread(void *unused)
{
    less(LESS / 2);
    return unused;
}

static void threads(void)
{
    pthread_t t[8];
    for (int i = 0; i < 8; i++)
        if (pthread_create(&t[i], NULL, i < 6 ? more_thread : less_thread, NULL) != 0)
            exit(1);
    for (int i = 0; i < 8; i++)
        pthread_join(t[i], NULL);
}

/* ---- children of 4 ms; every second one is not waited for ---- */

static void children(void)
{
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 400; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            if (i % 4 < 3)
                more(MORE / 300);
            else
                less(LESS / 100);
            _exit(0);
        }
        if (i % 2)
            waitpid(pid, NULL, 0);
    }
    while (waitpid(-1, NULL, 0) > 0)
        continue;
}

/* ---- a library that is loaded late ---- */

static void library(void)
{
    void *l = dlopen(getenv("SHAPES_LIBRARY"), RTLD_NOW);
    void (*late)(double) = NULL;
    *(void **)&late = l ? dlsym(l, "late") : NULL;
    if (!late)
        exit(1);
    less(LESS);
    late(MORE);
}

/* ---- a signal handler ---- */

static volatile sig_atomic_t handled;

static void on_alarm(int s)
{
    (void)s;
    if (!handled)
        more(MORE);
    handled = 1;
}

static void signals(void)
{
    signal(SIGALRM, on_alarm);
    raise(SIGALRM);
    less(LESS);
}

/* ---- straight-line code: 600 dependent multiplications without a loop ---- */

#define TIMES10(x) x x x x x x x x x x
__attribute__((noinline)) static double straight(double x)
{
    TIMES10(TIMES10(x = x * 0.999 + 0.5; x = x * 0.998 + 0.25; x = x * 0.997 + 0.125;))
    return x;
}

static void line(void)
{
    volatile double x = 1;
    for (double end = thread_seconds() + MORE; thread_seconds() < end;)
        for (int i = 0; i < 100; i++)
            x = straight(x);
    less(LESS);
}

/* ---- the kernel: system calls that zero memory ---- */

static void kernel(void)
{
    static char block[1 << 20];
    int fd = open("/dev/zero", O_RDONLY);
    for (double end = thread_seconds() + MORE; thread_seconds() < end;)
        if (read(fd, block, sizeof block) != sizeof block)
            exit(1);
    close(fd);
    less(LESS);
}

/* ---- a mathematical library ---- */

/* ---- no shares: 1,000 short children, and a program that a signal ends ---- */

static void forks(void)
{
    for (int i = 0; i < 1000; i++) {
        pid_t child = fork();
        if (child == 0) {
            less(0);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}

static void run_long(void)
{
    more(30);
}

static void libm(void)
{
    volatile double x = 1;
    for (double end = thread_seconds() + MORE; thread_seconds() < end;)
        for (int i = 0; i < 1000; i++)
            x = tgamma(x * 0.5 + 20.25) * 1e-20;
    less(LESS);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } shapes[] = {{"recursion", recursion}, {"threads", threads}, {"children", children},
                  {"library", library},     {"signals", signals}, {"line", line},
                  {"kernel", kernel},       {"libm", libm},
                  {"forks", forks},         {"long", run_long}};
    for (size_t i = 0; argc == 2 && i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(argv[1], shapes[i].name) == 0) {
            shapes[i].run();
            return 0;
        }
    fprintf(stderr, "usage: shapes SHAPE\n");
    return 2;
}
