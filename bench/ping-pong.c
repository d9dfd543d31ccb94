/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ping-pong ROUNDS [CPU]
 * Exchanges a byte between two processes through pipes and prints the microseconds per round trip.
 * Binds both processes to the CPU if one is given. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check_byte(ssize_t done)
{
    if (done == 1)
        return;
    perror("ping-pong");
    exit(1);
}

static void bind_to(const char *cpu)
{
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(strtol(cpu, NULL, 10), &only);
    if (sched_setaffinity(0, sizeof only, &only) != 0)
        perror("ping-pong: sched_setaffinity");
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    int to[2], back[2];
    char byte = 0;
    if (rounds < 1 || pipe(to) != 0 || pipe(back) != 0) {
        fprintf(stderr, "usage: ping-pong ROUNDS [CPU]\n");
        return 2;
    }
    if (argc > 2)
        bind_to(argv[2]);
    if (fork() == 0) {
        for (long i = 0; i < rounds; i++) {
            check_byte(read(to[0], &byte, 1));
            check_byte(write(back[1], &byte, 1));
        }
        return 0;
    }
    double begin = now();
    for (long i = 0; i < rounds; i++) {
        check_byte(write(to[1], &byte, 1));
        check_byte(read(back[0], &byte, 1));
    }
    printf("%.4f\n", 1e6 * (now() - begin) / (double)rounds);
    wait(NULL);
    return 0;
}
