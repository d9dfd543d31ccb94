/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure N COMMAND [ARGUMENT]...
 * Runs the command N times, its output thrown away, and prints the least time
 * that it had a processor, in seconds, and the greatest peak memory in KB:
 * "0.123 4567". Ends with 1 if the command can't be run or fails. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static _Noreturn void become(char **command)
{
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, STDOUT_FILENO);
    execvp(command[0], command);
    fprintf(stderr, "measure: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

/* User and system seconds of one run: what else the machine does is not in them; its peak memory
 * raises *peak. Negative: it failed. */
static double run_once(char **command, long *peak)
{
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0)
        become(command);
    int status;
    struct rusage use;
    if (wait4(child, &status, 0, &use) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return -1;
    if (use.ru_maxrss > *peak)
        *peak = use.ru_maxrss;
    return seconds_of(use.ru_utime) + seconds_of(use.ru_stime);
}

int main(int argc, char **argv)
{
    long times = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    if (times < 1) {
        fprintf(stderr, "usage: measure N COMMAND [ARGUMENT]...\n");
        return 2;
    }
    double best = -1;
    long peak = 0;
    for (long i = 0; i < times; i++) {
        double seconds = run_once(argv + 2, &peak);
        if (seconds < 0) {
            fprintf(stderr, "measure: %s failed\n", argv[2]);
            return 1;
        }
        if (best < 0 || seconds < best)
            best = seconds;
    }
    printf("%.4f %ld\n", best, peak);
    return 0;
}
