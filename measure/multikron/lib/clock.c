/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/lib/process.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined __x86_64__
#include <cpuid.h>
#endif

enum { STAMP_BITS = 40, STAMP_SECONDS = 7200 };

static uint64_t read_nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

uint64_t mk_read_clock(enum mk_clock kind)
{
#if defined __x86_64__
    if (kind == MK_CLOCK_TSC)
        return __builtin_ia32_rdtsc();
#endif
    (void)kind;
    return read_nanoseconds();
}

struct mk_moment mk_now(enum mk_clock kind)
{
    /* Three attempts; the shortest one was not interrupted. */
    struct mk_moment best = {0};
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 3; i++) {
        uint64_t before = mk_read_clock(kind), ns = read_nanoseconds(), after = mk_read_clock(kind);
        if (after - before < least) {
            least = after - before;
            best = (struct mk_moment){before + (after - before) / 2, ns};
        }
    }
    return best;
}

#if defined __x86_64__
/* Returns whether the TSC runs at a constant rate, also in sleep states (constant_tsc and
 * nonstop_tsc), and the kernel has not marked it as unstable. */
static bool is_tsc_usable(void)
{
    unsigned a, b, c, d;
    char clocks[256];
    if (!__get_cpuid(0x80000007, &a, &b, &c, &d) || !(d >> 8 & 1))
        return false;
    int fd = open("/sys/devices/system/clocksource/clocksource0/available_clocksource",
                  O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return true;
    ssize_t n = read(fd, clocks, sizeof clocks - 1);
    close(fd);
    clocks[n < 0 ? 0 : n] = 0;
    return n <= 0 || strncmp(clocks, "tsc", 3) == 0 || strstr(clocks, " tsc");
}
#endif

/* Measures the raw units per second, with an error of about 1 %. */
static double estimate_rate(enum mk_clock kind)
{
    struct mk_moment a = mk_now(kind), b;
    do
        b = mk_now(kind);
    while (b.ns - a.ns < 200000);
    return (double)(b.raw - a.raw) * 1e9 / (double)(b.ns - a.ns);
}

struct mk_timer mk_choose_clock(bool system)
{
    struct mk_timer t = {MK_CLOCK_SYSTEM, 0, 0};
#if defined __x86_64__
    if (!system && is_tsc_usable())
        t.kind = MK_CLOCK_TSC;
#endif
    (void)system;
    double rate = estimate_rate(t.kind), span = rate * STAMP_SECONDS * 1.02;
    t.rate = (uint64_t)rate;
    while (t.shift < 16 && (double)(UINT64_C(1) << (STAMP_BITS + t.shift)) < span)
        t.shift++;
    return t;
}
