/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edges WHAT [NUMBER]: a program whose threads are hard to monitor, for the tests of procmon.
 *   brief N       N times, four threads that live up to 3 ms each
 *   many N        N threads that wait in a read of a pipe for 3 seconds after all exist and until a
 * file `enough` exists, 90 seconds at most; prints their number including the main thread (a system
 * may allow fewer) main-ends     the main thread ends after a second, another one sleeps for two
 *   exec          a thread that is not the main one computes for a second, then executes
 *                 `sleep 1`; the main one pauses
 *   same-number   waits for a time, 0.4 s, then for a pipe, 0.3 s, six times, through a descriptor
 *                 of the same number; prints the part of the time that was the former
 *   stop-futex    waits 3 seconds for a word of shared memory, is stopped for a while in the first
 *   zombie        prints the number of a child that has ended, and sleeps for a minute
 *   turns         starts a child that sleeps for a second, then a thread that does so
 *   again         a child sleeps for a second and ends; another one, of the same number, reads a
 *                 pipe for a second; status 77 if IDs cannot be chosen */
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int ends[2]; /* of a pipe without a writer */

static void let_time_pass(void)
{
    struct timespec t = {.tv_nsec = 300000000};
    nanosleep(&t, NULL);
}

static void *live_briefly(void *n)
{
    struct timespec t = {.tv_nsec = *(long *)n % 3000 * 1000};
    nanosleep(&t, NULL);
    return NULL;
}

static int brief(long n)
{
    pthread_t t[4];
    for (long i = 0; i < n; i++) {
        long times[4] = {i * 701, i * 709, i * 719, i * 727};
        for (int k = 0; k < 4; k++)
            if (pthread_create(&t[k], NULL, live_briefly, &times[k]) != 0)
                return 1;
        for (int k = 0; k < 4; k++)
            pthread_join(t[k], NULL);
    }
    return 0;
}

static void *read_pipe(void *none)
{
    char c;
    (void)none;
    return read(ends[0], &c, 1) == 1 ? NULL : NULL;
}

static int many(long n)
{
    pthread_attr_t small;
    pthread_t t;
    long made = 1;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (; made < n && pthread_create(&t, &small, read_pipe, NULL) == 0; made++)
        ;
    printf("%ld\n", made);
    fflush(stdout);
    sleep(3);
    for (int i = 0; i < 290 && access("enough", F_OK) != 0; i++)
        let_time_pass();
    _exit(0);
}

static void *outlive(void *none)
{
    (void)none;
    sleep(2);
    exit(0);
}

static int main_ends(void)
{
    pthread_t t;
    if (pthread_create(&t, NULL, outlive, NULL) != 0)
        return 1;
    sleep(1);
    pthread_exit(NULL);
}

static void compute(double seconds)
{
    struct timespec from, t;
    clock_gettime(CLOCK_MONOTONIC, &from);
    do
        clock_gettime(CLOCK_MONOTONIC, &t);
    while ((double)(t.tv_sec - from.tv_sec) + 1e-9 * (double)(t.tv_nsec - from.tv_nsec) < seconds);
}

static void *become_sleep(void *none)
{
    (void)none;
    compute(1);
    execlp("sleep", "sleep", "1", (char *)NULL);
    exit(1);
}

static int exec(void)
{
    pthread_t t;
    if (pthread_create(&t, NULL, become_sleep, NULL) != 0)
        return 1;
    for (;;)
        pause();
}

static pid_t child(void (*act)(void))
{
    pid_t p = fork();
    if (p == 0) {
        act();
        _exit(0);
    }
    return p;
}
static void nothing(void)
{
}
static void sleep_once(void)
{
    sleep(1);
}
static void read_for_a_second(void)
{
    alarm(1);
    read_pipe(NULL);
}

/* Makes the next process get that number. */
static int set_next(pid_t number)
{
    FILE *f = fopen("/proc/sys/kernel/ns_last_pid", "w");
    return f && fprintf(f, "%ld", (long)number - 1) > 0 && fclose(f) == 0;
}

/* Thread IDs are used again only after many others, never within one sampling period. */
static int again(void)
{
    pid_t first = child(sleep_once);
    waitpid(first, NULL, 0);
    waitpid(child(nothing), NULL, 0);
    let_time_pass();
    if (!set_next(first))
        return 77;
    pid_t second = child(read_for_a_second);
    waitpid(second, NULL, 0);
    return second == first ? 0 : 77;
}

static double clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *write_later(void *none)
{
    (void)none;
    let_time_pass();
    return write(ends[1], "", 1) == 1 ? NULL : NULL;
}

/* Seconds of a read from what f leads to, by a number that is always the same. */
static double read_as(int f)
{
    enum { NUMBER = 50 };
    char bytes[8];
    double begin = clock_seconds();
    if (dup2(f, NUMBER) != NUMBER || read(NUMBER, bytes, sizeof bytes) <= 0)
        exit(1);
    close(NUMBER);
    return clock_seconds() - begin;
}

static int same_number(void)
{
    double times = 0, pipes = 0;
    for (int i = 0; i < 6; i++) {
        pthread_t t;
        int f = timerfd_create(CLOCK_MONOTONIC, 0);
        if (f < 0 ||
            timerfd_settime(f, 0, &(struct itimerspec){.it_value.tv_nsec = 400000000}, NULL) != 0)
            return 1;
        times += read_as(f);
        close(f);
        pthread_create(&t, NULL, write_later, NULL);
        pipes += read_as(ends[0]);
        pthread_join(t, NULL);
    }
    printf("%.3f\n", times / (times + pipes));
    return 0;
}

static int stop_futex(void)
{
    pid_t self = getpid(), other = fork();
    int word = 0;
    if (other == 0) {
        let_time_pass();
        kill(self, SIGSTOP);
        let_time_pass();
        kill(self, SIGCONT);
        _exit(0);
    }
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, &(struct timespec){.tv_sec = 3}, NULL, 0);
    return waitpid(other, NULL, 0) != other;
}

static void *sleep_in_thread(void *none)
{
    sleep_once();
    return none;
}

static int turns(void)
{
    pthread_t t;
    pid_t other = child(sleep_once);
    let_time_pass();
    pthread_create(&t, NULL, sleep_in_thread, NULL);
    pthread_join(t, NULL);
    return waitpid(other, NULL, 0) != other;
}

static int zombie(void)
{
    pid_t pid = child(nothing);
    siginfo_t about;
    waitid(P_PID, (id_t)pid, &about, WEXITED | WNOWAIT);
    printf("%ld\n", (long)pid);
    fflush(stdout);
    sleep(60);
    return 0;
}

int main(int n, char **words)
{
    const char *what = n > 1 ? words[1] : "";
    long number = n > 2 ? atol(words[2]) : 0;
    if (pipe(ends) != 0)
        return 1;
    if (strcmp(what, "brief") == 0)
        return brief(number);
    if (strcmp(what, "many") == 0)
        return many(number);
    if (strcmp(what, "main-ends") == 0)
        return main_ends();
    if (strcmp(what, "exec") == 0)
        return exec();
    if (strcmp(what, "same-number") == 0)
        return same_number();
    if (strcmp(what, "stop-futex") == 0)
        return stop_futex();
    if (strcmp(what, "turns") == 0)
        return turns();
    if (strcmp(what, "zombie") == 0)
        return zombie();
    return strcmp(what, "again") == 0 ? again() : 2;
}
