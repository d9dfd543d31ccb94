/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that takes a given CPU time of the calling thread, by the thread's own clock, so that the share of each
 * function is known by construction. */
#ifndef TESTS_SHAPES_WORK_H
#define TESTS_SHAPES_WORK_H

#include <time.h>

static inline double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Defines a function that runs a loop of its own for the seconds. A call of the clock every 100 microseconds
 * or so costs below 1 %. */
#define SPIN(name, step)                                                                                 \
    __attribute__((noinline, noclone)) static void name(double seconds)                                     \
    {                                                                                              \
        double end = thread_seconds() + seconds;                                                   \
        volatile double x = 1;                                                                     \
        while (thread_seconds() < end)                                                             \
            for (int i = 0; i < 100000; i++)                                                       \
                x = x * 0.999 + step;                                                              \
    }

#endif
