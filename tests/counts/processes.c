/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every end of a process: exit, _exit, SIGKILL, exec, abort; fork from a thread; vfork and
 * posix_spawn of children that only execute another program; a raw clone that shares memory. */
#define _GNU_SOURCE
#include "count.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static volatile long total;

NOT_INLINE void work(long n)
{
    total += n;
}

static void repeat(long n)
{
    for (long i = 0; i < n; i++)
        work(i);
}

static void wait_for(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, __WALL) < 0)
        ;
}

static void fork_children(void)
{
    for (int i = 0; i < 4; i++) {
        pid_t pid = fork();
        if (pid) {
            wait_for(pid);
            continue;
        }
        repeat(1000 + i);
        if (i == 0)
            _exit(0);
        if (i == 1)
            kill(getpid(), SIGKILL);
        if (i == 2)
            exit(0);
        signal(SIGABRT, SIG_DFL);
        abort();
    }
}

static void *fork_in_thread(void *unused)
{
    repeat(50);
    pid_t pid = fork();
    if (pid == 0) {
        repeat(500);
        pid_t inner = fork();
        if (inner == 0) {
            repeat(5);
            _exit(0);
        }
        wait_for(inner);
        _exit(0);
    }
    wait_for(pid);
    return unused;
}

static void execute_programs(void)
{
    char *words[] = {"true", NULL};
    pid_t pid;
    for (int i = 0; i < 20; i++) {
        if (posix_spawnp(&pid, "true", NULL, NULL, words, environ) == 0)
            wait_for(pid);
        pid = vfork();
        if (pid == 0) {
            execvp("true", words);
            _exit(127);
        }
        wait_for(pid);
        repeat(10);
    }
}

static int cloned(void *unused)
{
    (void)unused;
    repeat(70);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "again") == 0) {
        repeat(20);
        expect_calls("work", 4006 + 555 + 200 + 70 + 7 + 20);
        fflush(stdout);
        _exit(0);
    }
    fork_children();
    pthread_t t;
    pthread_create(&t, NULL, fork_in_thread, NULL);
    pthread_join(t, NULL);
    execute_programs();
    char *stack = malloc(65536);
    wait_for(clone(cloned, stack + 65536, CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, NULL));
    repeat(7);
    execl("/proc/self/exe", argv[0], "again", (char *)NULL);
    return 1;
}
