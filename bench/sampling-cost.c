/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampling-cost SECONDS PID
 * Measures the least CPU time of sampling all threads of a process 100 times per second: wakes up
 * at a random time in each period of 10 ms and reads the syscall file of each thread, without using
 * the contents. Prints the share of a CPU in percent. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 4096, TEXT = 1024 };

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t open_all(const char *pid, int file[MOST])
{
    char path[128];
    size_t n = 0;
    snprintf(path, sizeof path, "/proc/%s/task", pid);
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && n < MOST && (e = readdir(folder));) {
        snprintf(path, sizeof path, "/proc/%s/task/%.20s/syscall", pid, e->d_name);
        int f = e->d_name[0] == '.' ? -1 : open(path, O_RDONLY | O_CLOEXEC);
        if (f >= 0)
            file[n++] = f;
    }
    if (folder)
        closedir(folder);
    return n;
}

static void sleep_until(double moment)
{
    struct timespec t = {.tv_sec = (time_t)moment};
    t.tv_nsec = (long)((moment - (double)t.tv_sec) * 1e9);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

int main(int argc, char **argv)
{
    static const double period = 0.01;
    static int file[MOST];
    char text[TEXT];
    double length = argc > 2 ? strtod(argv[1], NULL) : 0;
    size_t n = argc > 2 ? open_all(argv[2], file) : 0;
    if (!(length > 0) || n == 0) {
        fputs("usage: sampling-cost SECONDS PID\n", stderr);
        return 2;
    }
    prctl(PR_SET_TIMERSLACK, 1UL);
    double begin = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    for (double at = 0; at < length; at += period) {
        sleep_until(begin + at + period * drand48());
        for (size_t i = 0; i < n; i++)
            if (pread(file[i], text, sizeof text, 0) <= 0)
                return 1;
    }
    used = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used;
    printf("%.4f\n", 100 * used / (seconds_of(CLOCK_MONOTONIC) - begin));
    return 0;
}
