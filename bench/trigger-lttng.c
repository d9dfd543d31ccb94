/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trigger-lttng: prints the nanoseconds per tracepoint with 8 bytes, recorded by an active session:
 * the minimum of many rounds. */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "trigger-lttng.h"

#include <stdio.h>
#include <time.h>

enum { EVENTS = 2000, ROUNDS = 200 };

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

int main(void)
{
    double least = 1e99;
    for (int r = 0; r < ROUNDS; r++) {
        uint64_t from = now();
        for (int i = 0; i < EVENTS; i++)
            lttng_ust_tracepoint(macs_bench, trigger, (uint64_t)i);
        double t = (double)(now() - from) / EVENTS;
        if (t < least)
            least = t;
    }
    printf("%.3f\n", least);
    return 0;
}
