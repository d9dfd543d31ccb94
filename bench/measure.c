/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure N COMMAND [ARGUMENT]...
 * Runs the command N times, discards its output, and prints its least CPU time in seconds and its
 * greatest peak memory in KB: "0.123 4567". Exit status 1 if the command cannot be run or fails. */
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

static _Noreturn void run_command(char **command)
{
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, STDOUT_FILENO);
    execvp(command[0], command);
    fprintf(stderr, "measure: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

/* Runs the command once. Returns its user and system time in seconds; negative if it failed. Sets
 * *peak to the peak memory of the run if that is greater. */
static double run_once(char **command, long *peak)
{
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0)
        run_command(command);
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
